import { cacheLifetimes, commonHeaders } from '../../api/headers.ts';
import { LARGEST_MESSAGE } from '../../api/request-limits.ts';
import { problemInForm, unreadableResponse } from '../errors.ts';
import { jsonBody } from '../request-input.ts';
import type { ResponseParts } from '../response.ts';
import { type ApiRequest, admit, type Service } from '../service.ts';
import type { createMcp } from './server.ts';

/** Fields of one message, wherever they are in it: the SDK looks at each several times. */
const MOST_FIELDS = 200;

/** `POST /mcp` up to the protocol: how often, and with what body. Every answer has CORS headers. */
export function createMcpEndpoint(service: Service): (request: ApiRequest) => Promise<ResponseParts> {
  const { addresses } = service.build.assets;
  let opened: ReturnType<typeof createMcp> | undefined;
  const mcp = async () => {
    // A third of what a start would load, and most who ask for a page or a record ask nothing of it.
    const { createMcp } = await import('./server.ts');
    opened ??= createMcp(service);
    return opened;
  };

  return async (request) => {
    const { headers, refusal } = await admit(service, 'default', request);
    if (refusal !== undefined) return problemInForm(service, request, { problem: refusal, headers });
    const body = await jsonBody(request.raw, { most: LARGEST_MESSAGE, budget: service.bodies });
    if ('code' in body && body.code !== 'invalid_json')
      return unreadableResponse(service, request, { ...body, headers: { ...headers, ...body.headers } });
    // Bodies of many may be whole at the same moment.
    await service.queue?.(request.caller.key);
    const answer =
      'code' in body
        ? protocolError(PARSE_ERROR, 'Parse error: the body is not valid JSON.')
        : (refused(body.value) ?? (await (await mcp())(request.raw, body.value, request.caller)));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: {
        ...commonHeaders(addresses),
        ...headers,
        ...typeOf(answer),
        'Cache-Control': cacheLifetimes.never,
      },
      body: bytes.length === 0 ? null : bytes,
    };
  };
}

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** What would cost more than a request may, in the protocol's own form; undefined when it may be answered. */
function refused(message: unknown): Response | undefined {
  if (Array.isArray(message))
    return protocolError(INVALID_REQUEST, 'Invalid request: send one message at a time, not an array of them.');
  if (fieldsOf(message, MOST_FIELDS + 1) > MOST_FIELDS)
    return protocolError(INVALID_REQUEST, `Invalid request: it holds more than ${MOST_FIELDS} fields.`);
  return undefined;
}

const protocolError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });

/** Fields and list items of a value at any depth, counted no further than `enough`. */
function fieldsOf(value: unknown, enough: number): number {
  let count = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && count < enough) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    count += inner.length;
    waiting.push(...inner.slice(0, enough));
  }
  return count;
}

/** Of the SDK's headers those that describe the body; the rest is ours. */
const typeOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    ['Content-Type', 'Allow'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
