import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../../api/refusal.ts';
import type { Query, SqlRow } from '../reports/report-store.ts';

export interface SqliteSettings {
  readonly dataDir: string;
  /** The database stops growing here; then reports are refused, none is dropped. */
  readonly maxBytes: number;
}
export interface SqliteCall {
  readonly id: number;
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}
type SqliteResponse = { readonly id: number } & ({ readonly rows: readonly SqlRow[] } | { readonly problem: string });

export interface Sqlite {
  readonly query: Query;
  close(): Promise<void>;
}

/**
 * `<dataDir>/reports.sqlite`, opened at the first statement. It never fails here: a database that is missing its
 * directory, locked for 5 seconds, full or corrupt makes each statement reject with {@link StorageUnavailable}.
 */
export function openSqlite({ dataDir, maxBytes = 1024 ** 3 }: Partial<SqliteSettings> & { dataDir: string }): Sqlite {
  const waiting = new Map<number, { resolve: (rows: readonly SqlRow[]) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let thread: Worker | undefined;

  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: { dataDir, maxBytes } });
    started.on('message', settle);
    started.on('error', (error: Error) => abandon(`The database thread ended: ${error.message}`));
    started.unref();
    return started;
  };

  const settle = (reply: SqliteResponse): void => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) thread?.unref();
    if ('rows' in reply) call?.resolve(reply.rows);
    else call?.reject(new StorageUnavailable(reply.problem));
  };

  const abandon = (reason: string): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new StorageUnavailable(reason));
    waiting.clear();
  };

  return {
    query: (sql, ...values) =>
      new Promise((resolve, reject) => {
        thread ??= start();
        thread.ref();
        calls += 1;
        waiting.set(calls, { resolve, reject });
        thread.postMessage({ id: calls, sql, values } satisfies SqliteCall);
      }),
    async close() {
      await thread?.terminate();
      abandon('The database is closed.');
    },
  };
}
