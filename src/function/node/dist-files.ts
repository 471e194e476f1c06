import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { FILE_LIST, type FileList, parseFileList } from '../../api/file-list.ts';
import { StorageUnavailable } from '../../api/problem.ts';
import type { Bytes } from '../../text/bytes.ts';
import { type Asset, type Assets, type Encoding, listedAssets, siblingSuffix } from '../files/assets.ts';

const MEMORY = 256 * 1024 ** 2;
/** Of a build that does not fit: the system holds files too. */
const PART = 8 * 1024 ** 2;
/** Of that, for one file: those of the whole catalog are read once. */
const LARGEST_SHARE = 1 / 8;
const FILES_AT_ONCE = 4;
/** Bytes of a file that is read at once: the system has most in its memory. A larger one is read beside the others. */
const AT_ONCE = 256 * 1024;

/**
 * The files of a built `dist/`. Each body is checked against the list when it is read, and a build that fits into
 * memory is read at once: then `dist/` may be replaced at any time without mixing two builds. What has a gzip is in memory as
 * that and unpacked for who wants it plain. Of a build larger than `memory` bytes the files asked for last are in memory.
 * With `whole` every file is to be what the list says, or none is served.
 * @throws when `dist/.assets.json` is missing, or is not what a build writes.
 */
export async function openDist(
  distDir: string,
  { memory = MEMORY, whole = false }: { memory?: number; whole?: boolean } = {},
): Promise<Assets> {
  const list = parseFileList(await readFile(join(distDir, FILE_LIST), 'utf8'));
  const fits = isBelow(memory, list.files);
  const maxSize = fits ? memory : Math.min(memory, PART);
  const maxEntrySize = fits ? maxSize : maxSize * LARGEST_SHARE;
  const bodies = new LRUCache<string, Bytes>({ maxSize, maxEntrySize, sizeCalculation: ({ length }) => length || 1 });
  const load = (file: string, encoding: Encoding | undefined, asset: Asset | undefined): Bytes | Promise<Bytes> => {
    const place = join(distDir, file);
    const checked = (body: Bytes): Bytes => {
      bodies.set(file, intact(body, file, asset?.[encoding ?? 'sha256']));
      return body;
    };
    if ((asset?.bytes ?? 0) > AT_ONCE) return readFile(place).then(checked, unreadable(file));
    try {
      return checked(readFileSync(place));
    } catch (error) {
      return unreadable(file)(error);
    }
  };
  const assets = listedAssets(list, {
    read(path, encoding) {
      const file = encoding === undefined ? path : path + siblingSuffix[encoding];
      const packed = encoding === undefined ? bodies.get(path + siblingSuffix.gzip) : undefined;
      return bodies.get(file) ?? (packed ? gunzipSync(packed) : load(file, encoding, assets.find(path)));
    },
  });
  if (fits || whole) {
    const damaged = await readAll(assets);
    if (whole && damaged[0]) throw new StorageUnavailable(`${damaged.length} files cannot be read: ${damaged[0]}`);
  }
  return assets;
}

/** Changes when `dist/` is built anew; undefined while there is none. */
export async function buildId(distDir: string): Promise<string | undefined> {
  const found = await stat(join(distDir, FILE_LIST), { bigint: true }).catch(() => undefined);
  return found && `${found.ino}:${found.mtimeNs}:${found.size}`;
}

/** The file's bytes, once they are known to be what the build wrote: a truncated or newer file is never served. */
function intact(body: Bytes, file: string, sha256: string | undefined): Bytes {
  if (hash('sha256', body) === sha256) return body;
  throw new StorageUnavailable(`${file} is not the file that the build wrote.`);
}

const unreadable =
  (file: string) =>
  (error: unknown): Promise<never> =>
    Promise.reject(
      error instanceof StorageUnavailable
        ? error
        : new StorageUnavailable(`${file} cannot be read: ${error instanceof Error ? error.message : error}`),
    );

/** Messages on damaged files. A first build with some is served all the same: they answer with an error when asked for. */
async function readAll({ paths, find, read }: Assets): Promise<string[]> {
  const wanted = [...paths].flatMap((path) => [
    ...(find(path)?.br ? [() => read(path, 'br')] : []),
    find(path)?.gzip ? () => read(path, 'gzip') : () => read(path),
  ]);
  const damaged: string[] = [];
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE) {
    const results = await Promise.allSettled(wanted.slice(at, at + FILES_AT_ONCE).map((readOne) => readOne()));
    damaged.push(...results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason?.message)] : [])));
    // A build that takes the place of another is opened while that one answers.
    await nextIteration();
  }
  return damaged;
}

function isBelow(memory: number, files: FileList['files']): boolean {
  let sum = 0;
  for (const { bytes, br, gzip } of files.values()) {
    sum += bytes * (1 + (br ? 0.3 : 0) + (gzip ? 0.3 : 0));
    if (sum >= memory) return false;
  }
  return true;
}
