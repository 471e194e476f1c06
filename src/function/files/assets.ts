import { LRUCache } from 'lru-cache';
import type { Addresses } from '../../api/headers.ts';
import { createDigestColumn } from './digest-column.ts';

/** One file of `dist/`, as the build lists it in `dist/.assets.json`. */
export interface Asset {
  /** Media type with charset. */
  readonly type: string;
  /** Of the body as it is served without compression; lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** YYYY-MM-DD, where the ledger has a date. */
  readonly lastModified?: string;
  /** SHA-256 of a sibling that holds the same body compressed, where there is one. */
  readonly br?: string;
  readonly gzip?: string;
}
export type Encoding = 'br' | 'gzip';
export type Body = Uint8Array<ArrayBuffer>;
/** What the name of the sibling ends in that holds a body compressed. */
export const siblingSuffix: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * The files of one build: nothing outside the list can be reached, so neither can a path outside `dist/`, a dotfile or
 * a compressed sibling. All answers of one `Assets` are of one build.
 */
export interface Assets {
  readonly addresses: Addresses;
  /** Names the build; undefined for one that has no name. */
  readonly fingerprint: string | undefined;
  /** Paths below `dist/` without leading slash. */
  readonly paths: Iterable<string> & Pick<ReadonlySet<string>, 'has'>;
  find(path: string): Asset | undefined;
  /**
   * At once when the body is held in memory.
   * @throws {StorageUnavailable} (as a rejection) when the file is not, or no longer, what the list says.
   */
  read(path: string, encoding?: Encoding): Body | Promise<Body>;
}

/** `dist/.assets.json`. */
export interface AssetManifest {
  /** Of everything the build was made from: its name. */
  readonly fingerprint?: string;
  readonly site: string;
  readonly base: string;
  readonly files: Readonly<Record<string, Asset>>;
}

export const MANIFEST = '.assets.json';

/** What the build writes for static hosts to read, not for their clients. */
export const HOST_RULES = new Set(['_headers', '_redirects', '.assetsignore']);

/**
 * The table of a manifest, with `read` as the engine does it. It is held in columns, with digests as bytes: of the 61,000 files
 * of 10,000 records that takes half of what they take as objects.
 */
export function assetTable({ site, base, fingerprint, files }: AssetManifest, read: Assets['read']): Assets {
  const paths = Object.keys(files).filter((path) => !HOST_RULES.has(path));
  const numbers = new Map<string, number>();
  const types: string[] = [];
  const dates: (string | undefined)[] = [];
  const sizes = new Float64Array(paths.length);
  const digests = {
    sha256: createDigestColumn(paths.length),
    br: createDigestColumn(paths.length),
    gzip: createDigestColumn(paths.length),
  };
  const texts = new Map<string, string>();
  /** One text in place of many that are equal. */
  const once = (text: string): string => {
    if (!texts.has(text)) texts.set(text, text);
    return texts.get(text) as string;
  };
  for (const path of paths) {
    const { type, sha256, bytes, lastModified, br, gzip } = files[path] as Asset;
    const number = numbers.size;
    numbers.set(path, number);
    types.push(once(type));
    dates.push(lastModified && once(lastModified));
    sizes[number] = bytes;
    digests.sha256.set(number, sha256);
    if (br !== undefined) digests.br.set(number, br);
    if (gzip !== undefined) digests.gzip.set(number, gzip);
  }
  return {
    addresses: { siteUrl: site, baseUrl: base },
    fingerprint,
    paths: { has: (path) => numbers.has(path), [Symbol.iterator]: () => numbers.keys() },
    find(path) {
      const number = numbers.get(path);
      if (number === undefined) return undefined;
      const [lastModified, br, gzip] = [dates[number], digests.br.get(number), digests.gzip.get(number)];
      return {
        type: types[number] as string,
        sha256: digests.sha256.get(number) as string,
        bytes: sizes[number] as number,
        ...(lastModified && { lastModified }),
        ...(br && { br }),
        ...(gzip && { gzip }),
      };
    },
    read,
  };
}

/** Files of which is held ready what requests ask of them again and again. */
export const FILES_AT_HAND = 5000;

/** Bytes of the files that are held parsed, which take half as much again: all records of a catalog like ours. */
const PARSED = 12 * 1024 ** 2;
/** A file of the whole catalog is larger, and read once. */
const LARGEST_PARSED = 256 * 1024;

/** Reads `dist/v1` for api/data: JSON by its path below `v1/`, undefined when the build has no such file. */
export function createJsonReader(assets: Assets): (path: string) => Promise<unknown> {
  const parsed = new LRUCache<string, object>({ maxSize: PARSED, maxEntrySize: LARGEST_PARSED });
  return async (path) => {
    const file = `v1/${path}`;
    const known = parsed.get(file);
    if (known !== undefined) return known;
    const asset = assets.find(file);
    if (asset === undefined) return undefined;
    const value = JSON.parse(new TextDecoder().decode(await assets.read(file))) as object;
    parsed.set(file, value, { size: asset.bytes || 1 });
    return value;
  };
}
