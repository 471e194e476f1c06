import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { root } from '../../src/build/options.ts';
import { createLimits } from '../../src/function/limits.ts';
import { type Served, serve } from '../../src/function/node/serve.ts';
import type { Envelope } from '../../src/schema/types.ts';
import { fixtureDist, SITE } from '../support/build.ts';
import { postJson, type TestApp, testApp, withDamaged, withService } from '../support/function-app.ts';
import { pairs } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const url = new URL('http://localhost/mcp');
const viaFetch = (target: TestApp) => ({
  fetch: (input: string | URL | Request, init?: RequestInit) => target.ask(String(input), init),
});

/** The official clients, in the eras they speak. */
const clients = {
  'client 2.4 in the era of 2026-07-28': async (target: TestApp) => {
    const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new ModernTransport(url, viaFetch(target)));
    return client;
  },
  'client 2.4 in the era of 2025-11-25': async (target: TestApp) => {
    const client = new ModernClient({ name: 'test', version: '1' });
    await client.connect(new ModernTransport(url, viaFetch(target)));
    return client;
  },
  'sdk 1.32': async (target: TestApp) => {
    const client = new OlderClient({ name: 'test', version: '1' });
    await client.connect(new OlderTransport(url, viaFetch(target)) as Transport);
    return client;
  },
};

/** An input for each tool that leads to an answer, and one that leads to a problem. */
const inputs: Readonly<Record<string, { good: Record<string, unknown>; bad: Record<string, unknown>; code: string }>> =
  {
    lookup_medication: { good: { name: 'Testabrand' }, bad: { name: 'qzqzqz' }, code: 'not_recognized' },
    check_funding_bias: { good: { name: 'testamine' }, bad: { name: 'testroot' }, code: 'unsupported_kind' },
    find_lifestyle_alternatives: { good: { name: 'testamine' }, bad: {}, code: 'missing_parameter' },
    check_interactions: {
      good: { item1: 'testamine', item2: 'plainol' },
      bad: { item1: 'testamine' },
      code: 'missing_parameter',
    },
    compare_medications: {
      good: { name1: 'testamine', name2: 'plainol' },
      bad: { name1: 'testamine', name2: 'testamine' },
      code: 'same_item',
    },
    search: { good: { q: 'test', limit: 3 }, bad: { q: 'test', limit: 99 }, code: 'invalid_parameter' },
    report_hallucination: { good: { claim: 'Testamine cures colds' }, bad: { claim: 7 }, code: 'invalid_body' },
  };

const byTool = operations.map((operation) => [operation.tool, operation] as const);

