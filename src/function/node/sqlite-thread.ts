/**
 * The thread that owns the database file. SQLite waits for locks and for the disk synchronously; here that delays
 * reports only, never a reader (see sqlite.ts).
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteCall, SqliteSettings } from './sqlite.ts';

const settings = workerData as SqliteSettings;
const schema = readFileSync(join(import.meta.dirname, '../reports/schema.sql'), 'utf8');
let database: DatabaseSync | undefined;

parentPort?.on('message', ({ id, sql, values }: SqliteCall) => {
  try {
    database ??= open(settings);
    parentPort?.postMessage({ id, rows: database.prepare(sql).all(...values) });
  } catch (error) {
    // Opened anew for the next statement: a repaired disk or file needs no restart.
    close();
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});

function open({ dataDir, maxBytes }: SqliteSettings): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const opened = new DatabaseSync(join(dataDir, 'reports.sqlite'), { timeout: 5000 });
  try {
    // FULL: in WAL mode only then is a commit on the disk before the receipt goes out.
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    opened.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / 4096)}`);
    opened.exec(schema);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function close(): void {
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
