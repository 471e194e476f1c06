import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../../api/problem.ts';
import { type Query, type SqlRow, STORE_DEADLINE_MS, withDeadline } from '../reports/report-store.ts';

export interface SqliteSettings {
  readonly dataDir: string;
  /** The database stops growing here; then reports are refused, none is dropped. */
  readonly maxBytes: number;
}
export interface SqliteCall {
  readonly id: number;
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
  /** Milliseconds since 1970 after which it must not run any more. */
  readonly until: number;
}
type SqliteResponse = { readonly id: number } & ({ readonly rows: readonly SqlRow[] } | { readonly problem: string });

export interface SqliteOptions extends Partial<SqliteSettings> {
  readonly dataDir: string;
  readonly deadlineMs?: number;
}

export interface Sqlite {
  readonly query: Query;
  /** Writes the log into the file and ends the thread; false when a disk that hangs kept it from that. */
  close(): Promise<boolean>;
}

const CLOSE_MS = 1500;

/**
 * `<dataDir>/reports.sqlite`, opened at the first statement. It never fails here: a database that is missing its
 * directory, locked for seconds, full, corrupt, of a later version or hanging makes each statement reject with
 * {@link StorageUnavailable}, within the deadline.
 */
export function openSqlite({ dataDir, maxBytes = 1024 ** 3, deadlineMs = STORE_DEADLINE_MS }: SqliteOptions): Sqlite {
  const waiting = new Map<number, { resolve: (rows: readonly SqlRow[]) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let thread: Worker | undefined;

  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: { dataDir, maxBytes },
      // It hands rows on and holds nothing.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    started.on('message', settle);
    started.on('error', (error: Error) => abandon(`The database thread ended: ${error.message}`));
    started.on('exit', () => {
      if (thread === started) abandon('The database thread ended.');
    });
    started.unref();
    return started;
  };

  const forget = (id: number): void => {
    waiting.delete(id);
    if (waiting.size === 0) thread?.unref();
  };

  const settle = (reply: SqliteResponse): void => {
    const call = waiting.get(reply.id);
    forget(reply.id);
    if ('rows' in reply) call?.resolve(reply.rows);
    else call?.reject(new StorageUnavailable(reply.problem));
  };

  const abandon = (reason: string): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new StorageUnavailable(reason));
    waiting.clear();
  };

  return {
    query: (sql, ...values) => {
      thread ??= start();
      thread.ref();
      calls += 1;
      const id = calls;
      const answer = new Promise<readonly SqlRow[]>((resolve, reject) => waiting.set(id, { resolve, reject }));
      thread.postMessage({ id, sql, values, until: Date.now() + deadlineMs } satisfies SqliteCall);
      return withDeadline(answer, deadlineMs).finally(() => forget(id));
    },
    async close() {
      const ending = thread;
      abandon('The database is closed.');
      if (ending === undefined) return true;
      ending.ref();
      ending.postMessage('close');
      const ended = await Promise.race([once(ending, 'exit').then(() => true), wait(CLOSE_MS, false)]);
      // A thread in a system call that never returns cannot be ended: it is left behind.
      ending.unref();
      return ended;
    },
  };
}
