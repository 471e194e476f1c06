import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../src/api/file-list.ts';
import { type Served, type ServeOptions, serve } from '../../src/function/node/serve.ts';
import { fixtureDist } from '../support/build.ts';
import { digestOf, readList, writeList } from '../support/file-lists.ts';
import { postJson } from '../support/function-app.ts';
import { exchange, startServer } from '../support/function-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function running(options: Partial<ServeOptions> = {}): Promise<Served & { log(): LogLine[] }> {
  let text = '';
  const write = (lines: string) => (text += lines);
  const served = await serve({ distDir: await fixtureDist(), dataDir: temporaryFolder(), port: 0, write, ...options });
  closing.push(served.close);
  return { ...served, log: () => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
}

interface LogLine {
  readonly level?: string;
  readonly id: string;
  readonly status: number;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
function parsed(answer: string): RawAnswer {
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)?.slice(1) as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}

describe('a head that nobody can answer', () => {
  const get = '/v1/lookup?name=testamine';
  const of = (path: string, host: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  let server: Awaited<ReturnType<typeof running>>;
  beforeAll(async () => {
    server = await running();
  });

  it.each<[string, string, number, string]>([
    ['no Host', `GET ${get} HTTP/1.1\r\n\r\n`, 400, 'bad_request'],
    ['an empty Host', `GET ${get} HTTP/1.1\r\nHost:\r\n\r\n`, 400, 'bad_request'],
    ['a Host with a name of a person', `GET ${get} HTTP/1.1\r\nHost: a@b\r\n\r\n`, 400, 'bad_request'],
    ['a Host with a space', `GET /v1 HTTP/1.1\r\nHost: exa mple/..\r\n\r\n`, 400, 'bad_request'],
    ['two Hosts', `GET /v1 HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n`, 400, 'bad_request'],
    ['the Host of somebody else', of('/v1/lookup?name=x', 'evil.test'), 403, 'forbidden'],
    ['it on a file', of('/v1/tools', 'evil.test'), 403, 'forbidden'],
    ['an address elsewhere', of('http://evil.test/v1', 'localhost'), 403, 'forbidden'],
    ['an address that is none', `GET nothing HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400, 'bad_request'],
    ['an unknown method', `BREW /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400, 'bad_request'],
    ['a long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'headers_too_large'],
    [
      'two lengths',
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
      400,
      'bad_request',
    ],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400, 'bad_request'],
    ['a proxy request', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'bad_request'],
  ])('%s is told so in form, and logged under the id of the answer', async (_, bytes, status, code) => {
    const { status: given, headers, body } = parsed(await exchange(server.address, bytes));
    expect(given).toBe(status);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    if (headers['content-type']?.includes('json'))
      expect(JSON.parse(body)).toMatchObject({ code, status, data: null, must_not: expect.any(Array) });
    await vi.waitFor(() =>
      expect(server.log()).toContainEqual(expect.objectContaining({ id: headers['x-request-id'], status })),
    );
  });

  it('of HTTP/1.0 may leave out its Host; OPTIONS may ask the whole server; an unknown expectation is passed over', async () => {
    const { address } = server;
    for (const path of ['/v1/lookup?name=testamine', '/v1', '/medication/testamine'])
      expect(parsed(await exchange(address, `GET ${path} HTTP/1.0\r\n\r\n`)).status).toBe(200);
    const close = 'Host: localhost\r\nConnection: close\r\n';
    expect(parsed(await exchange(address, `OPTIONS * HTTP/1.1\r\n${close}\r\n`)).status).toBe(204);
    expect(parsed(await exchange(address, `GET /v1 HTTP/1.1\r\n${close}Expect: wonders\r\n\r\n`)).status).toBe(200);
  });

  it('every answer has the id that the log has', async () => {
    const paths = ['/', '/medication/testamine.md', '/v1/lookup?name=testamine', '/v1/nothing', '/nothing', '/healthz'];
    const ids: (string | null)[] = [];
    for (const path of paths) ids.push((await fetch(server.address + path)).headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(paths.length);
    await vi.waitFor(() => expect(server.log().map(({ id }) => id)).toEqual(expect.arrayContaining(ids)));
  });
});

describe('connections', () => {
  const opened: Socket[] = [];
  afterAll(() => {
    for (const socket of opened) socket.destroy();
  });
  /** From one of the addresses of loopback, each of which is a client. */
  const open = (address: string, localAddress = '127.0.0.1'): Socket => {
    const { hostname, port } = new URL(address);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    socket.on('error', () => {});
    opened.push(socket);
    return socket;
  };
  const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === 'open';

  it('of one client are bounded', async () => {
    const { address } = await running({ connections: { most: 100, each: 10, idleMs: 30_000 } });
    const sockets = Array.from({ length: 40 }, () => open(address));
    await vi.waitFor(() => expect(sockets.filter(isOpen)).toHaveLength(10), { timeout: 5000 });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await fetch(`${address}/healthz`)).status).toBe(200), { timeout: 5000 });
  });

  it('of those who ask much and read nothing are cut, and others are answered meanwhile', async () => {
    const { address } = await running({ connections: { most: 100, each: 50, idleMs: 1500 } });
    const files = Object.entries(readList(await fixtureDist()).files);
    const [largest] = files.toSorted(([, a], [, b]) => b.bytes - a.bytes)[0] as [string, unknown];
    const ask = `GET /${largest} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(60);
    const sockets = Array.from({ length: 30 }, () => {
      const socket = open(address);
      socket.pause();
      socket.write(ask);
      return socket;
    });
    await vi.waitFor(async () => expect(await count(address)).toBeGreaterThanOrEqual(30), {
      timeout: 3000,
      interval: 20,
    });
    expect((await fetch(`${address}/v1/lookup?name=testamine`)).status).toBe(200);
    await vi.waitFor(async () => expect(await count(address)).toBeLessThan(5), { timeout: 20_000, interval: 500 });
    expect(sockets).toHaveLength(30);
  });

  it('take no descriptor that files and the report store need', async () => {
    const server = await startServer(await fixtureDist(), { DATA_DIR: temporaryFolder() }, { files: 150 });
    const lines: string[] = [];
    server.child.stdout?.on('data', (data) => lines.push(String(data)));
    const sockets = Array.from({ length: 300 }, (_, at) => open(server.address, `127.0.0.${2 + (at % 20)}`));
    await vi.waitFor(() => expect(sockets.filter((one) => one.destroyed || one.closed).length).toBeGreaterThan(200), {
      timeout: 10_000,
    });
    // The kernel may have taken one more that the server is about to close.
    await vi.waitFor(async () => expect(await count(server.address)).toBeLessThanOrEqual(50), { timeout: 5000 });
    for (const socket of sockets.filter(isOpen).slice(0, 10)) socket.destroy();
    await vi.waitFor(
      async () => {
        const report = await fetch(`${server.address}/v1/report-hallucination`, postJson({ claim: 'x' }));
        expect(report.status).toBe(200);
        expect((await fetch(`${server.address}/medication/testamine`)).status).toBe(200);
      },
      { timeout: 10_000 },
    );
    expect(sockets.filter(isOpen).length).toBeGreaterThan(20);
    expect(lines.join('')).not.toMatch(/"level":"error"|EMFILE/);
    for (const socket of sockets) socket.destroy();
    expect(await server.end('SIGTERM')).toBe(0);
  }, 40_000);

  it('are few where descriptors are, and then one client has no more than its share of them', async () => {
    const server = await startServer(await fixtureDist(), { DATA_DIR: temporaryFolder() }, { files: 150 });
    const sockets = Array.from({ length: 60 }, () => open(server.address, '127.0.0.2'));
    await vi.waitFor(() => expect(sockets.filter(isOpen)).toHaveLength(10), { timeout: 5000 });
    for (let at = 0; at < 5; at += 1)
      expect((await fetch(`${server.address}/v1/lookup?name=testamine`)).status).toBe(200);
    expect(sockets.filter(isOpen)).toHaveLength(10);
    for (const socket of sockets) socket.destroy();
    expect(await server.end('SIGTERM')).toBe(0);
  });

  /** Connections that the server has open; the system sends on by itself what it took of those that are cut. */
  async function count(address: string): Promise<number> {
    const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0');
    const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
    return lines.filter((line) => new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${port} [0-9A-F:]+ 01 `).test(line)).length;
  }
});

