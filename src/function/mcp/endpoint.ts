import { cacheLifetimes, commonHeaders } from '../../api/headers.ts';
import { failure, problemAnswer } from '../errors.ts';
import type { ApiRequest } from '../request.ts';
import { type Headers as HeaderTable, toResponse } from '../response.ts';
import { isJson, notJson, parseJson } from '../rest.ts';
import { admit, type Service } from '../service.ts';
import { isAllowedCaller } from './origin.ts';
import { createMcp } from './server.ts';

/** `POST /mcp` up to the protocol: who may call, how often, and with what body. Every answer has CORS headers. */
export function createMcpEndpoint(
  service: Service,
  { onLoopback }: { onLoopback: boolean },
): (ask: ApiRequest) => Promise<Response> {
  const { addresses } = service.edition.assets;
  const ownHosts = [addresses.siteUrl, addresses.baseUrl].map((url) => new URL(url).host);
  const mcp = createMcp(service);

  return async (ask) => {
    const { request, header } = ask;
    const called = { host: header('host') ?? new URL(request.url).host, origin: header('origin') };
    if (!isAllowedCaller(called, { ownHosts, onLoopback })) return toResponse(await failure(service, ask, foreign));
    const { headers, refusal } = await admit(service, 'default', ask);
    if (refusal !== undefined) return toResponse(await problemAnswer(service, ask, { problem: refusal, headers }));
    if (!isJson(request)) return toResponse(await failure(service, ask, { ...notJson, headers }));
    const message = parseJson(await request.text());
    const answer = message === undefined ? parseError() : await mcp(request, message.value, ask.caller);
    return withHeaders(answer, { ...commonHeaders(addresses), ...headers, 'Cache-Control': cacheLifetimes.never });
  };
}

const foreign = { code: 'forbidden', detail: 'This Origin or Host may not call this server.' } as const;

/** JSON-RPC 2.0, section 5.1. */
const parseError = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error: the body is not valid JSON.' }, id: null },
    { status: 400 },
  );

function withHeaders({ body, status, headers }: Response, added: HeaderTable): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(added)) all.set(name, value);
  return new Response(body, { status, headers: all });
}
