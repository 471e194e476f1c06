import { createHash, hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Cache, CacheStage } from '../catalog/cache.ts';
import { filesBelow } from './file-system.ts';
import { root } from './options.ts';

const code = (...places: readonly string[]): string[] => [
  ...places.map((place) => `src/${place}`),
  'package-lock.json',
];

const MEANING = ['interactions', 'names', 'profile', 'records', 'schema', 'text'];
const PUBLISH = code('api', 'catalog', 'publish', 'search', ...MEANING);
const PAGES = [...code(''), 'public', 'astro.config.mjs', 'tsconfig.json'];

/** What makes entries of a stage stale when it changes; so does the version of Node, with zlib and its parsers. */
export const CODE_OF: Readonly<Record<CacheStage, readonly string[]>> = {
  parsed: code('catalog/yaml.ts'),
  entry: code('catalog', ...MEANING),
  readings: code('catalog', ...MEANING),
  unbroken: code('catalog', ...MEANING),
  summary: PUBLISH,
  companion: PUBLISH,
  answer: PUBLISH,
  image: code(
    ...['share-png', 'share-image', 'typeset'].map((file) => `components/${file}.ts`),
    ...['catalog', 'figures', 'publish/edition.ts', ...MEANING],
  ),
  bundle: PAGES,
  page: PAGES,
  compressed: ['src/build/compress.ts'],
  shards: PUBLISH,
  // Its inputs hold a fingerprint of all sources; each file is reused by a key or a digest of its own.
  previous: ['src/build/previous-build.ts', 'src/build/compress.ts'],
};

export interface CacheStore extends Cache {
  /** Writes what is still in memory, and drops the least recently used entries beyond the size limit. */
  close(): void;
}

interface CacheOptions {
  readonly folder: string;
  /** CACHE_MB in bytes: above it the entries used longest ago are dropped, but none that this build asked for. */
  readonly limit?: number;
  readonly say: (line: string) => void;
}

const BATCH_BYTES = 8e6;
/** How long another build may hold the write lock; after that this one goes on without the cache. */
const LOCK_MS = 5_000;

/** One SQLite file with a checksum an entry, for two builds at once; a damaged one is made anew. */
export function openCache({ folder, limit = Number.POSITIVE_INFINITY, say }: CacheOptions): CacheStore {
  const today = Math.floor(Date.now() / 86_400_000);
  const codes = codeDigests();
  const waiting = new Map<string, Uint8Array>();
  const used = new Set<string>();
  let bytes = 0;
  let store = openAt(folder, say);
  /** The result of `work` on the database; undefined, without a database or with a new one, where that fails. */
  const attempt = <T>(work: (open: OpenStore) => T): T | undefined => {
    if (store === undefined) return undefined;
    try {
      return work(store);
    } catch (error) {
      waiting.clear();
      store.close();
      store = isDamaged(error) ? replaced(folder, error, say) : unusable(folder, error, say);
      return undefined;
    }
  };
  const flush = (): void => {
    if (waiting.size > 0)
      attempt(({ transaction, put }) =>
        transaction(() => {
          for (const [key, value] of waiting) put.run(key, value, crc32(value), today, value.length);
        }),
      );
    waiting.clear();
    bytes = 0;
  };
  const read = (key: string): Uint8Array | undefined =>
    waiting.get(key) ??
    attempt(({ get }) => {
      const { value, sum } = (get.get(key) ?? {}) as { value?: Uint8Array; sum?: number };
      return value instanceof Uint8Array && crc32(value) === sum ? value : undefined;
    });

  return {
    at(stage, inputs) {
      const digests = inputs.map((input) => hash('sha256', input, 'base64'));
      const key = hash('sha256', [stage, codes.get(stage), ...digests].join(' '), 'base64');
      used.add(key);
      return {
        key,
        inputs: digests,
        get value() {
          return read(key);
        },
        put(value) {
          if (store === undefined) return;
          waiting.set(key, value);
          bytes += value.length;
          if (bytes > BATCH_BYTES) flush();
        },
      };
    },
    close() {
      flush();
      attempt(({ transaction, touch, total, oldest, drop }) =>
        transaction(() => {
          for (const key of used) touch.run(today, key, today);
          let excess = (total.get() as { bytes: number }).bytes - limit;
          if (excess <= 0) return;
          for (const entry of oldest.all() as { id: number; key: string; bytes: number }[]) {
            // What this build needs stays, however much that is.
            if (excess <= 0 || used.has(entry.key)) continue;
            drop.run(entry.id);
            excess -= entry.bytes;
          }
        }),
      );
      store?.close();
      store = undefined;
    },
  };
}

function codeDigests(): Map<CacheStage, string> {
  const digests = new Map<string, string>();
  const digestOf = (place: string): string => {
    const known = digests.get(place) ?? digestBelow(join(root, place));
    digests.set(place, known);
    return known;
  };
  return new Map(
    (Object.keys(CODE_OF) as CacheStage[]).map((stage) => [
      stage,
      hash('sha256', [process.version, process.arch, ...CODE_OF[stage].map(digestOf)].join(' '), 'base64'),
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

const FORMAT = 'materia cache 1';

type OpenStore = ReturnType<typeof prepare>;

function openAt(folder: string, say: (line: string) => void): OpenStore | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    return prepare(join(folder, FILE));
  } catch (error) {
    return isDamaged(error) ? replaced(folder, error, say) : unusable(folder, error, say);
  }
}

const FILE = 'build.sqlite';

function replaced(folder: string, cause: unknown, say: (line: string) => void): OpenStore | undefined {
  const path = join(folder, FILE);
  try {
    say(`${path} is damaged or not ours (${(cause as Error).message}); it is made anew.`);
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    return prepare(path);
  } catch (error) {
    return unusable(folder, error, say);
  }
}

function unusable(folder: string, error: unknown, say: (line: string) => void): undefined {
  say(
    `The cache in ${folder} cannot be used (${(error as Error).message}); the build goes on without it. CACHE_DIR names another folder.`,
  );
}

class ForeignFile extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB with their extended codes, and a database of another program or version. */
const isDamaged = (error: unknown): boolean =>
  error instanceof ForeignFile || [11, 26].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);

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
        `CREATE TABLE cache (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, value BLOB NOT NULL, sum INTEGER NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL); CREATE INDEX sizes ON cache (used, id, key, bytes); CREATE TABLE format (name TEXT); INSERT INTO format VALUES ('${FORMAT}')`,
      );
    else if (!tables.some(({ name }) => name === 'format')) throw new ForeignFile('it has other tables');
    const format = database.prepare('SELECT name FROM format').get() as { name: string } | undefined;
    if (format?.name !== FORMAT) throw new ForeignFile('another version wrote it');
    return {
      get: database.prepare('SELECT value, sum FROM cache WHERE key = ?'),
      put: database.prepare('INSERT OR REPLACE INTO cache (key, value, sum, used, bytes) VALUES (?, ?, ?, ?, ?)'),
      touch: database.prepare('UPDATE cache SET used = ? WHERE key = ? AND used < ?'),
      total: database.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM cache'),
      oldest: database.prepare('SELECT id, key, bytes FROM cache ORDER BY used, id'),
      drop: database.prepare('DELETE FROM cache WHERE id = ?'),
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
