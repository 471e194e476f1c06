/** The thread that owns the database file: waiting for locks and for the disk delays reports only, never a reader. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { newerStore, schemaSteps } from '../reports/schema-steps.ts';
import type { SqliteCall, SqliteSettings } from './sqlite.ts';

/** Shorter than the deadline of a statement, so that a lock is reported as a lock. */
const LOCK_MS = 4000;

const settings = workerData as SqliteSettings;
const path = join(settings.dataDir, 'reports.sqlite');
let database: DatabaseSync | undefined;
/** Those that are open; meaningless without a database. */
let files: string | undefined;

parentPort?.on('message', (call: SqliteCall | 'close') => {
  if (call === 'close') {
    close();
    parentPort?.close();
    return;
  }
  const { id, sql, values, until } = call;
  try {
    // The caller got an error already: it must not happen after all.
    if (Date.now() > until) throw new Error('The database was busy for too long.');
    if (database !== undefined && filesNow() !== files) close();
    database ??= open(settings);
    files ??= filesNow();
    const rows = database.prepare(sql).all(...values);
    if (filesNow() !== files) throw new Error('The database was taken away while it was in use.');
    parentPort?.postMessage({ id, rows });
  } catch (error) {
    // Opened anew for the next statement: a repaired disk or file needs no restart.
    close();
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});

/** Identities of the files at the two places: what is written into one that was deleted or moved away is lost to the editor. */
const filesNow = (): string =>
  [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => (stat === undefined ? 'none' : `${stat.dev}/${stat.ino}`))
    .join(' ');

function open({ dataDir, maxBytes }: SqliteSettings): DatabaseSync {
  keepPrivate(dataDir, path);
  const opened = new DatabaseSync(path, { timeout: LOCK_MS });
  try {
    // FULL: in WAL mode only then is a commit on the disk before the receipt goes out.
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    opened.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / 4096)}`);
    upgrade(opened);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** For the account of the service alone. SQLite gives its log and its index of it the mode of the database. */
function keepPrivate(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch {
      // Not there, or another account's: then its owner decides.
    }
  }
}

/** Takes the steps that the store lacks, each whole or not at all. @throws when the store is of a later version */
function upgrade(store: DatabaseSync): void {
  if (versionOf(store) === schemaSteps.length) return;
  store.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(store);
    if (version > schemaSteps.length) throw new Error(newerStore(version));
    for (const statement of schemaSteps.slice(version).flat()) store.exec(statement);
    store.exec(`PRAGMA user_version = ${schemaSteps.length}`);
    store.exec('COMMIT');
  } catch (error) {
    store.exec('ROLLBACK');
    throw error;
  }
  // What a step drops is to be on the disk no longer, in the log neither.
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

const versionOf = (store: DatabaseSync): number =>
  Number((store.prepare('PRAGMA user_version').get() as { user_version: number }).user_version);

function close(): void {
  try {
    database?.close();
  } finally {
    database = undefined;
    files = undefined;
  }
}