describe.each(Object.entries(clients))('%s', (_, connect) => {
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    client = await connect(app);
  });

  it('learns who serves and how to use it', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'materia', version: '1.1.0' });
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    });
    expect(client.getInstructions()).toContain('must_not');
  });

  it('lists what /v1/tools lists', async () => {
    const { tools } = await client.listTools();
    const published = (await (await app.ask('/v1/tools')).json()) as { data: { tools: unknown } };
    expect(tools).toEqual(published.data.tools);
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(inputs));
  });

  it.each(byTool)('%s answers as REST does', async (tool, operation) => {
    const { good } = inputs[tool] as (typeof inputs)[string];
    const result = await client.callTool({ name: tool, arguments: good });
    const rest = (await (await askRest(app, operation, good)).json()) as Envelope;
    expect(result.isError).toBeFalsy();
    expect(withoutReceipt(result.structuredContent)).toEqual(withoutReceipt(rest));
    const [{ type, text }, ...more] = result.content as [{ type: string; text: string }];
    expect([type, more]).toEqual(['text', []]);
    const { assessment_summary, attribution, source_url, disclaimer, must_not } = result.structuredContent as Envelope;
    for (const part of [assessment_summary, attribution, source_url, disclaimer, ...must_not])
      expect(text).toContain(part);
  });

  it.each(byTool)('%s tells a problem as a result, in the words of REST', async (tool, operation) => {
    const { bad, code } = inputs[tool] as (typeof inputs)[string];
    const result = await client.callTool({ name: tool, arguments: bad });
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    const [{ text }, ...more] = result.content as [{ text: string }];
    const rest = await (await askRest(app, operation, bad)).json();
    expect([JSON.parse(text), more]).toEqual([{ ...(rest as object), instance: `tool:${tool}` }, []]);
    expect(JSON.parse(text).code).toBe(code);
  });

  it('puts the warnings first', async () => {
    const result = await client.callTool({ name: 'lookup_medication', arguments: { name: 'testamine' } });
    const { text } = (result.content as { text: string }[])[0] as { text: string };
    const { profile } = (result.structuredContent as { data: { profile: { blackBox: { warning: string } } } }).data;
    expect(text.slice(0, 2000)).toContain(`BOXED WARNING: ${profile.blackBox.warning}`);
    expect(text.slice(0, 2000)).toContain('STOPPING SUDDENLY');
  });

  it('refuses a tool that does not exist', async () => {
    await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it('reads companions as they are served, and completes their slugs', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([`${SITE}/{kind}/{slug}.md`]);
    const { contents } = await client.readResource({ uri: `${SITE}/medication/testamine.md` });
    const served = await (await app.ask('/medication/testamine.md')).text();
    expect(contents).toEqual([{ uri: `${SITE}/medication/testamine.md`, mimeType: 'text/markdown', text: served }]);
    const ref = { type: 'ref/resource', uri: `${SITE}/{kind}/{slug}.md` } as const;
    const slugs = await client.complete({
      ref,
      argument: { name: 'slug', value: 'test' },
      context: { arguments: { kind: 'medication' } },
    });
    expect(slugs.completion).toEqual({ values: ['testamine', 'testamine-plainol'], total: 2, hasMore: false });
    const kinds = await client.complete({ ref, argument: { name: 'kind', value: 'm' } });
    expect(kinds.completion.values).toEqual(['medication']);
  });

  it('reads the index that the resource list names', async () => {
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]?.uri as string });
    expect((contents[0] as { text: string }).text).toBe(await (await app.ask('/llms.txt')).text());
  });

  it.each([
    `${SITE}/medication/nothing.md`,
    `${SITE}/../package.json`,
    `${SITE}/v1/vocabulary.json`,
    'nonsense',
    'file:///etc/passwd',
    `${SITE}/medication/..%2f..%2fx.md`,
  ])('does not read %s', async (uri) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });
});

const askRest = (target: TestApp, { method, path }: (typeof operations)[number], input: Record<string, unknown>) =>
  method === 'POST'
    ? target.ask(path, postJson(input))
    : target.ask(`${path}?${new URLSearchParams(input as Record<string, string>)}`);

/** The second receipt of a claim says that it is the second. */
const withoutReceipt = (value: unknown): unknown => {
  const { data, assessment_summary, ...rest } = value as Record<string, unknown> & { data: object };
  return 'duplicate' in data
    ? { ...rest, data: { ...data, duplicate: undefined } }
    : { ...rest, assessment_summary, data };
};

it('renamed records are read under their old address', async () => {
  const moved = await testApp({
    assets: withService({ renamed: [{ kind: 'medication', from: 'old', to: 'testamine' }] }),
  });
  const client = await clients['sdk 1.32'](moved);
  const { contents } = await client.readResource({ uri: `${SITE}/medication/old.md` });
  expect(contents[0]?.uri).toBe(`${SITE}/medication/testamine.md`);
});

