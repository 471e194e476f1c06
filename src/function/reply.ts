import { parseAccept } from 'hono/utils/accept';
import { type Addresses, cacheLifetimes, commonHeaders, headersFor, linkHeader } from '../api/headers.ts';
import type { Envelope, Problem } from '../schema/types.ts';
import type { Asset, Assets, Encoding } from './assets.ts';
import { sha256 } from './digest.ts';

/** An HTTP answer before it is a Response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}
type Headers = Readonly<Record<string, string>>;

/** The request headers an answer may depend on, by lower-case name. */
export type Header = (name: string) => string | undefined;

export const response = ({ status, headers, body }: Reply): Response => new Response(body, { status, headers });

/**
 * A file of the build as `address`: compressed when the client takes it, 304 when the client has it (RFC 9110 13.2.2).
 * @throws {StorageUnavailable} when the file is damaged.
 */
export async function fileReply(assets: Assets, { file, address }: { file: string; address: string }, header: Header): Promise<Reply> {
  const asset = assets.find(file) as Asset;
  const encoding = contentEncoding(asset, header('accept-encoding'));
  const headers = fileHeaders(assets.addresses, { asset, address, encoding });
  if (isCurrent(headers, header)) return notModified(headers);
  const body = await assets.read(file, encoding);
  return { status: 200, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

/** The envelope of a GET operation, which a client may keep and ask for again by ETag. */
export async function envelopeReply(envelope: Envelope, addresses: Addresses, header: Header): Promise<Reply> {
  const body = JSON.stringify(envelope);
  const headers = {
    ...jsonHeaders(addresses),
    'Cache-Control': cacheLifetimes.revalidated,
    ETag: `"${await sha256(body)}"`,
  };
  return isCurrent(headers, header) ? notModified(headers) : { status: 200, headers, body };
}

/** The envelope of a POST operation. */
export const receiptReply = (envelope: Envelope, addresses: Addresses): Reply => ({
  status: 200,
  headers: { ...jsonHeaders(addresses), 'Cache-Control': cacheLifetimes.never },
  body: JSON.stringify(envelope),
});

export const problemReply = (problem: Problem, addresses: Addresses, headers: Headers = {}): Reply => ({
  status: problem.status,
  headers: {
    ...jsonHeaders(addresses),
    ...headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': cacheLifetimes.never,
  },
  body: JSON.stringify(problem),
});

/** Moved for good, on the same host; kept no longer than a page, since a rename may be undone. */
export const redirectReply = (location: string, addresses: Addresses): Reply => ({
  status: 301,
  headers: { ...commonHeaders(addresses), 'Cache-Control': cacheLifetimes.revalidated, Location: location },
  body: null,
});

/** What OPTIONS answers; browsers ask it before a call from another site. */
export const preflightReply = (allow: string, addresses: Addresses): Reply => ({
  status: 204,
  headers: {
    ...commonHeaders(addresses),
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers':
      'content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
});

const jsonHeaders = (addresses: Addresses): Headers => ({
  ...commonHeaders(addresses),
  Link: linkHeader('', addresses.siteUrl),
  'Content-Type': 'application/json; charset=utf-8',
});

interface Representation {
  readonly asset: Asset;
  readonly address: string;
  readonly encoding: Encoding | undefined;
}

function fileHeaders(addresses: Addresses, { asset, address, encoding }: Representation): Headers {
  const headers = headersFor(address, addresses);
  const vary = [headers.Vary, (asset.br || asset.gzip) && 'Accept-Encoding'].filter(Boolean).join(', ');
  return {
    ...headers,
    'Content-Type': asset.type,
    // Another tag for each encoding: a strong ETag names bytes, not what they unpack to (RFC 9110 8.8.3.3).
    ETag: encoding === undefined ? `"${asset.sha256}"` : `"${asset.sha256}-${encoding}"`,
    ...(asset.lastModified && { 'Last-Modified': new Date(asset.lastModified).toUTCString() }),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(vary && { Vary: vary }),
  };
}

/** The smallest form that the file has and the client takes. */
function contentEncoding(asset: Asset, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const codings = parseAccept(accepted);
  const quality = (name: string): number => (codings.find(({ type }) => type === name) ?? codings.find(({ type }) => type === '*'))?.q ?? 0;
  return (['br', 'gzip'] as const).find((encoding) => asset[encoding] && quality(encoding) > 0);
}

/** If-None-Match decides alone where there is one; only then If-Modified-Since counts (RFC 9110 13.1.3). */
function isCurrent(headers: Headers, header: Header): boolean {
  const known = header('if-none-match');
  if (known !== undefined) return known.split(',').some((tag) => ['*', headers.ETag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(header('if-modified-since') ?? '');
  return headers['Last-Modified'] !== undefined && Date.parse(headers['Last-Modified']) <= since;
}

function notModified(headers: Headers): Reply {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('Content-') || name === 'Content-Signal' || name === 'Content-Usage');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
