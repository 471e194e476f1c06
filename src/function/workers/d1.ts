import { StorageUnavailable } from '../../api/refusal.ts';
import type { Query, SqlRow } from '../reports/report-store.ts';

/** The part of Cloudflare's D1Database that is used here. */
export interface D1 {
  prepare(sql: string): D1Statement;
  batch(statements: readonly D1Statement[]): Promise<unknown>;
}
interface D1Statement {
  bind(...values: readonly (string | number | null)[]): D1Statement;
  all(): Promise<{ results: readonly SqlRow[] }>;
}

/** D1 as a {@link Query}. The tables are made before the first statement of each isolate. */
export function openD1(database: D1, schema: string): Query {
  let prepared = false;
  return async (sql, ...values) => {
    try {
      if (!prepared) await database.batch(statements(schema).map((statement) => database.prepare(statement)));
      prepared = true;
      const { results } = await database
        .prepare(sql)
        .bind(...values)
        .all();
      return results;
    } catch (error) {
      throw new StorageUnavailable(error instanceof Error ? error.message : String(error));
    }
  };
}

/** D1 takes one statement at a time. Ours hold no semicolon but the one at their end. */
const statements = (schema: string): string[] =>
  schema
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
