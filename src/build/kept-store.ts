import { createHash, hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Kept, KeptStage } from '../catalog/kept.ts';
import { filesBelow } from './file-system.ts';
import { root } from './options.ts';

/** Code that makes a record of the text of its file. */
const READ = ['src/catalog/load.ts', 'src/catalog/authored.ts', 'src/catalog/yaml.ts', 'package-lock.json'];

/** Code that makes and checks it. */
const ENTRY = [
  ...['catalog', 'schema', 'text', 'records', 'interactions', 'profile'].map((room) => `src/${room}`),
  'package-lock.json',
];

/** Code of what is told of a record. */
const TOLD = [
  ...['api', 'catalog', 'interactions', 'names', 'profile', 'publish', 'records', 'schema', 'search', 'text'].map(
    (room) => `src/${room}`,
  ),
  'package-lock.json',
];

/**
 * All that a result is made of beside the inputs that its maker names: files and folders of the project, by stage. The
 * version of Node counts for each, for zlib and the parsers of numbers and texts come with it.
 */
const MADE_BY: Readonly<Record<KeptStage, readonly string[]>> = {
  parsed: ['src/catalog/yaml.ts', 'package-lock.json'],
  entry: ENTRY,
  'long-parts': ENTRY,
  readings: [
    'src/catalog/load.ts',
    'src/catalog/named-records.ts',
    ...['interactions', 'names', 'records', 'schema', 'text'].map((room) => `src/${room}`),
    'package-lock.json',
  ],
  unbroken: [
    ...['catalog', 'interactions', 'names', 'records', 'schema', 'text'].map((room) => `src/${room}`),
    'package-lock.json',
  ],
  summary: TOLD,
  companion: TOLD,
  answer: TOLD,
  'class-companion': ['src/api', 'src/profile', 'src/publish', 'src/text', 'package-lock.json'],
  image: [
    ...['share-png', 'share-image', 'typeset'].map((file) => `src/components/${file}.ts`),
    ...['figures', 'interactions', 'profile', 'records', 'schema', 'text'].map((room) => `src/${room}`),
    'src/publish/record-inputs.ts',
    ...READ,
  ],
  bundle: ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'],
  page: ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'],
  compressed: ['src/build/compress.ts'],
  pieces: [
    'src/api/browser-index.ts',
    'src/catalog/named-records.ts',
    'src/publish/v1.ts',
    ...['interactions', 'names', 'records', 'schema', 'search', 'text'].map((room) => `src/${room}`),
    'package-lock.json',
  ],
  // Its inputs hold a fingerprint of all sources.
  built: [],
  // Each file is taken over by a key or a digest of its own, and with it its encodings.
  last: ['src/build/last-build.ts', 'src/build/compress.ts'],
};

export interface KeptStore extends Kept {
  /** Writes what is still in memory, and drops what no build asked for in {@link DAYS_KEPT} days. */
  close(): void;
}

interface KeptOptions {
  /** CACHE_DIR; made where it is missing, and free to be deleted at any time. */
  readonly folder: string;
  /** Where a cache that cannot be used is told of. */
  readonly say: (line: string) => void;
}

/** A day's work on a branch comes back within that time; what is older is made anew. */
const DAYS_KEPT = 14;
const BATCH_BYTES = 8e6;
/** Another build writes for no longer than this; then this one goes on without keeping. */
const LOCK_MS = 5_000;

/**
 * What builds keep, in one SQLite file: two builds may use it at once, and a killed one leaves it whole. Each value carries
 * a checksum, and one that differs is made anew. A file that is no database of ours is replaced; a folder that cannot be
 * written is told of once, and the build goes on without.
 */
