import { cacheLifetimes, commonHeaders } from '../../api/headers.ts';
import { failureResponse, problemInForm } from '../errors.ts';
import { type ApiRequest, jsonBody } from '../request.ts';
import { type Headers as HeaderTable, toResponse } from '../response.ts';
import { admit, type Service } from '../service.ts';
import { isAllowedCaller } from './origin.ts';
import { createMcp } from './server.ts';

/** `POST /mcp` up to the protocol: who may call, how often, and with what body. Every answer has CORS headers. */
export function createMcpEndpoint(
  service: Service,
  { onLoopback }: { onLoopback: boolean },
): (request: ApiRequest) => Promise<Response> {
  const { addresses } = service.build.assets;
  const ownHosts = [addresses.siteUrl, addresses.baseUrl].map((url) => new URL(url).host);
  const mcp = createMcp(service);

  return async (request) => {
    const { raw, header } = request;
    const called = { host: header('host') ?? new URL(raw.url).host, origin: header('origin') };
    if (!isAllowedCaller(called, { ownHosts, onLoopback }))
      return toResponse(await failureResponse(service, request, foreign));
    const { headers, refusal } = await admit(service, 'default', request);
    if (refusal !== undefined) return toResponse(await problemInForm(service, request, { problem: refusal, headers }));
    const body = await jsonBody(raw);
    if ('code' in body && body.code !== 'invalid_json')
      return toResponse(await failureResponse(service, request, { ...body, headers }));
    const answer = 'code' in body ? parseError() : await mcp(raw, body.value, request.caller);
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
