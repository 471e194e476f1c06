import {
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  UriTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { toolListing } from '../api/tools.ts';
import { type Kind, kinds } from '../schema/kinds.ts';
import { resultText } from './result-text.ts';
import { admit, type Caller, faultProblem, perform, type Service } from './service.ts';

/** Answers a POST to `/mcp` whose body has been read and parsed. */
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
const MAX_COMPLETIONS = 100;
const INDEX = 'llms.txt';

/**
 * The MCP server: stateless, plain JSON in both eras. 2026-07-28 goes through the SDK's entry; requests of 2025 through
 * its older transport, because the entry would answer those as an event stream.
 */
export function createMcp(service: Service): Mcp {
  const tools = toolListing() as ListToolsResult['tools'];
  const { onRead, ...companions } = createCompanions(service);
  const { name, version, site_url } = service.edition.data.service;

  const build = (caller: Caller): Server => {
    const server = new Server(
      { name: 'materia', title: name, version, websiteUrl: site_url },
      { capabilities, cacheHints, instructions: instructions(name) },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }) => callTool(service, params, caller));
    server.setRequestHandler('resources/list', () => ({ resources: companions.index }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [companions.template] }));
    server.setRequestHandler('resources/read', ({ params }) => told(service, caller, onRead(params.uri)));
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
  const instance = `tool:${call.name}`;
  const refusal = operation.annotations.readOnlyHint
    ? undefined
    : (await admit(service, 'reports', caller, instance)).refusal;
  const answer =
    refusal === undefined
      ? await perform(service, operation, call.arguments ?? {}, caller, instance)
      : { ok: false as const, body: refusal };
  // No structuredContent beside an error: clients would show that and hide the message.
  if (!answer.ok) return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(answer.body) }] };
  return { content: [{ type: 'text' as const, text: resultText(answer.body) }], structuredContent: { ...answer.body } };
}

/** Lets protocol errors through; a fault of ours is told by its id alone, since the SDK would send its message. */
const told = <T>(service: Service, caller: Caller, result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (error instanceof ProtocolError) throw error;
    const { detail, instance } = faultProblem(service, error, caller);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${detail} (${instance})`);
  });

/** Companions as resources: one template, its completion, and reading; the index is a resource of its own. */
function createCompanions({ edition }: Service) {
  const { assets, data } = edition;
  const site = data.service.site_url;
  const uriTemplate = `${site}/{kind}/{slug}.md`;
  const pattern = new UriTemplate(uriTemplate);
  const renamed = new Map(data.service.renamed.map(({ kind, from, to }) => [`${kind}/${from}`, `${kind}/${to}`]));
  const slugs = kinds.flatMap((kind) => slugsOf(assets.paths, kind).map((slug) => ({ kind, slug })));

  /** The file of a resource address, and the address it stands under now. */
  const fileOf = (uri: string): string | undefined => {
    if (uri === `${site}/${INDEX}`) return assets.find(INDEX) && INDEX;
    const { kind, slug } = pattern.match(uri) ?? {};
    const record = `${kind}/${slug}`;
    const file = `${renamed.get(record) ?? record}.md`;
    return assets.find(file) && slugs.some((known) => `${known.kind}/${known.slug}.md` === file) ? file : undefined;
  };

  return {
    index: [{ uri: `${site}/${INDEX}`, name: INDEX, title: 'Index of all records', mimeType: 'text/plain' }].filter(
      () => assets.find(INDEX),
    ),
    template: {
      uriTemplate,
      name: 'companion',
      title: 'Markdown companion of a record',
      description: 'The whole record as Markdown. kind is medication, supplement or peptide.',
      mimeType: 'text/markdown',
    },

    async onRead(uri: string) {
      const file = fileOf(uri);
      if (file === undefined) throw new ResourceNotFoundError(uri);
      const text = new TextDecoder().decode(await assets.read(file));
      return {
        contents: [{ uri: `${site}/${file}`, mimeType: file.endsWith('.md') ? 'text/markdown' : 'text/plain', text }],
      };
    },

    complete({ ref, argument, context }: CompletionParams) {
      if (ref.type !== 'ref/resource' || ref.uri !== uriTemplate)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'Unknown reference: complete kind and slug of the resource template.',
        );
      const kind = context?.arguments?.kind;
      const candidates =
        argument.name === 'kind'
          ? [...kinds]
          : slugs.filter((known) => kind === undefined || known.kind === kind).map(({ slug }) => slug);
      const values =
        argument.name === 'kind' || argument.name === 'slug'
          ? candidates.filter((value) => value.startsWith(argument.value))
          : [];
      return {
        completion: {
          values: values.slice(0, MAX_COMPLETIONS),
          total: values.length,
          hasMore: values.length > MAX_COMPLETIONS,
        },
      };
    },
  };
}

const slugsOf = (paths: Iterable<string>, kind: Kind): string[] =>
  [...paths]
    .filter((path) => path.startsWith(`${kind}/`) && path.endsWith('.md'))
    .map((path) => path.slice(kind.length + 1, -'.md'.length))
    .toSorted();

interface CompletionParams {
  readonly ref: { readonly type: string; readonly uri?: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}
