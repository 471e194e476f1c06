import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogData, type DataReader, openData } from '../../src/api/catalog-data.ts';
import type { RawInput } from '../../src/api/inputs.ts';
import { refusalProblem } from '../../src/api/named-record.ts';
import type { Context, Receipt } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';
import { Refusal } from '../../src/api/problem.ts';
import type { Envelope, Problem } from '../../src/schema/types.ts';

/** Reads v1/ of a built dist as the function does. */
export function readV1(dist: string): DataReader {
  const read = new Map<string, unknown>();
  return {
    async json(path) {
      const file = join(dist, 'v1', path);
      if (!read.has(path)) read.set(path, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
      return read.get(path);
    },
  };
}

export type Answer = { readonly ok: true; readonly body: Envelope } | { readonly ok: false; readonly body: Problem };

/** Runs operations by tool name against a built dist, with the real data and a list as the report store. */
export async function serviceOf(
  dist: string,
): Promise<{ data: CatalogData; run: (tool: string, input: RawInput) => Promise<Answer> }> {
  const data = await openData(readV1(dist));
  const receipts: Receipt[] = [];
  const reports = {
    add: async () => {
      receipts.push({ id: `r${receipts.length + 1}`, received_at: '2026-11-21T00:00:00.000Z', duplicate: false });
      return receipts.at(-1) as Receipt;
    },
  };
  const context: Context = { data, reports, now: new Date('2026-11-21T00:00:00Z') };
  return {
    data,
    run: async (tool, input) => {
      const operation = operations.find((one) => one.tool === tool);
      if (!operation) throw new Error(`There is no tool ${tool}.`);
      try {
        return { ok: true, body: await operation.answer(input, context) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { ok: false, body: refusalProblem(error, data.service, 'test') };
      }
    },
  };
}
