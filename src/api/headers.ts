import { kindPattern } from '../schema/kinds.ts';
import mediaTypes from './media-types.json' with { type: 'json' };

export interface Addresses {
  readonly siteUrl: string;
  readonly baseUrl: string;
}

/** Every response header that follows from the path alone (`/medication/warfarin.md`), here and on static hosts. */
export function headersFor(path: string, addresses: Addresses): Record<string, string> {
  return {
    ...commonHeaders(addresses),
    'Cache-Control': cacheControl(path),
    Link: linkHeader(path, addresses.siteUrl),
    // Page and companion are two forms of one record: the function answers at either address by Accept.
    ...(recordOf(path) !== undefined && { Vary: 'Accept' }),
  };
}

/** Headers of every answer, errors included: security, use terms, CORS. Only public data is served, so CORS is open. */
export function commonHeaders(addresses: Addresses): Record<string, string> {
  return { ...securityHeaders(addresses), ...useTerms, ...cors };
}

/** Two lines that robots.txt repeats (draft-romm-aipref-contentsignals, draft-ietf-aipref-vocab); bulk is in /terms. */
export const useTerms = {
  'Content-Signal': 'search=yes, ai-input=yes, ai-train=no, use=reference',
  'Content-Usage': 'search=y, train-ai=n',
} as const;

export const REQUEST_ID = 'X-Request-Id';

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `ETag, Link, RateLimit, RateLimit-Policy, Retry-After, ${REQUEST_ID}`,
} as const;

/**
 * `revalidated`: fresh for five minutes, then revalidated by ETag. `negotiated`: the same, in private caches only.
 * `never`: responses to POST, and /mcp.
 */
export const cacheLifetimes = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'public, max-age=300, must-revalidate',
  negotiated: 'private, max-age=300, must-revalidate',
  never: 'no-store',
} as const;

/** Astro puts a content hash into the name of everything below this folder. */
export const HASHED_ASSETS = '/_astro/';

export const cacheControl = (path: string): string =>
  path.startsWith(HASHED_ASSETS) ? cacheLifetimes.immutable : cacheLifetimes.revalidated;

/** License and index always; page and companion each other; home page and `/v1` the API catalog (RFC 9727). */
export function linkHeader(path: string, siteUrl: string): string {
  if (path === '/' || path === '/v1/index.json') {
    const catalog = `<${siteUrl}/.well-known/api-catalog>; rel="api-catalog"`;
    return `${catalog}, ${everywhere(siteUrl)}`;
  }
  const record = recordOf(path);
  if (record === undefined) return everywhere(siteUrl);
  const page = `${siteUrl}${record}`;
  const other = path.endsWith('.md')
    ? `<${page}>; rel="canonical"`
    : `<${page}.md>; rel="alternate"; type="text/markdown"`;
  return `${other}, ${everywhere(siteUrl)}`;
}

const everywhere = (siteUrl: string): string =>
  `<${siteUrl}/license.xml>; rel="license"; type="application/rsl+xml", <${siteUrl}/llms.txt>; rel="describedby"; type="text/plain"`;

/** `/medication/warfarin` or `/class/statins`, from the path of the page or of its companion; undefined for any other path. */
const recordOf = (path: string): string | undefined => recordPattern.exec(path)?.[1];
const recordPattern = new RegExp(`^(/(?:${kindPattern}|class)/[^/.]+)(?:\\.md)?$`);

/** No inline scripts or styles, nothing from other origins; JSON-LD is a data block, which CSP does not restrict. */
export function securityHeaders({ siteUrl, baseUrl }: Addresses): Record<string, string> {
  const api = new URL(baseUrl).origin === new URL(siteUrl).origin ? '' : ` ${new URL(baseUrl).origin}`;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self'${api}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // No text becomes markup or a script; the worker that knows the names is started by client/names/name-client.
      "require-trusted-types-for 'script'",
      'trusted-types names-worker offline-worker',
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    // A query names what a person takes: no Referer repeats it, not even on requests to this site.
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': 'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

export function mediaType(path: string): string {
  const special = Object.entries(typeOfPath).find(([pattern]) => path.startsWith(pattern));
  return special?.[1] ?? typeOfExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** By extension; by path below `dist/` or prefix of it for files whose extension does not determine the type. */
const typeOfExtension: Readonly<Record<string, string>> = mediaTypes.extensions;
const typeOfPath: Readonly<Record<string, string>> = mediaTypes.paths;

export const typedPaths: readonly string[] = Object.keys(typeOfPath)
  .filter((path) => !/^[_]|ignore$/.test(path))
  .map((path) => (path.endsWith('/') ? `${path}*` : path));
