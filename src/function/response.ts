import { type Addresses, cacheLifetimes, commonHeaders, linkHeader, REQUEST_ID } from '../api/headers.ts';
import type { Envelope, Problem } from '../schema/types.ts';
import { type Bytes, toBytes } from '../text/bytes.ts';

export interface ResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes | null;
}
export type Headers = Readonly<Record<string, string>>;

/** The request headers an answer may depend on, by lower-case name. */
export type Header = (name: string) => string | undefined;

/** `id` is the one that the log has of the request. */
export function toResponse({ status, headers, body }: ResponseParts, id?: string): Response {
  // workerd would compress a second time what says that it is compressed; other engines know no such option.
  const encodeBody = 'Content-Encoding' in headers ? 'manual' : 'automatic';
  const bytes = typeof body === 'string' ? toBytes(body) : body;
  const length = typeof body === 'string' && bytes ? { 'Content-Length': String(bytes.length) } : {};
  return new Response(bytes, {
    status,
    headers: { ...headers, ...length, ...(id && { [REQUEST_ID]: id }) },
    encodeBody,
  } as ResponseInit);
}

export async function envelopeResponse(
  envelope: Envelope,
  addresses: Addresses,
  digest: (body: Bytes) => string | Promise<string>,
): Promise<ResponseParts> {
  const body = toBytes(JSON.stringify(envelope));
  const headers = {
    ...jsonHeaders(addresses),
    'Cache-Control': cacheLifetimes.revalidated,
    ETag: `"${await digest(body)}"`,
    'Content-Length': String(body.length),
  };
  return { status: 200, headers, body };
}

export const receiptResponse = (envelope: Envelope, addresses: Addresses): ResponseParts => ({
  status: 200,
  headers: { ...jsonHeaders(addresses), 'Cache-Control': cacheLifetimes.never },
  body: JSON.stringify(envelope),
});

export const problemResponse = (problem: Problem, addresses: Addresses, headers: Headers = {}): ResponseParts => ({
  status: problem.status,
  headers: {
    ...jsonHeaders(addresses),
    ...headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': cacheLifetimes.never,
  },
  body: JSON.stringify(problem),
});

/** Moved on the same host, for good; cached no longer than a page, since a rename may be undone. */
export const redirectResponse = (location: string, addresses: Addresses): ResponseParts => ({
  status: 301,
  headers: { ...commonHeaders(addresses), 'Cache-Control': cacheLifetimes.revalidated, Location: location },
  body: null,
});

export const preflightResponse = (allow: string, addresses: Addresses): ResponseParts => ({
  status: 204,
  headers: {
    ...commonHeaders(addresses),
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers':
      'content-type, accept, if-none-match, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
});

const jsonHeaders = (addresses: Addresses): Headers => ({
  ...commonHeaders(addresses),
  Link: linkHeader('', addresses.siteUrl),
  'Content-Type': 'application/json; charset=utf-8',
});

/** If-None-Match decides alone where there is one; only then If-Modified-Since counts (RFC 9110 13.1.3). */
export function isFresh(headers: Headers, header: Header): boolean {
  const known = header('if-none-match');
  if (known !== undefined)
    return known.split(',').some((tag) => ['*', headers.ETag].includes(tag.trim().replace(/^W\//, '')));
  const since = header('if-modified-since');
  const modified = headers['Last-Modified'];
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}

export const unlessFresh = (response: ResponseParts, header: Header): ResponseParts =>
  isFresh(response.headers, header) ? notModified(response.headers) : response;

export function notModified(headers: Headers): ResponseParts {
  const remaining = Object.entries(headers).filter(([name]) => !OF_THE_BODY.has(name));
  return { status: 304, headers: Object.fromEntries(remaining), body: null };
}

const OF_THE_BODY = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);
