import type { Envelope, Problem, Report } from '../schema/types.ts';
import { type answerData, outlineOf } from './answer-schemas.ts';
import type { CatalogData } from './catalog-data.ts';
import { type Fields, inputSchema, type JsonSchema, parseInputs, type RawInput, type Values } from './inputs.ts';

/** A row of the table as its author writes it. */
interface Row<F extends Fields> {
  /** MCP tool name (docs/contract.md, Addresses). */
  readonly tool: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** Path below BASE_URL, such as `/v1/lookup`. */
  readonly path: string;
  /** When to use it, what comes back, what not to do. */
  readonly purpose: string;
  /** One field for each input: its schema and its parser. */
  readonly input: F;
  /** Name of the schema of its answer (api/answer-schemas). */
  readonly answerSchema: keyof typeof answerData;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Which rate limit a call counts against. */
  readonly policy: 'default' | 'reports';
  /** Codes of the problems it may answer with. */
  readonly problems: readonly Problem['code'][];
  /** @throws {Refusal} where there is no answer */
  readonly run: (input: Values<F>, context: Context) => Promise<Envelope>;
  /**
   * What the text of a tool result says of `data`, one fact a line, what matters most first; all of `data` where a row
   * has none, or where undefined comes back. Clients that hand a model the text alone read nothing else.
   */
  readonly summarize?: (data: unknown, input: RawInput) => readonly string[] | undefined;
}

/** One row of THE table (api/operations.ts): REST, MCP, `/v1`, `/v1/tools` and OpenAPI all come from it. */
export interface Operation extends Omit<Row<Fields>, 'input' | 'run'> {
  /** Object schema of the inputs: the query of GET, the body of POST, the arguments of the tool. */
  readonly input: JsonSchema;
  /** Outline of the schema of `data` in a success envelope. */
  readonly output: JsonSchema;
  /** Reads the inputs and answers. @throws {Refusal} */
  readonly answer: (input: RawInput, context: Context) => Promise<Envelope>;
}

export const operation = <F extends Fields>({ input, run, ...row }: Row<F>): Operation => ({
  ...row,
  input: inputSchema(input),
  output: outlineOf(row.answerSchema),
  answer: async (raw, context) =>
    run(parseInputs(input, raw, row.method === 'GET' ? 'invalid_parameter' : 'invalid_body'), context),
});

/** Hints of a tool that only reads a closed catalog. */
export const readsOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What an operation that takes names may refuse with. */
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

/** Where reports go (function/reports). `add` resolves only once the report is durable. */
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
