import { LRUCache } from 'lru-cache';
import type { DataReader } from '../../api/catalog-data.ts';
import type { FileList, ListedFile } from '../../api/file-list.ts';
import { type Addresses, mediaType } from '../../api/headers.ts';
import type { Bytes } from '../../text/bytes.ts';

export interface Asset extends ListedFile {
  readonly type: string;
}
export type Encoding = 'br' | 'gzip';
/** What the name of the sibling ends in that holds a body compressed. */
export const siblingSuffix: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** The files of one build. Nothing outside the list can be reached: no path outside `dist/`, no dotfile, no sibling. */
export interface Assets {
  readonly addresses: Addresses;
  /** Names the build; undefined for one that has no name. */
  readonly fingerprint: string | undefined;
  /** Paths below `dist/` without leading slash. */
  readonly paths: Iterable<string> & Pick<ReadonlySet<string>, 'has'>;
  find(path: string): Asset | undefined;
  /** @throws {StorageUnavailable} (as a rejection) when the file is not, or no longer, what the list says */
  read(path: string, encoding?: Encoding): Bytes | Promise<Bytes>;
}

/** What the build writes for static hosts to read, not for their clients. */
export const HOST_RULES = new Set(['_headers', '_redirects', '.assetsignore']);

export function listedAssets({ site, base, fingerprint, files }: FileList, { read }: Pick<Assets, 'read'>): Assets {
  const served = new Map([...files].filter(([path]) => !HOST_RULES.has(path)));
  return {
    addresses: { siteUrl: site, baseUrl: base },
    fingerprint,
    paths: new Set(served.keys()),
    find(path) {
      const file = served.get(path);
      return file && { type: mediaType(path), ...file };
    },
    read,
  };
}

/** Files whose headers and destinations are kept in memory. */
export const FILES_AT_HAND = 5000;

/** Bytes of files kept parsed in memory: most records of a catalog like ours. Parsed they take half as much again. */
const PARSED_BYTES = 12 * 1024 ** 2;
/** A file of the whole catalog is larger, and read once. */
const LARGEST_PARSED = 256 * 1024;

export function createDataReader(assets: Assets): DataReader {
  const parsed = new LRUCache<string, object>({ maxSize: PARSED_BYTES, maxEntrySize: LARGEST_PARSED });
  return {
    async json(path) {
      const file = `v1/${path}`;
      const known = parsed.get(file);
      const asset = known === undefined ? assets.find(file) : undefined;
      if (known !== undefined || asset === undefined) return known;
      const value = JSON.parse(new TextDecoder().decode(await assets.read(file))) as object;
      parsed.set(file, value, { size: asset.bytes || 1 });
      return value;
    },
  };
}
