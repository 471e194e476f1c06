import type { Context, ExecutionContext } from 'hono';
import { FILE_LIST, parseFileList } from '../../api/file-list.ts';
import { REQUEST_ID } from '../../api/headers.ts';
import { operations } from '../../api/operations.ts';
import { problem, StorageUnavailable } from '../../api/problem.ts';
import type { Bytes } from '../../text/bytes.ts';
import { createApp } from '../app.ts';
import { type Assets, listedAssets, siblingSuffix } from '../files/assets.ts';
import { allowance, clientKey, defaultRates, type Limits, type Policy } from '../limits.ts';
import { describeFault, lineLog } from '../log.ts';
import { createReports, sha256 } from '../reports/report-store.ts';
import { createBodyBudget } from '../request-input.ts';
import { problemResponse, type ResponseParts, toResponse } from '../response.ts';
import { openBuild } from '../service.ts';
import { type D1, openD1 } from './d1.ts';

export interface Env {
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
    const body = request.body === null ? undefined : drainable(request.body);
    const asked = asTheClientAsked(request, body?.stream);
    const answer = await answerOf(asked, env, context);
    // A refused body that is left unread spoils workerd's connection for the next request.
    await body?.drain().catch(() => {});
    return asItArrives(answer, asked);
  },
};

/** Nothing but an answer in form comes from here, even when the files of the build cannot be opened. */
async function answerOf(asked: Request, env: Env, context: ExecutionContext): Promise<Response> {
  try {
    app ??= await openApp(env);
    return await app.fetch(asked, env, context);
  } catch (error) {
    const id = crypto.randomUUID();
    lineLog(console.log).fault({ id, fault: describeFault(error) });
    return toResponse(withoutBuild(new URL(asked.url).origin, id));
  }
}

/** What is said when there is no build to say it with. */
function withoutBuild(siteUrl: string, id: string): ResponseParts {
  const from = { site_url: siteUrl, attribution: '', disclaimer: 'Educational reference data; not medical advice.' };
  const detail = 'The files of this site cannot be read at the moment.';
  const parts = { detail, instance: `urn:uuid:${id}`, lastUpdated: new Date(0).toISOString().slice(0, 10) };
  return problemResponse(
    problem(from, { code: 'storage_unavailable', ...parts }),
    { siteUrl, baseUrl: siteUrl },
    { [REQUEST_ID]: id },
  );
}

interface PlatformRequest extends Request {
  readonly cf?: { readonly clientAcceptEncoding?: string };
}

/** The platform puts its own Accept-Encoding in place of the client's, and changes the encoding of what it gets. */
function asTheClientAsked(request: PlatformRequest, body: ReadableStream | undefined): Request {
  const headers = new Headers(request.headers);
  headers.set('Accept-Encoding', request.cf?.clientAcceptEncoding ?? '');
  return new Request(request.url, { method: request.method, headers, ...(body && { body }) });
}

/** More than any body that is read; whoever sends more loses the connection, not our time. */
const MOST_DRAINED = 256 * 1024;

/** A body, and a way to read off what nobody read of it, up to a bound, even if somebody stopped in its midst. */
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
      for (let drained = 0; drained <= MOST_DRAINED; ) {
        const { done, value } = await reader.read();
        if (done) return;
        drained += value.length;
      }
      await reader.cancel();
    },
  };
}

/** The platform compresses what leaves here plain: a strong ETag would name other bytes, and becomes weak. */
function asItArrives(response: Response, request: Request): Response {
  const tag = response.headers.get('ETag');
  if (tag === null || response.headers.has('Content-Encoding')) return response;
  const headers = new Headers(response.headers);
  if (/br|gzip/.test(request.headers.get('Accept-Encoding') ?? '')) headers.set('ETag', `W/${tag}`);
  if (!headers.get('Vary')?.includes('Accept-Encoding')) headers.append('Vary', 'Accept-Encoding');
  return new Response(response.body, { status: response.status, headers });
}

/** Opened once for each isolate. No promise: one request may not wait for what another one is fetching. */
let app: ReturnType<typeof createApp> | undefined;

async function openApp(env: Env): Promise<ReturnType<typeof createApp>> {
  const service = {
    build: await openBuild(await openAssets(env)),
    operations,
    reports: createReports(openD1(env.REPORTS)),
    limits: platformLimits(env),
    bodies: createBodyBudget(),
    log: lineLog(console.log),
    now: () => new Date(),
    digest: sha256,
  };
  // By which names this is called, the platform decides; writing a row for each probe would use up the day's allowance.
  return createApp(service, { client: connectingClient, hosts: '*', readiness: { probe: 'read' } });
}

/** Files as the build wrote them, or none: each is checked against its digest. The platform compresses all but Markdown. */
async function openAssets({ ASSETS }: Env): Promise<Assets> {
  const fetched = async (file: string): Promise<Bytes> => {
    const response = await ASSETS.fetch(`https://assets.invalid/${file}`);
    if (!response.ok) throw new StorageUnavailable(`${file} cannot be read: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const list = parseFileList(new TextDecoder().decode(await fetched(FILE_LIST)));
  const read: Assets['read'] = async (path, encoding) => {
    const body = await fetched(encoding === undefined ? path : path + siblingSuffix[encoding]);
    if ((await sha256(body)) === listed.find(path)?.[encoding ?? 'sha256']) return body;
    throw new StorageUnavailable(`${path} is not the file that the build wrote.`);
  };
  const listed = listedAssets(list, { read });
  return {
    ...listed,
    find(path) {
      const { br: _, gzip, ...asset } = listed.find(path) ?? {};
      if (!('type' in asset)) return undefined;
      return path.endsWith('.md') && gzip ? { ...asset, gzip } : asset;
    },
  };
}

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
const connectingClient = (c: Context): { key: string } => ({
  key: clientKey(c.req.header('cf-connecting-ip') ?? 'unknown'),
});