describe('over HTTP', () => {
  const message = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
  const accept = { accept: 'application/json, text/event-stream' };
  const modern = (method: string, params: object = {}) => ({
    ...message(method, {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
  });
  const modernHeaders = (method: string, name?: string) => ({
    ...accept,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name && { 'mcp-name': name }),
  });
  const sent = (method: string, params?: object, name?: string) =>
    postJson(modern(method, params), modernHeaders(method, name));

  it.each([
    ['2025', () => postJson(message('tools/list'), accept)],
    ['2026', () => postJson(modern('tools/list'), modernHeaders('tools/list'))],
  ])('answers of %s are plain JSON that nobody keeps, open to every site', async (_, init) => {
    const response = await app.ask('/mcp', init());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('mcp-session-id')).toBeNull();
  });

  it('curl is answered, too, which accepts anything and names no version', async () => {
    const response = await app.ask('/mcp', postJson(message('tools/list'), { accept: '*/*' }));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  });

  it('the list stays under 4,000 tokens', async () => {
    const text = await (await app.ask('/mcp', postJson(message('tools/list'), accept))).text();
    // Three and a half characters a token: what tokenizers give for JSON of this kind, on the safe side.
    expect(text.length / 3.5).toBeLessThan(4000);
  });

  it('lists may be kept for an hour', async () => {
    const body = (await (
      await app.ask('/mcp', postJson(modern('tools/list'), modernHeaders('tools/list')))
    ).json()) as { result: object };
    expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  });

  it.each<[string, RequestInit, number, number | undefined]>([
    ['header and body disagree', postJson(modern('tools/list'), modernHeaders('tools/call')), 400, -32020],
    [
      'an unknown version',
      postJson(
        {
          ...modern('tools/list'),
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2030-01-01',
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        { ...modernHeaders('tools/list'), 'mcp-protocol-version': '2030-01-01' },
      ),
      400,
      -32022,
    ],
    ['an unknown method', sent('tools/make'), 404, -32601],
    ['a subscription, of which there is none', sent('subscriptions/listen', { notifications: {} }), 404, -32601],
    ['an unknown tool', sent('tools/call', { name: 'x', arguments: {} }, 'x'), 200, -32602],
    ['broken JSON', postJson('{"jsonrpc":', accept), 400, -32700],
    ['a notification', postJson({ jsonrpc: '2.0', method: 'notifications/initialized' }, accept), 202, undefined],
    ['null', postJson('null', accept), 400, undefined],
    ['a text', postJson('"x"', accept), 400, undefined],
    ['deep nesting', postJson(`${'['.repeat(30_000)}${']'.repeat(30_000)}`, accept), 400, -32600],
    ['an array of messages', postJson([modern('tools/list'), modern('tools/list')], accept), 400, -32600],
    [
      'many fields',
      postJson(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'ping',
          params: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at, at])),
        },
        accept,
      ),
      400,
      -32600,
    ],
  ])('%s', async (_, init, status, code) => {
    const response = await app.ask('/mcp', init);
    expect(response.status).toBe(status);
    const text = await response.text();
    if (code !== undefined) expect(JSON.parse(text).error.code).toBe(code);
    expect(text).not.toMatch(/<html|at .*\.[mt]?js/i);
  });

  it('a body over 4 MiB is 413, one of another type 415', async () => {
    expect((await app.ask('/mcp', postJson('x'.repeat(4 * 1024 ** 2 + 1), accept))).status).toBe(413);
    expect((await app.ask('/mcp', postJson('{}', { ...accept, 'content-type': 'text/plain' }))).status).toBe(415);
  });

  it('a fault of ours shows nothing but its id', async () => {
    const { ask, faults } = await testApp({
      assets: withDamaged('medication/testamine.md', new Error('secret of /home')),
    });
    const text = await (
      await ask('/mcp', postJson(message('resources/read', { uri: `${SITE}/medication/testamine.md` }), accept))
    ).text();
    expect(JSON.parse(text).error).toEqual({
      code: -32603,
      message: `Something went wrong on our side. (urn:uuid:${faults[0]?.id})`,
    });
  });

  it('reports by tool draw on the allowance of reports', async () => {
    const { ask } = await testApp({ limits: createLimits({ default: 0, reports: 1 }, () => 0) });
    const report = async (claim: string) =>
      (await (
        await ask(
          '/mcp',
          postJson(message('tools/call', { name: 'report_hallucination', arguments: { claim } }), accept),
        )
      ).json()) as { result: { isError?: boolean; content: { text: string }[] } };
    expect((await report('a')).result.isError).toBeFalsy();
    const { result } = await report('b');
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '').code).toBe('rate_limited');
  });
});

