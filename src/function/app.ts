import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { getPathNoStrict } from 'hono/utils/url';
import { partsOfRecord } from '../api/answers/lookup.ts';
import { cacheLifetimes } from '../api/headers.ts';
import { withdrawnProblem } from '../api/named-record.ts';
import type { ProblemCode } from '../api/problem.ts';
import { suggestRecords } from '../names/suggestions.ts';
import { basePath, recordUrl } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import { compressed } from './compression.ts';
import { failureResponse, problemInForm } from './errors.ts';
import { asksForParts, belowBase, type Destination, isApiAddress, recordOfFile } from './files/destinations.ts';
import { createReadiness, healthResponse, type ReadinessOptions } from './health.ts';
import { type CallerRule, createCallerRule } from './hosts.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { type Header, preflightResponse, type ResponseParts, redirectResponse, toResponse } from './response.ts';
import { operationResponse } from './rest.ts';
import { type ApiRequest, admit, type Caller, faultProblem, problemOf, type Service } from './service.ts';

/** What only the engine knows. */
export interface Engine {
  /** Who asks: by the connection, or by what a proxy that is trusted says of it. */
  client(c: Context): Omit<Caller, 'id'>;
  /** Further names by which this server may be called, comma-separated (see hosts.ts); `*` where the platform routes by name. */
  readonly hosts: string;
  /** What `/readyz` says besides: of builds that came later, and how the store is probed. */
  readonly readiness?: ReadinessOptions;
}

export interface Exchange {
  Variables: { request: ApiRequest };
}

interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly allow: string;
  readonly answer: (request: ApiRequest) => ResponseParts | Promise<ResponseParts>;
}

/** The whole service as a fetch handler, the same on every engine: `/v1`, `/mcp`, and the files of one build. */
export function createApp(service: Service, engine: Engine): Hono<Exchange> {
  const { addresses } = service.build.assets;
  const base = basePath(addresses.baseUrl);
  const rule = createCallerRule(addresses, engine.hosts);
  const app = new Hono<Exchange>({ getPath: routedPath });

  app.use(async (c, next) => {
    const started = performance.now();
    const request = requestOf(c, engine, base);
    c.set('request', request);
    const refusal = refusedCaller(c, request, rule);
    if (refusal === undefined) await next();
    else c.res = await sent(service, request, failureResponse(service, request, refusal));
    const { caller, method, path } = request;
    service.log.request({ id: caller.id, method, path, status: c.res.status, ms: performance.now() - started });
  });

  for (const { path, method, allow, answer } of routes(service, engine, base)) {
    app.on(method, path, (c) => sent(service, c.get('request'), answer(c.get('request'))));
    app.options(path, (c) => sent(service, c.get('request'), preflightResponse(allow, addresses)));
    app.all(path, (c) => sent(service, c.get('request'), notAllowed(service, c.get('request'), allow)));
  }

  app.options('*', (c) => sent(service, c.get('request'), preflightResponse(READ, addresses)));
  app.all('*', (c) => {
    const request = c.get('request');
    const destination = service.build.resolve(request.path);
    const response = destinationResponse(service, request, destination);
    if (destination.type !== 'file') return sent(service, request, response);
    return response.then((file) => toResponse(file, request.caller.id));
  });
  app.onError((error, c) => {
    const request = c.get('request');
    const problem = faultProblem(service, error, request.caller);
    return sent(service, request, problemInForm(service, request, { problem }));
  });
  return app;
}

const READ = 'GET, HEAD, OPTIONS';

/** Without closing slash. A pattern's dot stands for anything but a line break, of which an address may have one. */
const routedPath = (request: Request): string =>
  getPathNoStrict(request).replace(/[\n\r\u2028\u2029]/g, encodeURIComponent);

/** An answer that was made just now: compressed where that is ours to do. */
const sent = async (
  service: Service,
  request: ApiRequest,
  response: ResponseParts | Promise<ResponseParts>,
): Promise<Response> =>
  toResponse(await compressed(await response, request.header, service.compress), request.caller.id);

function routes(service: Service, engine: Engine, base: string): Route[] {
  const read = (path: string, answer: () => ResponseParts | Promise<ResponseParts>): Route => ({
    path,
    method: 'GET',
    allow: READ,
    answer,
  });
  return [
    ...service.operations.map(
      (operation): Route => ({
        path: base + operation.path,
        method: operation.method,
        allow: operation.method === 'GET' ? READ : 'POST, OPTIONS',
        answer: (request) => operationResponse(service, operation, request),
      }),
    ),
    // Exactly POST: clients read from it that there is no stream to open here.
    { path: `${base}/mcp`, method: 'POST', allow: 'POST', answer: createMcpEndpoint(service) },
    read('/healthz', () => healthResponse(service)),
    read('/readyz', createReadiness(service, engine.readiness)),
  ];
}

/** Before anything is counted or read: what was asked for by a name that is not ours, or by a page that may not. */
function refusedCaller(
  { req }: Context,
  { method }: ApiRequest,
  rule: CallerRule,
): { code: ProblemCode; detail: string } | undefined {
  const { host } = new URL(req.url);
  if (!rule.isHost(host)) return { code: 'forbidden', detail: `This server does not answer by the name ${host}.` };
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (isRead || rule.isOrigin(host, req.header('origin'))) return undefined;
  return { code: 'forbidden', detail: 'This page may not call this server.' };
}

function requestOf(c: Context, engine: Engine, base: string): ApiRequest {
  const { pathname, search } = new URL(c.req.url);
  const header: Header = (name) => c.req.header(name);
  const caller = { id: crypto.randomUUID(), ...engine.client(c) };
  const prefersMarkdown = wantsMarkdown(c);
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
    raw: c.req.raw,
  };
}

/** No client that means it says more. */
const LONGEST_ACCEPT = 1000;

function wantsMarkdown(c: Context): boolean {
  if ((c.req.header('accept') ?? '').length > LONGEST_ACCEPT) return false;
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
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
      if (record !== undefined) return operationResponse(service, partsOfRecord(record), request);
      const { companion } = destination;
      const inMarkdown = companion !== undefined && request.prefersMarkdown;
      if (!inMarkdown) return fileResponse(destination, request.header);
      return privately(await fileResponse({ file: companion, address: `/${companion}` }, request.header));
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

/** The other form of a page is for private caches alone: some in front leave Accept out of their keys. */
const privately = (response: ResponseParts): ResponseParts => ({
  ...response,
  headers: { ...response.headers, 'Cache-Control': cacheLifetimes.negotiated },
});

/** No name is longer; for more than that no similar one is looked for. */
const LONGEST_SLUG = 200;

/** Suggests similar records to programs; a page has a search box instead. Each draws on the allowance. */
async function notFound(
  service: Service,
  request: ApiRequest,
  { record }: Extract<Destination, { type: 'unknown' }>,
): Promise<ResponseParts> {
  const detail = `There is nothing at ${record === undefined ? request.path : refOf(record)}.`;
  const { headers, refusal } = await admit(service, 'default', request);
  if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
  if (request.form === 'page') return failureResponse(service, request, { code: 'not_found', detail, headers });
  const { assets, data } = service.build;
  const name = record?.slug ?? request.path.slice(request.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const similar =
    name.length > LONGEST_SLUG ? [] : await data.named((names) => suggestRecords(names, name, record?.kind));
  const suggestions = similar.map((one) => ({
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
