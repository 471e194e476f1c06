import type { Kind } from '../schema/kinds.ts';
import type { Problem } from '../schema/types.ts';
import { printable } from '../text/invisible.ts';
import { type Attribution, envelope } from './envelope.ts';
import {
  HEAD_MS,
  kibibytes,
  LARGEST_HEAD,
  LARGEST_MESSAGE,
  LARGEST_REPORT,
  MAX_LIMIT,
  MAX_NAME,
  REQUEST_MS,
} from './request-limits.ts';

export type ProblemCode = Problem['code'];

/** A record that may have been meant. */
export interface Suggestion {
  kind: Kind;
  slug: string;
  name: string;
  canonical_url: string;
}

/** THE list of problems (docs/contract.md, Errors): status, short title, and what to do, which /developers shows. */
export const problems = {
  missing_parameter: {
    status: 400,
    title: 'Missing parameter',
    remedy: 'Send every required input; `errors` names those that are missing.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    remedy: `Send each input once, as plain text of at most ${MAX_NAME} characters; \`limit\` is a whole number from 1 to ${MAX_LIMIT}.`,
  },
  unsupported_kind: {
    status: 400,
    title: 'Unsupported kind',
    remedy: 'This operation works on medications only; name a medication.',
  },
  same_item: { status: 400, title: 'Same item twice', remedy: 'Name two different medications.' },
  invalid_json: { status: 400, title: 'Invalid JSON', remedy: 'Send a body that is one valid JSON object in UTF-8.' },
  bad_request: {
    status: 400,
    title: 'Bad request',
    remedy: 'Send a request that HTTP/1.1 allows: one Host, one length, a known method, an address without spaces.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    remedy:
      'Call the server by its own name and, from a browser, from a page that may; whoever runs it lists further names in ALLOWED_HOSTS.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the address; `suggestions` lists records with a similar one. `/v1` lists every endpoint.',
  },
  not_in_catalog: {
    status: 404,
    title: 'Not in the catalog',
    remedy:
      'The name is real, but there is no record of it here. Look it up elsewhere; do not take another name for it.',
  },
  not_recognized: {
    status: 404,
    title: 'Name not recognized',
    remedy: 'Check the spelling, or search with `/v1/search`.',
  },
  ambiguous_name: {
    status: 404,
    title: 'Ambiguous name',
    remedy: 'Several names are near; ask the person which is meant. `suggestions` lists them.',
  },
  is_a_class: {
    status: 404,
    title: 'A class, not one medicine',
    remedy:
      'Ask which medicine of the class is meant. `suggestions` lists the members that have a record; `/v1/interactions` takes a class as it is.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use a method that the `Allow` header names.',
  },
  withdrawn: {
    status: 410,
    title: 'Withdrawn',
    remedy: 'The record was withdrawn for the reason given; use its successor where there is one.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    remedy: `Send the whole head within ${HEAD_MS / 1000} seconds and the whole request within ${REQUEST_MS / 1000}.`,
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    remedy: `Send a body of at most ${kibibytes(LARGEST_REPORT)} (${kibibytes(LARGEST_MESSAGE)} on \`/mcp\`).`,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send `Content-Type: application/json`.',
  },
  invalid_body: {
    status: 422,
    title: 'Invalid body',
    remedy: 'Send an object with `claim` as text; `errors` says which field is wrong.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the seconds in `Retry-After`. Precomputed files are not limited.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    remedy: `Send an address and headers of at most ${kibibytes(LARGEST_HEAD)} together.`,
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    remedy: 'The fault is ours; `instance` holds the id to quote when you report it.',
  },
  storage_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    remedy: 'What was asked for cannot be stored or read just now, and nothing was acknowledged. Try again later.',
  },
} as const satisfies Record<ProblemCode, { status: number; title: string; remedy: string }>;

export interface ProblemParts {
  code: ProblemCode;
  /** What happened to this request. */
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
