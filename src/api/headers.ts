import { kindPattern } from '../schema/kinds.ts';

/** Where the site and the API live; neither ends in a slash. */
export interface Addresses {
  readonly siteUrl: string;
  readonly baseUrl: string;
}

/**
 * Every response header that depends on the path alone: the function sends them, and `_headers` configures them on
 * static hosts. `path` is the address below the site root with its leading slash (`/medication/warfarin.md`).
 * Content-Type, ETag and headers that depend on the request are set by the caller.
 */
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

/**
 * The two lines that robots.txt repeats in each group (draft-romm-aipref-contentsignals, draft-ietf-aipref-vocab).
 * Nothing expresses "no bulk export": that is on /terms and in the envelope.
 */
export const useTerms = {
  'Content-Signal': 'search=yes, ai-input=yes, ai-train=no, use=reference',
  'Content-Usage': 'search=y, train-ai=n',
} as const;

/** The id of the request, as in the log. */
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

/**
 * Always the license and the index for language models; a companion also links to its canonical page, and a page to its
 * companion as an alternate. The home page and `/v1` also link to the API catalog (RFC 9727).
 */
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

/** Content-Type of a file of `dist/` by its path, with charset where the type is text. */
export function mediaType(path: string): string {
  const special = Object.entries(typeOfPath).find(([pattern]) => path.startsWith(pattern));
  return special?.[1] ?? typeOfExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Files whose extension does not determine the media type: paths below `dist/`, or prefixes of them. */
const typeOfPath: Readonly<Record<string, string>> = {
  '.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  'mcp/server-card': 'application/mcp-server-card+json; charset=utf-8',
  'license.xml': 'application/rsl+xml; charset=utf-8',
  'schema/': 'application/schema+json; charset=utf-8',
  _redirects: 'text/plain; charset=utf-8',
  _headers: 'text/plain; charset=utf-8',
  '.assetsignore': 'text/plain; charset=utf-8',
};

/** Paths whose media type static hosts need configured; `*` matches anything below a folder. */
export const typedPaths: readonly string[] = Object.keys(typeOfPath)
  .filter((path) => !/^[_]|ignore$/.test(path))
  .map((path) => (path.endsWith('/') ? `${path}*` : path));

const typeOfExtension: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
};
