import type { Envelope, Problem, Report } from '../schema/types.ts';
import { type answerData, outlineOf } from './answer-schemas.ts';
import type { CatalogData } from './catalog-data.ts';
import { type Fields, inputSchema, type JsonSchema, parseInputs, type RawInput, type Values } from './inputs.ts';

interface Row<F extends Fields> {
  /** MCP tool name (docs/contract.md, Addresses). */
  readonly tool: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly purpose: string;
  readonly input: F;
  readonly answerSchema: keyof typeof answerData;
  readonly annotations: Readonly<Record<keyof typeof readsOnly, boolean>>;
  readonly policy: 'default' | 'reports';
  readonly problems: readonly Problem['code'][];
  readonly run: (input: Values<F>, context: Context) => Promise<Envelope>;
  /** What a tool's text says of `data`, a fact a line, the weightiest first; all of `data` where undefined. */
  readonly summarize?: (data: unknown, input: RawInput) => readonly string[] | undefined;
}

/** One row of THE table (api/operations.ts): REST, MCP, `/v1`, `/v1/tools` and OpenAPI all come from it. */
export interface Operation extends Omit<Row<Fields>, 'input' | 'run'> {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly answer: (input: RawInput, context: Context) => Promise<Envelope>;
}

export const operation = <F extends Fields>({ input, run, ...row }: Row<F>): Operation => ({
  ...row,
  input: inputSchema(input),
  output: outlineOf(row.answerSchema),
  answer: async (raw, context) =>
    run(parseInputs(input, raw, row.method === 'GET' ? 'invalid_parameter' : 'invalid_body'), context),
});

export const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export const nameProblems: readonly Problem['code'][] = [
  'missing_parameter',
  'invalid_parameter',
  'not_in_catalog',
  'not_recognized',
  'ambiguous_name',
  'is_a_class',
  'withdrawn',
];

export interface Context {
  readonly data: CatalogData;
  readonly reports: ReportStore;
  readonly now: Date;
}

export interface ReportStore {
  /** @throws {StorageUnavailable} when the report could not be stored; then nothing was. */
  add(report: Report, meta: { receivedAt: string }): Promise<Receipt>;
}
export interface Receipt {
  id: string;
  /** ISO 8601, UTC: of this submission. */
  received_at: string;
  /** The same claim had been received before, under the same `id`; what is new in this one was stored with it. */
  duplicate: boolean;
}
