import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkers } from '../../scripts/start-workers.ts';
import { operations } from '../../src/api/operations.ts';
import { root } from '../../src/build/options.ts';
import { defaultRates } from '../../src/function/limits.ts';
import { serve } from '../../src/function/node/serve.ts';
import { fixtureDist } from '../support/build.ts';
import { postJson } from '../support/function-app.ts';
import { words } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Engine {
  readonly address: string;
  close(): Promise<unknown>;
}
const engines: Record<string, () => Promise<Engine>> = {
  Node: async () => serve({ distDir: await fixtureDist(), dataDir: temporaryFolder(), port: 0, write: () => {} }),
  Workers: async () => startWorkers({ distDir: await fixtureDist(), stateDir: temporaryFolder() }),
};
const running: Record<string, Engine> = {};
beforeAll(async () => {
  await Promise.all(Object.entries(engines).map(async ([name, start]) => (running[name] = await start())));
});
afterAll(() => Promise.all(Object.values(running).map((engine) => engine.close())));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Not `fetch`, which decompresses what it gets. */
function ask(engine: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, (running[engine] as Engine).address);
    const asking = get(url, { method, headers: { 'accept-encoding': 'identity', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Answer['headers'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    asking.on('error', reject);
  });
}

const pages = ['/', '/medication', '/medication/testamine', '/developers'];
const files = words`
  /medication/testamine.md /llms.txt /llms-index.json /sitemap.xml /robots.txt /.well-known/security.txt
  /mcp/server-card /favicon.ico`;
const api = words`
  /v1 /v1/tools /v1/openapi.json /v1/medication/testamine /v1/supplement/testroot.json /v1/lookup?name=Testabrand
  /v1/funding-bias?name=testamine /v1/lifestyle-alternatives?name=testamine
  /v1/interactions?item1=testamine&item2=plainol /v1/compare?name1=testamine&name2=plainol /v1/search?q=test&limit=2`;
const failures: [string, number][] = [
  ['/v1/nothing', 404],
  ['/v1/medication/testamin', 404],
  ['/v1/lookup', 400],
  ['/v1/lookup?name=qzqzqz', 404],
  ['/v1/compare?name1=testamine&name2=testroot', 400],
  ['/v1/report-hallucination', 405],
  ['/mcp', 405],
  ['/nothing', 404],
  ['/nothing.md', 404],
  ['/_headers', 404],
  ['/.assets.json', 404],
  ['/medication/testamine.md.br', 404],
];

describe('both engines give the same', () => {
  const compared = words`
    content-type cache-control etag link location allow last-modified content-signal content-usage
    content-security-policy access-control-allow-origin access-control-expose-headers ratelimit-policy`;

  it.each([
    ...pages,
    ...files,
    ...api,
    ...failures.map(([path]) => path),
    '/medication/testamine/',
    '/medication/testamine.html',
  ])('%s', async (path) => {
    const [node, workers] = await Promise.all([ask('Node', path), ask('Workers', path)]);
    expect(workers.status).toBe(node.status);
    for (const name of compared) expect([name, workers.headers[name]]).toEqual([name, node.headers[name]]);
    expect(workers.body.equals(node.body)).toBe(true);
  });
});

describe.each(Object.keys(engines))('%s', (engine) => {
  it.each([...pages, ...files, ...api])('%s is what its tag says, and 304 to who has it', async (path) => {
    const first = await ask(engine, path);
    expect(first.status).toBe(200);
    expect(first.headers.etag).toBe(`"${createHash('sha256').update(first.body).digest('hex')}"`);
    const again = await ask(engine, path, { 'if-none-match': first.headers.etag as string });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    const head = await ask(engine, path, {}, 'HEAD');
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, first.headers.etag]);
  });

  it.each(failures)('%s is %i', async (path, status) => {
    const { status: given, body, headers } = await ask(engine, path);
    expect(given).toBe(status);
    if (/^\/(?:v1|mcp)/.test(path)) expect(JSON.parse(body.toString())).toMatchObject({ status, data: null });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it.each(['/medication/testamine', '/medication/testamine.md', '/v1/medication/testamine'])(
    '%s compressed has a tag of its own',
    async (path) => {
      const plain = await ask(engine, path);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
      // workerd neither unpacks Brotli, so that a file could be held against its digest, nor compresses Markdown.
      const encodings = engine === 'Workers' && path.endsWith('.md') ? (['gzip'] as const) : (['br', 'gzip'] as const);
      for (const encoding of encodings) {
        const packed = await ask(engine, path, { 'accept-encoding': encoding });
        expect([packed.status, packed.headers['content-encoding']]).toEqual([200, encoding]);
        expect(packed.headers.vary).toContain('Accept-Encoding');
        expect(packed.headers.etag).not.toBe(plain.headers.etag);
        expect(unpack[encoding](packed.body).equals(plain.body)).toBe(true);
        expect(
          (await ask(engine, path, { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag as string }))
            .status,
        ).toBe(304);
      }
    },
  );

  it('an answer that is compressed on the way has a weak tag or one of its own', async () => {
    const path = '/v1/lookup?name=testamine';
    const plain = await ask(engine, path);
    const packed = await ask(engine, path, { 'accept-encoding': 'br, gzip' });
    if (packed.headers['content-encoding']) expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    expect(
      (await ask(engine, path, { 'accept-encoding': 'br, gzip', 'if-none-match': packed.headers.etag as string }))
        .status,
    ).toBe(304);
  });

  it.each(['/v1/lookup?name=testamine', '/v1/search?q=test'])('%s is compressed for who takes that', async (path) => {
    const plain = await ask(engine, path);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await ask(engine, path, { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
    }
  });

  it('compresses answers of MCP', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'lookup_medication', arguments: { name: 'testamine' } },
    };
    const response = await fetch(
      `${(running[engine] as Engine).address}/mcp`,
      postJson(call, { 'accept-encoding': 'gzip' }),
    );
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toMatchObject({
      id: 1,
      result: { structuredContent: { data: { slug: 'testamine' } } },
    });
  });

  it.each(words`
    /v1/supplement/%0A /v1/lookup%0Ax /v1/lookup%E2%80%A8 /medication/a%0Ab.md /medication/a%0Db /%0D /%E2%80%A8
    /mcp%0A /mcp/%E2%80%A9`)('%s, with a line break, is answered like any other', async (path) => {
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      const { status, headers, body } = await ask(engine, path, {}, method);
      expect([method, status]).toEqual([method, method === 'OPTIONS' ? 204 : 404]);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      if (method !== 'OPTIONS' && path.startsWith('/v1')) expect(JSON.parse(body.toString()).code).toBe('not_found');
    }
  });

  it('says where the catalog is, lets caches ask by tag, and dates what lists all records', async () => {
    for (const path of ['/', '/v1']) {
      const { link } = (await ask(engine, path)).headers;
      expect(link).toContain('/.well-known/api-catalog>; rel="api-catalog"');
      expect(link).toContain('/llms.txt>; rel="describedby"');
    }
    const preflight = await ask(engine, '/v1/lookup', {}, 'OPTIONS');
    expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match');
    const dates = words`
      /llms-index.json /llms.txt /medication/llms.txt /changes.json /changes.atom /sitemap.xml`;
    for (const path of dates) {
      const { headers } = await ask(engine, path);
      expect([path, new Date(headers['last-modified'] ?? '').toISOString()]).toEqual([
        path,
        '2026-11-21T00:00:00.000Z',
      ]);
    }
    const list = await ask(engine, '/v1/medication');
    expect(list.status).toBe(200);
    expect(JSON.parse(list.body.toString()).data).toMatchObject({
      type: 'medication',
      links: { page: expect.stringMatching(/\/medication$/) },
    });
    const reaches = await ask(engine, '/v1/interactions/medication/testamine');
    expect(reaches.body.equals((await ask(engine, '/v1/interactions/medication/testamine.json')).body)).toBe(true);
  });

  it('lets no cache in front give Markdown to people, nor what one client has left to others', async () => {
    const negotiated = await ask(engine, '/medication/testamine', { accept: 'text/markdown' });
    expect(negotiated.headers['cache-control']).toMatch(/^private/);
    expect((await ask(engine, '/medication/testamine')).headers['cache-control']).toMatch(/^public/);
    for (const path of [...pages, ...files, ...api]) {
      const { headers } = await ask(engine, path);
      if (headers['cache-control']?.startsWith('public')) expect([path, headers.ratelimit]).toEqual([path, undefined]);
    }
  });

  it('refuses an array of MCP messages', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const response = await fetch(`${(running[engine] as Engine).address}/mcp`, postJson([message, message]));
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  });

  it('a companion is negotiated', async () => {
    const { headers, body } = await ask(engine, '/medication/testamine', { accept: 'text/markdown, text/html, */*' });
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body.equals((await ask(engine, '/medication/testamine.md')).body)).toBe(true);
  });

  it('stores reports once, and refuses what is none', async () => {
    const url = `${(running[engine] as Engine).address}/v1/report-hallucination`;
    const report = async (init: RequestInit) => {
      const response = await fetch(url, init);
      return {
        status: response.status,
        body: (await response.json()) as { code?: string; data: { id: string; duplicate: boolean } | null },
      };
    };
    const first = await report(postJson({ claim: 'Testamine cures colds', slug: 'testamine' }));
    expect(first.body.data?.duplicate).toBe(false);
    const again = await report(postJson({ claim: 'testamine cures  COLDS', slug: 'testamine' }));
    expect(again.body.data).toMatchObject({ id: first.body.data?.id, duplicate: true });
    expect((await report(postJson('{'))).body.code).toBe('invalid_json');
    expect((await report(postJson({}))).status).toBe(422);
    expect((await report({ method: 'POST', body: 'x' })).status).toBe(415);
    expect((await report(postJson({ claim: 'x'.repeat(17_000) }))).status).toBe(413);
    expect((await report(postJson({ claim: 'after a body that nobody read' }))).status).toBe(200);
  });

  it.each([
    [100, 200],
    [17_000, 413],
  ])('bounds a body of %i bytes that does not say its length: %i', async (length, status) => {
    const body = new Blob([JSON.stringify({ claim: 'y'.repeat(length) })]).stream();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
    expect((await fetch(`${(running[engine] as Engine).address}/v1/report-hallucination`, init)).status).toBe(status);
  });

  it('is ready', async () => {
    expect((await ask(engine, '/healthz')).status).toBe(200);
    expect(JSON.parse((await ask(engine, '/readyz')).body.toString())).toMatchObject({
      status: 'ready',
      reports: 'writable',
    });
  });

  it.each(['auto', undefined] as const)('serves MCP (%s)', async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, mode && { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', (running[engine] as Engine).address)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(operations.map(({ tool }) => tool));
    const { structuredContent } = await client.callTool({
      name: 'lookup_medication',
      arguments: { name: 'testamine' },
    });
    expect(structuredContent).toEqual(JSON.parse((await ask(engine, '/v1/lookup?name=testamine')).body.toString()));
    await client.close();
  });

  it('is closed to pages of other sites while it runs on loopback', async () => {
    const { address } = running[engine] as Engine;
    const init = postJson(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { origin: 'https://evil.test', accept: 'application/json, text/event-stream' },
    );
    expect((await fetch(`${address}/mcp`, init)).status).toBe(403);
  });
});

