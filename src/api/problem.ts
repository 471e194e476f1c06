import type { Kind } from '../schema/kinds.ts';
import type { Problem } from '../schema/types.ts';
import { printable } from '../text/invisible.ts';
import { type Attribution, envelope } from './envelope.ts';
import listed from './problems.json' with { type: 'json' };

export type ProblemCode = Problem['code'];

export interface Suggestion {
  kind: Kind;
  slug: string;
  name: string;
  matched?: string;
  canonical_url: string;
}

/** THE list of problems (docs/contract.md, Errors): status, short title, and what to do, which /developers shows. */
export const problems: Readonly<Record<ProblemCode, { status: number; title: string; remedy: string }>> = listed;

export interface ProblemParts {
  code: ProblemCode;
  detail: string;
  instance: string;
  lastUpdated: string;
  errors?: readonly { parameter: string; detail: string }[] | undefined;
  suggestions?: readonly Suggestion[] | undefined;
}

/** RFC 9457 problem and envelope in one body. Texts quote what was sent: what cannot be seen in it becomes an escape. */
export function problem(
  from: Attribution,
  { code, detail: said, instance, lastUpdated, errors, suggestions }: ProblemParts,
): Problem {
  const detail = printable(said);
  const { status, title, remedy } = problems[code];
  const type = `${from.site_url}/developers#${code}`;
  const frame = envelope(from, {
    summary: `${title}: ${detail}`,
    guidance: `${remedy.replaceAll('`', '')} Tell the person that no data was returned; do not fill the gap from memory.`,
    mustNot: ['Do not answer from memory as if this service had confirmed it.'],
    sourceUrl: type,
    lastUpdated,
    data: null,
  });
  return {
    type,
    title,
    status,
    detail,
    instance,
    code,
    ...(errors && { errors: errors.map((one) => ({ ...one, detail: printable(one.detail) })) }),
    ...(suggestions && { suggestions: [...suggestions] }),
    ...frame,
    data: null,
  };
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly { parameter: string; detail: string }[];
  readonly suggestions: readonly Suggestion[] | undefined;
  constructor({
    code,
    detail,
    errors = [],
    suggestions,
  }: {
    code: ProblemCode;
    detail?: string | undefined;
    errors?: readonly { parameter: string; detail: string }[];
    suggestions?: readonly Suggestion[] | undefined;
  }) {
    super(detail ?? errors.map((one) => one.detail).join(' '));
    this.code = code;
    this.errors = errors;
    this.suggestions = suggestions;
  }
}

/** The report store cannot be written or read at the moment. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}
