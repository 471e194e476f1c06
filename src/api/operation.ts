import type { Kind } from '../schema/kinds.ts';
import type { Envelope, Problem, Report } from '../schema/types.ts';
import type { Data } from './catalog-data.ts';

/** A JSON Schema, 2020-12, as it is published. */
export type JsonSchema = Record<string, unknown>;

/** One row of THE table (api/operations.ts): REST, MCP, `/v1`, `/v1/tools` and OpenAPI all come from it. */
export interface Operation {
  /** MCP tool name, as specified. */
  readonly tool: string;
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** Path below BASE_URL, such as `/v1/lookup`. */
  readonly path: string;
  /** When to use it, what comes back, what not to do. */
  readonly purpose: string;
  /** Object schema of the inputs: the query of GET, the body of POST, the arguments of the tool. */
  readonly input: JsonSchema;
  /** Schema of `data` in a success envelope. */
  readonly output: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Codes of the problems it may answer with. */
  readonly problems: readonly Problem['code'][];
  readonly run: (input: Input, context: Context) => Promise<Answer>;
}

/** Raw inputs as they came: query values (an array when a parameter was repeated), JSON body or tool arguments. */
export type Input = Readonly<Record<string, unknown>>;

export type Answer = { readonly ok: true; readonly body: Envelope } | { readonly ok: false; readonly body: Problem };

export interface Context {
  readonly data: Data;
  readonly reports: ReportStore;
  /** What the request asked for, for `instance` of a problem: path and query, or `tool:<name>`. */
  readonly instance: string;
  /** Keyed digest of the sender, where known; never an address. */
  readonly sender?: string;
  readonly now: Date;
}

/** Where reports go (function/reports). `add` resolves only once the report is durable. */
export interface ReportStore {
  /** @throws {StorageUnavailable} when the report could not be stored; then nothing was. */
  add(report: Report, meta: { receivedAt: string; sender?: string }): Promise<Receipt>;
}
export interface Receipt {
  id: string;
  /** ISO 8601, UTC. */
  received_at: string;
  /** The same claim had been received before; `id` and `received_at` are of the first. */
  duplicate: boolean;
}
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

export interface Suggestion {
  kind: Kind;
  slug: string;
  name: string;
  canonical_url: string;
}