describe('what is deployed to Workers', () => {
  let bundle: string;
  beforeAll(() => {
    const outDir = temporaryFolder();
    const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
    const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' };
    const { status, stderr } = spawnSync(
      process.execPath,
      [wrangler, 'deploy', '--dry-run', '--outdir', outDir, '--assets', outDir],
      { cwd: root, env, encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    bundle = readFileSync(join(outDir, readdirSync(outDir).find((file) => file.endsWith('.js')) as string), 'utf8');
  });

  it('stays under 1 MB compressed', () => {
    expect(gzipSync(bundle).length).toBeLessThan(1_000_000);
  });

  it('makes no code out of text, and takes nothing from Node', () => {
    expect(bundle).not.toMatch(/new Function\b|\beval\(/);
    expect(bundle).not.toMatch(/from\s*["']node:|require\(["']node:/);
  });

  it('has the limits of the other engine', () => {
    const config = readFileSync(join(root, 'wrangler.jsonc'), 'utf8');
    const limits = [
      ...config.matchAll(/"name": "(\w+)", "namespace_id": "\d+", "simple": \{ "limit": (\d+), "period": 60 \}/g),
    ].map(([, name, limit]) => [name, Number(limit)]);
    expect(limits).toEqual([
      ['LIMIT', defaultRates.default],
      ['REPORT_LIMIT', defaultRates.reports],
    ]);
  });
});