describe('bodies', () => {
  it('are not read before Host and allowance have been looked at, nor beyond their bound', async () => {
    const { address } = await running({ rates: { default: 1, reports: 1 } });
    const post = (path: string, host: string, length: string) =>
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
    const chunked = (host: string) => post('/mcp', host, 'Transfer-Encoding: chunked');
    // None of these sends its body: each is answered by its head alone.
    expect(parsed(await exchange(address, chunked('evil.test'))).status).toBe(403);
    await fetch(`${address}/mcp`, postJson({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    expect(parsed(await exchange(address, chunked('localhost'))).status).toBe(429);
    const long = post('/v1/report-hallucination', 'localhost', 'Content-Length: 99999999');
    expect(parsed(await exchange(address, long)).status).toBe(413);
  });

  it('that are never finished take memory up to a bound, and then others are told to come again', async () => {
    const { address, log } = await running({ rates: { default: 0, reports: 0 } });
    const { hostname, port } = new URL(address);
    const head =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `f000\r\n${'x'.repeat(0xf000)}\r\n`;
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(head + chunk));
      socket.on('error', () => {});
      return socket;
    });
    const ping = () =>
      fetch(
        `${address}/mcp`,
        postJson({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'application/json, text/event-stream' }),
      );
    // 16 MiB of 64 KiB each: 256 may be under way.
    await vi.waitFor(
      async () => {
        const refused = await ping();
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      },
      { timeout: 10_000 },
    );
    expect((await fetch(`${address}/v1/lookup?name=testamine`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await ping()).status).toBe(200), { timeout: 10_000 });
    // Who leaves in the midst of a body rings no alarm.
    await vi.waitFor(() => expect(log()).toContainEqual(expect.objectContaining({ status: 499 })));
    expect(log().filter(({ level }) => level === 'error')).toEqual([]);
  });
});

