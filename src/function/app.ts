import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { bodyLimit } from 'hono/body-limit';
import { withdrawnProblem } from '../api/operations.ts';
import { suggestRecords } from '../names/suggestions.ts';
import { failure, problemAnswer } from './errors.ts';
import { basePath, belowBase, type Destination, isApiAddress } from './files/destinations.ts';
import { createReadiness, healthReply, metricsReply } from './health.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { LARGEST_REPORT } from './reports/report-store.ts';
import type { ApiRequest } from './request.ts';
import { type Header, preflightReply, type ResponseParts, redirectReply, toResponse } from './response.ts';
import { answerOperation } from './rest.ts';
import { admit, faultProblem, problemOf, type Service } from './service.ts';

/** What only the engine knows. */
export interface Engine {
  /** Address of the client, and the key that limits count it by. */
  client(c: Context): { address: string; key: string };
  /** The server listens where only its own machine reaches it. */
  readonly onLoopback: boolean;
  /** Text of `/metrics`; without it there is no such address. */
  readonly metrics?: (() => string) | undefined;
}

export interface Exchange {
  Variables: { ask: ApiRequest };
}

interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Value of the Allow header. */
  readonly allow: string;
  readonly answer: (ask: ApiRequest) => Promise<Response>;
  /** Of the body, where one is read. */
  readonly maxBytes?: number | undefined;
}

/** The whole service as a fetch handler, the same on every engine: `/v1`, `/mcp`, and the files of one build. */
export function createApp(service: Service, engine: Engine): Hono<Exchange> {
  const { addresses } = service.edition.assets;
  const base = basePath(addresses.baseUrl);
  const app = new Hono<Exchange>({ strict: false });

  app.use(async (c, next) => {
    const started = performance.now();
    const ask = askOf(c, engine, base);
    c.set('ask', ask);
    await next();
    const { caller, method, path } = ask;
    service.log.request({ id: caller.id, method, path, status: c.res.status, ms: performance.now() - started });
  });

  for (const { path, method, allow, answer, maxBytes } of routes(service, engine, base)) {
    if (maxBytes !== undefined) app.use(path, bodyOf(service, maxBytes));
    app.on(method, path, (c) => answer(c.get('ask')));
    app.options(path, () => toResponse(preflightReply(allow, addresses)));
    app.all(path, async (c) => toResponse(await notAllowed(service, c.get('ask'), allow)));
  }

  app.options('*', () => toResponse(preflightReply(READ, addresses)));
  app.all('*', async (c) =>
    toResponse(await placeReply(service, c.get('ask'), service.edition.find(c.get('ask').path))),
  );
  app.onError(async (error, c) =>
    toResponse(
      await problemAnswer(service, c.get('ask'), { problem: faultProblem(service, error, c.get('ask').caller) }),
    ),
  );
  return app;
}

const READ = 'GET, HEAD, OPTIONS';
const MCP_BYTES = 4 * 1024 ** 2;

/** Every address that is no file of the build. */
function routes(service: Service, engine: Engine, base: string): Route[] {
  const ready = createReadiness(service);
  const read = (path: string, answer: () => ResponseParts | Promise<ResponseParts>): Route => ({
    path,
    method: 'GET',
    allow: READ,
    answer: async () => toResponse(await answer()),
  });
  const { metrics } = engine;
  return [
    ...service.operations.map(
      (operation): Route => ({
        path: base + operation.path,
        method: operation.method,
        allow: operation.method === 'GET' ? READ : 'POST, OPTIONS',
        answer: async (ask) => toResponse(await answerOperation(service, operation, ask)),
        maxBytes: operation.method === 'POST' ? LARGEST_REPORT : undefined,
      }),
    ),
    // Exactly POST: clients read from it that there is no stream to open here.
    {
      path: `${base}/mcp`,
      method: 'POST',
      allow: 'POST',
      answer: createMcpEndpoint(service, engine),
      maxBytes: MCP_BYTES,
    },
    read('/healthz', () => healthReply(service)),
    read('/readyz', ready),
    ...(metrics ? [read('/metrics', () => metricsReply(service, metrics()))] : []),
  ];
}

const bodyOf = (service: Service, maxSize: number) =>
  bodyLimit({
    maxSize,
    async onError(c: Context<Exchange>) {
      const detail = `The body is larger than ${maxSize} bytes.`;
      return toResponse(await failure(service, c.get('ask'), { code: 'payload_too_large', detail }));
    },
  });

function askOf(c: Context, engine: Engine, base: string): ApiRequest {
  const { pathname, search } = new URL(c.req.url);
  const header: Header = (name) => c.req.header(name);
  const { address, key } = engine.client(c);
  const caller = { id: crypto.randomUUID(), address, key };
  const supports = ['text/html', 'text/markdown'];
  const prefersMarkdown = accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
  const pageForm = prefersMarkdown || pathname.endsWith('.md') ? 'markdown' : 'page';
  const form = isApiAddress(belowBase(pathname, base) ?? pathname) ? 'json' : pageForm;
  return {
    method: c.req.method,
    path: pathname,
    search,
    instance: pathname + search,
    header,
    prefersMarkdown,
    caller,
    form,
    // Read late: to bound a body is to put another request in its place.
    get request() {
      return c.req.raw;
    },
  };
}

async function placeReply(service: Service, ask: ApiRequest, place: Destination): Promise<ResponseParts> {
  const { assets, data, fileReply } = service.edition;
  switch (place.type) {
    case 'file': {
      if (ask.method !== 'GET' && ask.method !== 'HEAD') return notAllowed(service, ask, READ);
      const { companion } = place;
      const inMarkdown = companion !== undefined && ask.prefersMarkdown;
      return fileReply(inMarkdown ? { file: companion, address: `/${companion}` } : place, ask.header);
    }
    case 'moved':
      return redirectReply(place.to + ask.search, assets.addresses);
    case 'withdrawn':
      return problemAnswer(service, ask, { problem: withdrawnProblem(place.record, { data, instance: ask.instance }) });
    case 'unknown':
      return notFound(service, ask, place);
    default:
      return place satisfies never;
  }
}

/** What is near is looked for where a program asks, and that draws on its allowance; a page has a search box instead. */
async function notFound(
  service: Service,
  ask: ApiRequest,
  { record }: Extract<Destination, { type: 'unknown' }>,
): Promise<ResponseParts> {
  const detail = `There is nothing at ${record === undefined ? ask.path : `${record.kind}/${record.slug}`}.`;
  if (ask.form === 'page') return failure(service, ask, { code: 'not_found', detail });
  const { headers, refusal } = await admit(service, 'default', ask);
  if (refusal !== undefined) return problemAnswer(service, ask, { problem: refusal, headers });
  const { assets, data } = service.edition;
  const name = record?.slug ?? ask.path.slice(ask.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const suggestions = suggestRecords(data.names, name, record?.kind).map((near) => ({
    ...near,
    canonical_url: `${assets.addresses.siteUrl}/${near.kind}/${near.slug}`,
  }));
  const problem = problemOf(service, { code: 'not_found', detail, instance: ask.instance, suggestions });
  return problemAnswer(service, ask, { problem, headers });
}

const notAllowed = (service: Service, ask: ApiRequest, allow: string): Promise<ResponseParts> =>
  failure(service, ask, {
    code: 'method_not_allowed',
    detail: `${ask.method} is not answered here; use ${allow}.`,
    headers: { Allow: allow },
  });
