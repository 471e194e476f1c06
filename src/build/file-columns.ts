import { DIGEST, type FileColumns, type ListedFile } from '../api/file-list.ts';

const NONE = '00'.repeat(DIGEST);

/** The columns in which `dist/.assets.json` lists files. */
export function fileColumns(files: Iterable<readonly [path: string, file: ListedFile]>): FileColumns {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const dates = [...new Set(sorted.flatMap(([, { lastModified }]) => lastModified ?? []))].toSorted();
  const places = new Map(dates.map((date, place) => [date, place]));
  const packed = (digestOf: (file: ListedFile) => string | undefined): string =>
    Buffer.from(sorted.map(([, file]) => digestOf(file) ?? NONE).join(''), 'hex').toString('base64');
  return {
    paths: sorted.map(([path]) => path).join('\n'),
    bytes: sorted.map(([, { bytes }]) => bytes),
    dates,
    dated: sorted.map(([, { lastModified = '' }]) => places.get(lastModified) ?? -1),
    sha256: packed(({ sha256 }) => sha256),
    br: packed(({ br }) => br),
    gzip: packed(({ gzip }) => gzip),
  };
}
