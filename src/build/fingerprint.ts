import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadOptions } from '../catalog/load.ts';
import { filesBelow, isDirectory } from './file-system.ts';
import { root } from './options.ts';

/** Digest of everything a build is made from: sources, content, addresses, versions of packages and of Node. */
export const fingerprint = (options: LoadOptions, cacheDir?: string): string =>
  fingerprintedFiles(options, cacheDir).fingerprint;

/**
 * The same, and the SHA-256 of each of these files in base64, by its path: who reads them next need not read what is known.
 * What was digested before is noted in `cacheDir`.
 */
export function fingerprintedFiles(
  { contentDir, defaultsDir, siteUrl, baseUrl }: LoadOptions,
  cacheDir?: string,
): { fingerprint: string; digests: ReadonlyMap<string, string> } {
  const noted = notedDigests(cacheDir);
  const digest = createHash('sha256').update(JSON.stringify([siteUrl ?? '', baseUrl ?? '', process.version]));
  const digests = new Map<string, string>();
  const places = [
    contentDir,
    ...(contentDir === defaultsDir ? [] : [defaultsDir]),
    join(root, 'src'),
    join(root, 'public'),
    join(root, 'scripts'),
  ];
  for (const place of places.filter(isDirectory)) {
    for (const path of filesBelow(place)) {
      if (path === 'ledger.json') continue;
      const known = noted.digestOf(join(place, path));
      digests.set(join(place, path), known);
      digest.update(`${path}\0${known}\0`);
    }
  }
  for (const file of ['astro.config.mjs', 'package-lock.json']) digest.update(noted.digestOf(join(root, file)));
  noted.close();
  return { fingerprint: digest.digest('hex'), digests };
}

/** What `stat` says of a file, and its digest then. */
type NotedFile = readonly [told: string, digest: string];

interface NotedDigests {
  digestOf(path: string): string;
  close(): void;
}

/**
 * Digests of files that were read before. One is valid while `stat` says the same of its file: time of change, which nobody
 * can set, time of writing, length and number. A file that changed within the last seconds may change again within what a
 * clock can distinguish, and is read again the next time. Only the files of the last catalog are noted.
 */
function notedDigests(cacheDir: string | undefined): NotedDigests {
  if (cacheDir === undefined) return { digestOf: fileDigest, close() {} };
  const place = join(cacheDir, 'digests.json');
  const before = readNoted(place);
  const now: Record<string, NotedFile> = {};
  const settled = Date.now() - SETTLED_MS;
  let isNew = false;
  return {
    digestOf(path) {
      const { ctimeMs, mtimeMs, size, ino } = statSync(path);
      const told = `${ctimeMs} ${mtimeMs} ${size} ${ino}`;
      const known = before[path];
      const digest = known?.[0] === told ? known[1] : fileDigest(path);
      if (Math.max(ctimeMs, mtimeMs) < settled) now[path] = [told, digest];
      if (known?.[0] !== told) isNew = true;
      return digest;
    },
    close() {
      if (isNew) writeNoted(place, now);
    },
  };
}

const SETTLED_MS = 2_000;

function readNoted(place: string): Readonly<Record<string, NotedFile>> {
  try {
    const [checksum, text = ''] = readFileSync(place, 'utf8').split('\n');
    if (checksum === hash('sha256', text)) return JSON.parse(text) as Record<string, NotedFile>;
  } catch {
    // None yet.
  }
  return {};
}

function writeNoted(place: string, noted: Readonly<Record<string, NotedFile>>): void {
  const part = `${place}.${process.pid}`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    const text = JSON.stringify(noted);
    writeFileSync(part, `${hash('sha256', text)}\n${text}`);
    renameSync(part, place);
  } catch {
    // Nothing is noted where nothing can be written.
    if (existsSync(part)) rmSync(part);
  }
}

/** In pieces: a server reads every source when it starts, and would keep the room that whole files took. */
function fileDigest(path: string): string {
  const digest = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece))
      digest.update(piece.subarray(0, length));
    return digest.digest('base64');
  } finally {
    closeSync(file);
  }
}

const piece = Buffer.alloc(64 * 1024);
