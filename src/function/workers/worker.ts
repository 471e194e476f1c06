import type { Context, ExecutionContext } from 'hono';
import { operations } from '../../api/operations.ts';
import { StorageUnavailable } from '../../api/refusal.ts';
import { createApp } from '../app.ts';
import { type Asset, type AssetManifest, type Assets, assetTable, MANIFEST, siblingSuffix } from '../files/assets.ts';
import { allowance, clientKey, defaultRates, type Limits, type Policy } from '../limits.ts';
import { lineLog } from '../log.ts';
import { sha256 } from '../reports/digest.ts';
import { createReports, type Reports } from '../reports/report-store.ts';
import schema from '../reports/schema.sql';
import { openBuild } from '../service.ts';
import { type D1, openD1 } from './d1.ts';

/** The bindings of wrangler.jsonc. */
export interface Env {
  /** The built `dist/`. */
  readonly ASSETS: { fetch(url: string): Promise<Response> };
  readonly REPORTS: D1;
  readonly LIMIT: RateLimiter;
  readonly REPORT_LIMIT: RateLimiter;
}
interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Cloudflare Workers: the same app; files from static assets, reports in D1, limits by the platform. */
export default {
  async fetch(request: PlatformRequest, env: Env, context: ExecutionContext): Promise<Response> {
    const { app } = await isolateOf(env);
    const body = request.body === null ? undefined : drainable(request.body);
    const asked = asTheClientAsked(request, body?.stream);
    const answer = await app.fetch(asked, env, context);
    // A refused body that is left unread spoils workerd's connection for the next request.
    await body?.drain().catch(() => {});
    return asItArrives(answer, asked);
  },
};

interface PlatformRequest extends Request {
  readonly cf?: { readonly clientAcceptEncoding?: string };
}

/** The platform puts its own Accept-Encoding in place of the client's, and changes the encoding of what it gets. */
function asTheClientAsked(request: PlatformRequest, body: ReadableStream | undefined): Request {
  const headers = new Headers(request.headers);
  headers.set('Accept-Encoding', request.cf?.clientAcceptEncoding ?? '');
  return new Request(request.url, { method: request.method, headers, ...(body && { body }) });
}

/** A body, and a way to read off what nobody read of it, even if somebody stopped in its midst. */
function drainable(body: ReadableStream<Uint8Array>): { stream: ReadableStream<Uint8Array>; drain(): Promise<void> } {
  const reader = body.getReader();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  // Nothing is read ahead: workerd allows one reading at a time, and draining is one.
  const stream = new ReadableStream({ pull }, { highWaterMark: 0 });
  return {
    stream,
    async drain() {
      while (!(await reader.read()).done);
    },
  };
}

/**
 * The platform compresses what leaves here plain, when the client takes that. Then the strong ETag of the plain body
 * would name other bytes: it becomes a weak one, and caches learn what it depended on.
 */
function asItArrives(response: Response, request: Request): Response {
  const tag = response.headers.get('ETag');
  if (tag === null || response.headers.has('Content-Encoding')) return response;
  const headers = new Headers(response.headers);
  if (/br|gzip/.test(request.headers.get('Accept-Encoding') ?? '')) headers.set('ETag', `W/${tag}`);
  if (!headers.get('Vary')?.includes('Accept-Encoding')) headers.append('Vary', 'Accept-Encoding');
  return new Response(response.body, { status: response.status, headers });
}

interface Isolate {
  readonly app: ReturnType<typeof createApp>;
  readonly reports: Reports;
}
let isolate: Isolate | undefined;

/** Read once for each isolate. Kept as a value: one request may not wait for what another one is fetching. */
async function isolateOf(env: Env): Promise<Isolate> {
  isolate ??= await openIsolate(env);
  return isolate;
}

async function openIsolate(env: Env): Promise<Isolate> {
  const reports = createReports(openD1(env.REPORTS, schema));
  const service = {
    build: await openBuild(await openAssets(env)),
    operations,
    reports,
    limits: platformLimits(env),
    log: lineLog(console.log),
    now: () => new Date(),
    digest: sha256,
  };
  return { app: createApp(service, { clientKey: connectingClient, onLoopback: false }), reports };
}

async function openAssets({ ASSETS }: Env): Promise<Assets> {
  const read: Assets['read'] = async (path, encoding) => {
    const file = encoding === undefined ? path : path + siblingSuffix[encoding];
    const response = await ASSETS.fetch(`https://assets.invalid/${file}`);
    if (!response.ok) throw new StorageUnavailable(`${file} cannot be read: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const manifest = JSON.parse(new TextDecoder().decode(await read(MANIFEST))) as AssetManifest;
  const files = Object.entries(manifest.files).map(([path, asset]) => [path, reachable(path, asset)]);
  return assetTable({ ...manifest, files: Object.fromEntries(files) }, read);
}

/** Below v1/ the rules of `dist/_redirects`, which the platform obeys, hide compressed siblings: it compresses itself. */
const reachable = (path: string, asset: Asset): Asset =>
  path.startsWith('v1/') ? { ...asset, br: false, gzip: false } : asset;

/** The platform says whether a client is within its limit, not how much is left of it. */
function platformLimits({ LIMIT, REPORT_LIMIT }: Env): Limits {
  const limiters: Readonly<Record<Policy, RateLimiter>> = { default: LIMIT, reports: REPORT_LIMIT };
  return {
    async take(policy, key) {
      const { success } = await limiters[policy].limit({ key });
      const { headers } = allowance(policy, defaultRates[policy], success ? 0 : -1, 60);
      const { RateLimit: _unknown, ...known } = headers;
      return { allowed: success, headers: success ? known : headers };
    },
  };
}

/** Cloudflare sets this header itself and takes away what a client sent. */
const connectingClient = (c: Context): string => clientKey(c.req.header('cf-connecting-ip') ?? 'unknown');