export function openKept({ folder, say }: KeptOptions): KeptStore {
  const day = Math.floor(Date.now() / 86_400_000);
  const codes = codeDigests();
  let store = openAt(folder, say);
  const fail = (error: unknown): void => {
    if (store === undefined) return;
    store = undefined;
    waiting.clear();
    say(`The cache in ${folder} cannot be used (${(error as Error).message}); the build goes on without it.`);
  };
  const waiting = new Map<string, Uint8Array>();
  const asked = new Set<string>();
  let bytes = 0;

  const flush = (): void => {
    if (store === undefined || waiting.size === 0) return;
    try {
      store.transaction(() => {
        for (const [key, made] of waiting) store?.put.run(key, made, crc32(made), day);
      });
    } catch (error) {
      fail(error);
    }
    waiting.clear();
    bytes = 0;
  };

  const read = (key: string): Uint8Array | undefined => {
    if (store === undefined) return undefined;
    const held = waiting.get(key);
    if (held !== undefined) return held;
    try {
      const row = store.get.get(key) as { made: Uint8Array; sum: number; day: number } | undefined;
      if (row === undefined || crc32(row.made) !== row.sum) return undefined;
      if (row.day !== day) asked.add(key);
      return row.made;
    } catch (error) {
      fail(error);
      return undefined;
    }
  };

  return {
    at(stage, inputs) {
      const key = keyOf(stage, codes.get(stage) as string, inputs);
      return {
        key,
        get value() {
          return read(key);
        },
        put(made) {
          if (store === undefined) return;
          waiting.set(key, made);
          bytes += made.length;
          if (bytes > BATCH_BYTES) flush();
        },
      };
    },
    close() {
      flush();
      try {
        store?.transaction(() => {
          for (const key of asked) store?.touch.run(day, key);
          store?.sweep.run(day - DAYS_KEPT);
        });
        store?.close();
      } catch (error) {
        fail(error);
      }
      store = undefined;
    },
  };
}

/** Lengths stand before the inputs, so that no two lists of inputs run together into one. */
const keyOf = (stage: KeptStage, code: string, inputs: readonly string[]): string =>
  hash('sha256', [`${stage}\0${code}`, ...inputs.map((input) => `${input.length}\0${input}`)].join('\0'), 'base64');

function codeDigests(): Map<KeptStage, string> {
  const digests = new Map<string, string>();
  const digestOf = (place: string): string => {
    const known = digests.get(place) ?? digestBelow(join(root, place));
    digests.set(place, known);
    return known;
  };
  return new Map(
    (Object.keys(MADE_BY) as KeptStage[]).map((stage) => [
      stage,
      hash('sha256', [process.version, process.arch, ...MADE_BY[stage].map(digestOf)].join(' '), 'base64'),
    ]),
  );
}

function digestBelow(place: string): string {
  const digest = createHash('sha256');
  const isFile = /\.\w+$/.test(place);
  for (const path of isFile ? [''] : filesBelow(place))
    digest.update(`${path}\0`).update(readFileSync(join(place, path)));
  return digest.digest('base64');
}

const FORMAT = 'materia kept 2';

type OpenStore = ReturnType<typeof prepare>;

function openAt(folder: string, say: (line: string) => void): OpenStore | undefined {
  const path = join(folder, 'build.sqlite');
  try {
    mkdirSync(folder, { recursive: true });
    try {
      return prepare(path);
    } catch (error) {
      if (!isForeign(error)) throw error;
      say(`${path} is damaged or not ours (${(error as Error).message}); it is made anew.`);
      for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
      return prepare(path);
    }
  } catch (error) {
    say(`The cache in ${folder} cannot be used (${(error as Error).message}); the build goes on without it.`);
    return undefined;
  }
}

class ForeignFile extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB, and a database of another program. */
const isForeign = (error: unknown): boolean =>
  error instanceof ForeignFile || [11, 26].includes((error as { errcode?: number }).errcode ?? 0);

function prepare(path: string) {
  const database = new DatabaseSync(path, { timeout: LOCK_MS });
  try {
    // A killed process loses nothing by it; what a power cut spoils, the checksums find.
    database.exec(
      'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000',
    );
    const tables = database.prepare('SELECT name FROM sqlite_schema').all() as { name: string }[];
    if (tables.length === 0)
      database.exec(
        `CREATE TABLE kept (key TEXT PRIMARY KEY, made BLOB NOT NULL, sum INTEGER NOT NULL, day INTEGER NOT NULL); CREATE TABLE format (name TEXT); INSERT INTO format VALUES ('${FORMAT}')`,
      );
    else if (!tables.some(({ name }) => name === 'format')) throw new ForeignFile('another table stands in it');
    const format = database.prepare('SELECT name FROM format').get() as { name: string } | undefined;
    if (format?.name !== FORMAT) throw new ForeignFile('another version wrote it');
    // What is old is found without reading all that is kept.
    database.exec('CREATE INDEX IF NOT EXISTS kept_by_day ON kept (day)');
    return {
      get: database.prepare('SELECT made, sum, day FROM kept WHERE key = ?'),
      put: database.prepare('INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)'),
      touch: database.prepare('UPDATE kept SET day = ? WHERE key = ?'),
      sweep: database.prepare('DELETE FROM kept WHERE day < ?'),
      transaction(work: () => void): void {
        database.exec('BEGIN IMMEDIATE');
        try {
          work();
          database.exec('COMMIT');
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
