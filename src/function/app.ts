import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { bodyLimit } from 'hono/body-limit';
import { withdrawnProblem } from '../api/named-record.ts';
import { suggestRecords } from '../names/suggestions.ts';
import { basePath, recordUrl } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import { failureResponse, problemInForm } from './errors.ts';
import { asksForParts, belowBase, type Destination, isApiAddress, recordOfFile } from './files/destinations.ts';
import { createReadiness, healthResponse } from './health.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { LARGEST_REPORT } from './reports/report-store.ts';
import type { ApiRequest } from './request.ts';
import { type Header, preflightResponse, type ResponseParts, redirectResponse, toResponse } from './response.ts';
import { operationResponse, partsResponse } from './rest.ts';
import { admit, faultProblem, problemOf, type Service } from './service.ts';

/** What only the engine knows. */
export interface Engine {
  /** What limits count the client by. */
  clientKey(c: Context): string;
  /** The server listens where only its own machine reaches it. */
  readonly onLoopback: boolean;
}

export interface Exchange {
  Variables: { request: ApiRequest };
}

interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Value of the Allow header. */
  readonly allow: string;
  readonly answer: (request: ApiRequest) => Promise<Response>;
  /** Of the body, where one is read. */
  readonly maxBytes?: number | undefined;
}

/** The whole service as a fetch handler, the same on every engine: `/v1`, `/mcp`, and the files of one build. */
export function createApp(service: Service, engine: Engine): Hono<Exchange> {
  const { addresses } = service.build.assets;
  const base = basePath(addresses.baseUrl);
  const app = new Hono<Exchange>({ strict: false });

  app.use(async (c, next) => {
    const started = performance.now();
    const request = requestOf(c, engine, base);
    c.set('request', request);
    await next();
    const { caller, method, path } = request;
    service.log.request({ id: caller.id, method, path, status: c.res.status, ms: performance.now() - started });
  });

  for (const { path, method, allow, answer, maxBytes } of routes(service, engine, base)) {
    if (maxBytes !== undefined) app.use(path, boundedBody(service, maxBytes));
    app.on(method, path, (c) => answer(c.get('request')));
    app.options(path, () => toResponse(preflightResponse(allow, addresses)));
    app.all(path, async (c) => toResponse(await notAllowed(service, c.get('request'), allow)));
  }

  app.options('*', () => toResponse(preflightResponse(READ, addresses)));
  app.all('*', async (c) =>
    toResponse(await destinationResponse(service, c.get('request'), service.build.resolve(c.get('request').path))),
  );
  app.onError(async (error, c) =>
    toResponse(
      await problemInForm(service, c.get('request'), {
        problem: faultProblem(service, error, c.get('request').caller),
      }),
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
  return [
    ...service.operations.map(
      (operation): Route => ({
        path: base + operation.path,
        method: operation.method,
        allow: operation.method === 'GET' ? READ : 'POST, OPTIONS',
        answer: async (request) => toResponse(await operationResponse(service, operation, request)),
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
    read('/healthz', () => healthResponse(service)),
    read('/readyz', ready),
  ];
}

const boundedBody = (service: Service, maxSize: number) =>
  bodyLimit({
    maxSize,
    async onError(c: Context<Exchange>) {
      const detail = `The body is larger than ${maxSize} bytes.`;
      return toResponse(await failureResponse(service, c.get('request'), { code: 'payload_too_large', detail }));
    },
  });

function requestOf(c: Context, engine: Engine, base: string): ApiRequest {
  const { pathname, search } = new URL(c.req.url);
  const header: Header = (name) => c.req.header(name);
  const caller = { id: crypto.randomUUID(), key: engine.clientKey(c) };
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
    // Read late: to bound a body is to put another request in its destination.
    get raw() {
      return c.req.raw;
    },
  };
}

async function destinationResponse(
  service: Service,
  request: ApiRequest,
  destination: Destination,
): Promise<ResponseParts> {
  const { assets, data, fileResponse } = service.build;
  switch (destination.type) {
    case 'file': {
      if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(service, request, READ);
      const record = asksForParts(request.search) ? recordOfFile(destination.file) : undefined;
      if (record !== undefined) return partsResponse(service, record, request);
      const { companion } = destination;
      const inMarkdown = companion !== undefined && request.prefersMarkdown;
      return fileResponse(inMarkdown ? { file: companion, address: `/${companion}` } : destination, request.header);
    }
    case 'moved':
      return redirectResponse(destination.to + request.search, assets.addresses);
    case 'withdrawn':
      return problemInForm(service, request, {
        problem: withdrawnProblem(destination.record, data.service, request.instance),
      });
    case 'unknown':
      return notFound(service, request, destination);
    default:
      return destination satisfies never;
  }
}

/** What is near is looked for where a program asks, and that draws on its allowance; a page has a search box instead. */
async function notFound(
  service: Service,
  request: ApiRequest,
  { record }: Extract<Destination, { type: 'unknown' }>,
): Promise<ResponseParts> {
  const detail = `There is nothing at ${record === undefined ? request.path : refOf(record)}.`;
  if (request.form === 'page') return failureResponse(service, request, { code: 'not_found', detail });
  const { headers, refusal } = await admit(service, 'default', request);
  if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
  const { assets, data } = service.build;
  const name = record?.slug ?? request.path.slice(request.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const suggestions = suggestRecords(data.names, name, record?.kind).map((one) => ({
    ...one,
    canonical_url: recordUrl(one, assets.addresses.siteUrl),
  }));
  const problem = problemOf(service, { code: 'not_found', detail, instance: request.instance, suggestions });
  return problemInForm(service, request, { problem, headers });
}

const notAllowed = (service: Service, request: ApiRequest, allow: string): Promise<ResponseParts> =>
  failureResponse(service, request, {
    code: 'method_not_allowed',
    detail: `${request.method} is not answered here; use ${allow}.`,
    headers: { Allow: allow },
  });
