export interface ListedFile {
  /** Of the body as it is served without compression. */
  readonly bytes: number;
  /** SHA-256 of that body, as lower-case hex. */
  readonly sha256: string;
  /** YYYY-MM-DD, where the ledger has a date. */
  readonly lastModified?: string;
  /** SHA-256 of a sibling that holds the same body compressed, where there is one. */
  readonly br?: string;
  readonly gzip?: string;
}

export interface FileList {
  /** Of everything the build was made from: its name. */
  readonly fingerprint?: string;
  readonly catalog?: string;
  readonly site: string;
  readonly base: string;
  readonly files: ReadonlyMap<string, ListedFile>;
}

export const FILE_LIST = '.assets.json';

export const fileListText = ({ files, ...list }: FileList): string =>
  `${JSON.stringify({ ...list, files: Object.fromEntries(files) })}\n`;

/** @throws {Error} when this is no list of files: it is damaged, or of another version. */
export function parseFileList(text: string): FileList {
  const { files, ...list } = JSON.parse(text) as Omit<FileList, 'files'> & { files?: Record<string, ListedFile> };
  const isListed = (file: Partial<ListedFile> | null): boolean => typeof file?.sha256 === 'string';
  if (files === undefined || !Object.values(files).every(isListed))
    throw new Error(`${FILE_LIST} is damaged or of another version: build the site again.`);
  return { ...list, files: new Map(Object.entries(files)) };
}
