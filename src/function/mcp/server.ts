import {
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { toolListing } from '../../api/operations.ts';
import { admit, type Caller, faultProblem, perform, type Service } from '../service.ts';
import { createCompanions } from './companion-resources.ts';
import { resultText } from './result-text.ts';

export type Mcp = (request: Request, message: unknown, caller: Caller) => Promise<Response>;

/** An hour: the catalog changes with a build, and a client that lists twice in an hour learns nothing. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const cacheHints = {
  'server/discover': cacheHint,
  'tools/list': cacheHint,
  'resources/list': cacheHint,
  'resources/templates/list': cacheHint,
  'resources/read': cacheHint,
} as const;
const capabilities = { tools: { listChanged: false }, resources: { listChanged: false }, completions: {} } as const;

/** The MCP server, stateless: requests of 2025 take the SDK's older transport, as its entry answers in a stream. */
export function createMcp(service: Service): Mcp {
  const tools = toolListing() as ListToolsResult['tools'];
  const companions = createCompanions(service.build);
  const { name, version, site_url } = service.build.data.service;

  const build = (caller: Caller): Server => {
    const server = new Server(
      { name: 'materia', title: name, version, websiteUrl: site_url },
      { capabilities, cacheHints, instructions: instructions(name) },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }) => callTool(service, params, caller));
    server.setRequestHandler('resources/list', () => ({ resources: companions.resources }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: companions.templates }));
    server.setRequestHandler('resources/read', ({ params }) =>
      hidingFaults(service, caller, companions.read(params.uri)),
    );
    server.setRequestHandler('completion/complete', ({ params }) => companions.complete(params));
    return server;
  };

  return async (request, message, caller) => {
    if (await isLegacyRequest(request, message)) return serveLegacy(build(caller), request, message);
    if (isListen(message)) return nothingToListenTo(message.id);
    const handler = createMcpHandler(() => build(caller), { legacy: 'reject' });
    return handler.fetch(request, { parsedBody: message });
  };
}

/** No list of ours changes while a client is connected: a stream would stay open for nothing, once for each client. */
const isListen = (message: unknown): message is { id?: unknown } =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen';

const nothingToListenTo = (id: unknown): Response =>
  Response.json(
    { jsonrpc: '2.0', id: id ?? null, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  );

async function serveLegacy(server: Server, { url, method, headers }: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // It refuses whoever does not accept event streams too, such as curl, though it is told to send none.
  const accepting = new Headers([...headers, ['accept', 'application/json, text/event-stream']]);
  const response = await transport.handleRequest(new Request(url, { method, headers: accepting }), { parsedBody });
  await server.close();
  return response;
}

const instructions = (name: string): string =>
  [
    `${name} is a reference of medications, supplements and peptides with sourced records. It is educational, not medical advice.`,
    'Use lookup_medication for one item, check_interactions for a pair, search to discover names.',
    'Tell boxed warnings and warnings about stopping first. Honour every must_not entry of an answer.',
    'When you show data to a person, cite the attribution line and link source_url.',
    'If a name is not found, say so; never answer for a similar name without asking.',
  ].join(' ');

async function callTool(
  service: Service,
  call: { name: string; arguments?: Record<string, unknown> | undefined },
  caller: Caller,
) {
  const operation = service.operations.find(({ tool }) => tool === call.name);
  if (operation === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${call.name}`);
  const asked = { caller, instance: `tool:${call.name}` };
  // Whoever comes through /mcp has been admitted to it; writing draws on an allowance of its own.
  const { refusal } = operation.policy === 'default' ? {} : await admit(service, operation.policy, asked);
  const outcome =
    refusal === undefined
      ? await perform(service, (context) => operation.answer(call.arguments ?? {}, context), asked)
      : { problem: refusal };
  // No structuredContent beside an error: clients would show that and hide the message.
  if ('problem' in outcome)
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(outcome.problem) }] };
  const { answer: envelope } = outcome;
  const text = resultText(envelope, operation.summarize?.(envelope.data, call.arguments ?? {}));
  return { content: [{ type: 'text' as const, text }], structuredContent: { ...envelope } };
}

/** Lets protocol errors through; a fault of ours shows its id alone, since the SDK would send its message. */
const hidingFaults = <T>(service: Service, caller: Caller, result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (error instanceof ProtocolError) throw error;
    const { detail, instance } = faultProblem(service, error, caller);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${detail} (${instance})`);
  });
