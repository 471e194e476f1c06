import { StorageUnavailable } from '../../api/problem.ts';
import { type Query, type SqlRow, withDeadline } from '../reports/report-store.ts';
import { newerStore, schemaSteps } from '../reports/schema-steps.ts';

export interface D1 {
  prepare(sql: string): D1Statement;
  batch(statements: readonly D1Statement[]): Promise<unknown>;
}
interface D1Statement {
  bind(...values: readonly (string | number | null)[]): D1Statement;
  all(): Promise<{ results: readonly SqlRow[] }>;
}

/** D1 as a {@link Query}. It is brought up to date before the first statement of each isolate. */
export function openD1(database: D1): Query {
  let isCurrent = false;
  const ask = async (sql: string, values: readonly (string | number | null)[]): Promise<readonly SqlRow[]> => {
    if (!isCurrent) await upgrade(database);
    isCurrent = true;
    const { results } = await database
      .prepare(sql)
      .bind(...values)
      .all();
    return results;
  };
  return async (sql, ...values) => {
    try {
      return await withDeadline(ask(sql, values));
    } catch (error) {
      throw new StorageUnavailable(error instanceof Error ? error.message : String(error));
    }
  };
}

/** D1 knows no `user_version`, so the steps taken are in a table; its key lets one of two isolates take a step. */
async function upgrade(database: D1): Promise<void> {
  await database.prepare('CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY) STRICT').bind().all();
  const { results } = await database.prepare('SELECT MAX(step) AS version FROM schema_steps').bind().all();
  const version = Number(results[0]?.version ?? 0);
  if (version > schemaSteps.length) throw new Error(newerStore(version));
  for (const [at, statements] of schemaSteps.entries()) {
    if (at < version) continue;
    const taken = database.prepare('INSERT INTO schema_steps VALUES (?)').bind(at + 1);
    await database.batch([taken, ...statements.map((statement) => database.prepare(statement))]);
  }
}

export interface BoundDatabase {
  readonly binding: string;
  readonly database_name?: string;
  readonly database_id?: string;
}

/** The desk's configuration of the deployed database: bindings are local unless `remote`. @throws without an id */
export function deskConfig(database: BoundDatabase, config: string): object {
  const { database_name: name, database_id: id } = database;
  if (!id || /^[0-]*$/.test(id)) {
    throw new Error(
      `${config} names no database: the database_id of ${name} is a placeholder. Put in the id that \`npx wrangler d1 create ${name}\` printed.`,
    );
  }
  return { name: 'materia-desk', compatibility_date: '2026-07-01', d1_databases: [{ ...database, remote: true }] };
}
