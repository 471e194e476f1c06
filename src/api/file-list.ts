/** One file of `dist/`, as the build lists it. */
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

/**
 * The files of a build in columns, all in the order of the paths: of the 61,000 files of 10,000 records that is read in a
 * tenth of the time that as many objects take, and kept in a third of the room.
 */
export interface FileColumns {
  /** Sorted by UTF-16 code units, one a line. */
  readonly paths: string;
  readonly bytes: readonly number[];
  /** The dates that there are, and which of them each file has; -1 for none. */
  readonly dates: readonly string[];
  readonly dated: readonly number[];
  /** 32 bytes for each file, in base64; zeros for none. */
  readonly sha256: string;
  readonly br: string;
  readonly gzip: string;
}

/** `dist/.assets.json`. */
export interface FileList {
  /** Of everything the build was made from: its name. */
  readonly fingerprint?: string;
  /** Which content folder it was built of. */
  readonly catalog?: string;
  readonly site: string;
  readonly base: string;
  readonly files: FileColumns;
}

export const FILE_LIST = '.assets.json';

/** What a list says of each file. */
export interface FileTable extends Iterable<[path: string, file: ListedFile]> {
  readonly size: number;
  paths(): Iterable<string>;
  has(path: string): boolean;
  find(path: string): ListedFile | undefined;
}

/** @throws {Error} when these are no columns of one length: the list is damaged, or of another version. */
export function fileTable(columns: FileColumns): FileTable {
  const { paths = '', dates = [] } = columns as Partial<FileColumns>;
  const starts = startsOf(paths);
  const size = starts.length;
  const bytes = Float64Array.from(columns.bytes ?? []);
  const dated = Int32Array.from(columns.dated ?? []);
  const [sha256, br, gzip] = [columns.sha256, columns.br, columns.gzip].map((column = '') =>
    atob(column),
  ) as DigestColumns;
  const isWhole = [sha256, br, gzip].every(({ length }) => length === size * DIGEST);
  if (columns.paths === undefined || !isWhole || bytes.length !== size || dated.length !== size)
    throw new Error(`${FILE_LIST} is damaged or of another version: build the site again.`);
  const pathAt = (number: number): string =>
    paths.slice(starts[number], number + 1 < size ? (starts[number + 1] as number) - 1 : undefined);
  const fileAt = (number: number): ListedFile => {
    const lastModified = dates[dated[number] as number];
    const [ofBr, ofGzip] = [digestAt(br, number), digestAt(gzip, number)];
    return {
      bytes: bytes[number] as number,
      sha256: digestAt(sha256, number) ?? '',
      ...(lastModified && { lastModified }),
      ...(ofBr && { br: ofBr }),
      ...(ofGzip && { gzip: ofGzip }),
    };
  };
  const numberOf = (path: string): number => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pathAt(middle) < path) low = middle + 1;
      else high = middle;
    }
    return low < size && pathAt(low) === path ? low : -1;
  };
  return {
    size,
    *paths() {
      for (let number = 0; number < size; number++) yield pathAt(number);
    },
    has: (path) => numberOf(path) >= 0,
    find(path) {
      const number = numberOf(path);
      return number < 0 ? undefined : fileAt(number);
    },
    *[Symbol.iterator]() {
      for (let number = 0; number < size; number++) yield [pathAt(number), fileAt(number)];
    },
  };
}

/** Where each line begins. */
function startsOf(text: string): Int32Array {
  const starts = text === '' ? [] : [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return Int32Array.from(starts);
}

type DigestColumns = [sha256: string, br: string, gzip: string];

/** Bytes of a SHA-256, and characters of a column for it. */
export const DIGEST = 32;

/** The two figures of each byte. */
const FIGURES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function digestAt(column: string, number: number): string | undefined {
  const from = number * DIGEST;
  let isThere = false;
  let text = '';
  for (let at = from; at < from + DIGEST; at++) {
    const byte = column.charCodeAt(at);
    if (byte !== 0) isThere = true;
    text += FIGURES[byte];
  }
  return isThere ? text : undefined;
}