describe('who may call', () => {
  const call = async (target: TestApp, address: string, origin?: string) =>
    (
      await target.ask(
        address,
        postJson(
          { jsonrpc: '2.0', id: 1, method: 'ping' },
          { accept: 'application/json, text/event-stream', host: new URL(address).host, ...(origin && { origin }) },
        ),
      )
    ).status;

  it.each([
    ['http://localhost/mcp', undefined, 200],
    ['http://127.0.0.1:4321/mcp', 'http://localhost:3000', 200],
    ['http://[::1]:4321/mcp', 'http://[::1]:4321', 200],
    ['http://localhost/mcp', 'https://evil.test', 403],
    ['http://localhost/mcp', 'http://localhost.evil.test', 403],
    ['http://localhost/mcp', 'null', 403],
    ['http://evil.test/mcp', undefined, 403],
    ['http://127.0.0.1.evil.test/mcp', undefined, 403],
    [`${SITE}/mcp`, 'https://chat.test', 200],
    [`${SITE}/mcp`, 'http://chat.test', 403],
  ])('on a loopback server %s from %s: %i', async (address, origin, status) => {
    expect(await call(app, address, origin)).toBe(status);
  });

  it.each([
    ['https://other.test/mcp', undefined, 200],
    ['https://other.test/mcp', 'https://chat.test', 200],
    ['https://other.test/mcp', 'http://chat.test', 403],
    ['http://inside.test:8080/mcp', 'http://inside.test:8080', 200],
    ['http://rebound.test/mcp', 'http://rebound.test', 403],
    ['http://192.0.2.7/mcp', 'http://192.0.2.7', 200],
    ['http://materia:4321/mcp', undefined, 200],
    ['http://localhost/mcp', SITE, 200],
    ['http://localhost/mcp', 'https://evil.test', 403],
  ])('where other.test and inside.test are named %s from %s: %i', async (address, origin, status) => {
    expect(await call(await testApp({ engine: { hosts: 'other.test, inside.test' } }), address, origin)).toBe(status);
  });
});

describe('the official conformance suite', () => {
  let served: Served;
  beforeAll(async () => {
    const dataDir = temporaryFolder();
    served = await serve({ distDir: await fixtureDist(), dataDir, port: 0, write: () => {} });
  });
  afterAll(() => served.close());

  it.each(pairs`
    2026-07-28 = server-stateless, 2026-07-28 = tools-list, 2026-07-28 = resources-list, 2026-07-28 = caching,
    2026-07-28 = sep-2164-resource-not-found, 2026-07-28 = dns-rebinding-protection,
    2026-07-28 = http-header-validation, 2025-11-25 = server-initialize, 2025-11-25 = ping, 2025-11-25 = tools-list,
    2025-11-25 = resources-list, 2025-11-25 = dns-rebinding-protection`)('%s %s', async (version, scenario) => {
    const cli = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const baseline = join(root, 'tests/conformance/baseline.yml');
    const args = [
      cli,
      'server',
      '--url',
      `${served.address}/mcp`,
      '--scenario',
      scenario,
      '--spec-version',
      version,
      '--expected-failures',
      baseline,
    ];
    const { code, output } = await run(args);
    expect(code, output).toBe(0);
  });

  /** Not spawnSync: the server that is tested lives in this process. */
  function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, { cwd: tmpdir() });
      let output = '';
      child.stdout.on('data', (data) => (output += data));
      child.stderr.on('data', (data) => (output += data));
      child.on('close', (code) => resolve({ code, output }));
    });
  }
});