// These wait for clocks more than they compute.
it.concurrent('a store that hangs is 503 in the end, /readyz says so, readers do not wait, and SIGTERM ends the process', async () => {
  const dataDir = temporaryFolder();
  // Opening a pipe that nobody reads waits for ever, as a file of a volume that has gone does.
  expect(spawnSync('mkfifo', [join(dataDir, 'reports.sqlite')]).status).toBe(0);
  const server = await startServer(await fixtureDist(), { DATA_DIR: dataDir });
  const report = fetch(`${server.address}/v1/report-hallucination`, postJson({ claim: 'x' }));
  const ready = fetch(`${server.address}/readyz`);
  const reader = fetch(`${server.address}/v1/lookup?name=testamine`);
  expect((await Promise.race([reader, report])).status).toBe(200);
  expect((await report).status).toBe(503);
  expect(await (await ready).json()).toMatchObject({ status: 'degraded', reports: 'unavailable' });
  expect([0, 'SIGKILL']).toContain(await server.end('SIGTERM'));
}, 40_000);

describe.concurrent('a build that is copied into place', () => {
  const slowly = { timeout: 30_000, interval: 250 };

  it.each(['manifest first', 'manifest last', 'manifest first, a file cut off until the end'])(
    '%s is taken up once it is whole, and /readyz says which',
    async (order) => {
      const distDir = join(temporaryFolder(), 'dist');
      cpSync(await fixtureDist(), distDir, { recursive: true });
      const next = `${distDir}-next`;
      cpSync(distDir, next, { recursive: true });
      remake(next, 'second');
      const { address } = await running({ distDir });
      const ready = async () => (await fetch(`${address}/readyz`)).json() as Promise<Record<string, string | null>>;
      const first = await ready();
      expect(first.newer_build).toBeNull();

      const files = readdirSync(next, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(next.length + 1));
      const manifest = '.assets.json';
      const rest = files.filter((file) => file !== manifest);
      // The time of the file comes along, as rsync, tar and cp -a leave it.
      const copy = (file: string) => {
        mkdirSync(join(distDir, file, '..'), { recursive: true });
        cpSync(join(next, file), join(distDir, file), { preserveTimestamps: true });
      };
      if (order !== 'manifest last') {
        copy(manifest);
        await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 'degraded' }), slowly);
        expect(await ready()).toMatchObject({ build: first.build, newer_build: expect.any(String) });
        expect((await fetch(`${address}/medication/testamine`)).status).toBe(200);
      }
      if (order.endsWith('end')) {
        for (const file of rest) copy(file);
        const cut = join(distDir, 'medication/testamine.md');
        writeFileSync(cut, readFileSync(cut).subarray(0, 100));
        await vi.waitFor(
          async () => expect((await ready()).newer_build).toContain('testamine.md is not the file'),
          slowly,
        );
        copy('medication/testamine.md');
      } else for (const file of rest) copy(file);
      if (order === 'manifest last') copy(manifest);
      await vi.waitFor(
        async () => expect(await ready()).toMatchObject({ build: 'second', newer_build: null, status: 'ready' }),
        slowly,
      );
      expect(await (await fetch(`${address}/medication/testamine.md`)).text()).toContain('second');
      expect(existsSync(distDir)).toBe(true);
      rmSync(next, { recursive: true });
    },
    40_000,
  );

  /** Another build: a changed companion, and v1/service.json, which each build reads first. */
  function remake(dist: string, mark: string): void {
    const { files, ...told } = readList(dist);
    for (const path of ['medication/testamine.md', 'v1/service.json']) {
      const text = readFileSync(join(dist, path), 'utf8');
      const body = path.endsWith('.md') ? `${text}\n${mark}\n` : `${text} `;
      writeFileSync(join(dist, path), body);
      const { br: _, gzip: __, ...entry } = files[path] as ListedFile;
      files[path] = { ...entry, sha256: digestOf(body), bytes: Buffer.byteLength(body) };
    }
    writeList(dist, files, { ...told, fingerprint: mark });
    utimesSync(join(dist, '.assets.json'), new Date(2020, 1, 1), new Date(2020, 1, 1));
  }
});
