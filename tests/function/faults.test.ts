import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../src/api/problem.ts';
import { root } from '../../src/build/options.ts';
import { openDist } from '../../src/function/node/dist-files.ts';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { openSqlite } from '../../src/function/node/sqlite.ts';
import { createReports } from '../../src/function/reports/report-store.ts';
import { fixtureDist } from '../support/build.ts';
import { digestOf, readList, writeList } from '../support/file-lists.ts';
import { all, postJson, testApp } from '../support/function-app.ts';
import { startServer } from '../support/function-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  await fixtureDist();
});
afterAll(() => Promise.all(closing.map((close) => close())));

const storeIn = (dataDir: string, maxBytes?: number) => {
  const sqlite = openSqlite({ dataDir, ...(maxBytes && { maxBytes }) });
  closing.push(sqlite.close);
  return createReports(sqlite.query);
};

const send = async (address: string, claim: string): Promise<{ id: string; duplicate: boolean } | undefined> => {
  try {
    const response = await fetch(`${address}/v1/report-hallucination`, postJson({ claim }));
    return response.status === 200
      ? ((await response.json()) as { data: { id: string; duplicate: boolean } }).data
      : undefined;
  } catch {
    return undefined;
  }
};

/** The status of /readyz, and what it says of the store. */
const readiness = async (address: string): Promise<[number, string]> => {
  const response = await fetch(`${address}/readyz`);
  return [response.status, ((await response.json()) as { reports: string }).reports];
};

// These wait for locks, disks and processes more than they compute.
it.concurrent('a server killed in a stream of reports has every report it acknowledged, once', async () => {
  const distDir = await fixtureDist();
  const dataDir = temporaryFolder();
  const first = await startServer(distDir, { DATA_DIR: dataDir });
  const acknowledged = new Map<string, string>();
  let killed: Promise<unknown> | undefined;
  const sender = async (name: number) => {
    for (let at = 0; killed === undefined && at < 1000; at += 1) {
      const claim = `claim ${name}/${at}`;
      const receipt = await send(first.address, claim);
      if (receipt) acknowledged.set(claim, receipt.id);
      if (acknowledged.size >= 60) killed ??= first.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => sender(name)));
  expect(await killed).toBe('SIGKILL');

  const second = await startServer(distDir, { DATA_DIR: dataDir });
  closing.push(() => second.end('SIGTERM'));
  for (const [claim, id] of acknowledged)
    expect(await send(second.address, claim)).toMatchObject({ id, duplicate: true });
  const stored = await all(storeIn(dataDir));
  expect(new Set(stored.map(({ claim }) => claim)).size).toBe(stored.length);
});

describe.concurrent('a store that fails', () => {
  it('when full refuses reports, keeps those it has, and takes new ones when there is room', async () => {
    const dataDir = temporaryFolder();
    const full = storeIn(dataDir, 128 * 1024);
    const { ask } = await testApp({ reports: full });
    const statuses: number[] = [];
    const acknowledged: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      const claim = `${at} ${'x'.repeat(3900)}`;
      const { status } = await ask('/v1/report-hallucination', postJson({ claim }));
      statuses.push(status);
      if (status === 200) acknowledged.push(claim);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.at(-1)).toBe(503);
    expect((await ask('/v1/lookup?name=testamine')).status).toBe(200);
    const roomy = storeIn(dataDir);
    expect((await all(roomy)).map(({ claim }) => claim).toSorted()).toEqual(acknowledged.toSorted());
    expect(await roomy.add({ claim: 'after' }, { receivedAt: '2026-11-21T12:00:00Z' })).toMatchObject({
      duplicate: false,
    });
  });

  it('when the disk takes no more refuses reports alone, and loses none it acknowledged', async () => {
    const [distDir, dataDir] = [await fixtureDist(), temporaryFolder()];
    const tight = await startServer(distDir, { DATA_DIR: dataDir }, { fileKiB: 256 });
    closing.push(() => tight.end('SIGTERM'));
    const acknowledged: string[] = [];
    const statuses: number[] = [];
    for (let at = 0; at < 120; at += 1) {
      const claim = `${at} ${'x'.repeat(3900)}`;
      const { status } = await fetch(`${tight.address}/v1/report-hallucination`, postJson({ claim }));
      statuses.push(status);
      if (status === 200) acknowledged.push(claim);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.at(-1)).toBe(503);
    expect(await readiness(tight.address)).toEqual([200, 'unavailable']);
    expect((await fetch(`${tight.address}/v1/lookup?name=testamine`)).status).toBe(200);
    expect((await fetch(`${tight.address}/medication/testamine`)).status).toBe(200);
    expect(await tight.end('SIGKILL')).toBe('SIGKILL');
    const stored = (await all(storeIn(dataDir))).map(({ claim }) => claim);
    for (const claim of acknowledged) expect(stored).toContain(claim);
    expect(new Set(stored).size).toBe(stored.length);
  });

  it('when locked says so in the end, while readers do not wait', async () => {
    const dataDir = temporaryFolder();
    const reports = storeIn(dataDir);
    await reports.add({ claim: 'before' }, { receivedAt: '2026-11-21T12:00:00Z' });
    const other = new DatabaseSync(join(dataDir, 'reports.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const { ask, faults } = await testApp({ reports, engine: { readiness: { probe: 'write' } } });
    const report = ask('/v1/report-hallucination', postJson({ claim: 'during' }));
    const readers = Array.from({ length: 20 }, () => ask('/v1/lookup?name=testamine'));
    const first = await Promise.race([report, Promise.all(readers)]);
    expect(first).toHaveLength(20);
    expect((await report).status).toBe(503);
    expect(await (await ask('/readyz')).json()).toMatchObject({ reports: 'unavailable' });
    expect(JSON.stringify(faults)).not.toContain('during');
    other.exec('ROLLBACK');
    other.close();
    expect((await ask('/v1/report-hallucination', postJson({ claim: 'during' }))).status).toBe(200);
    // A store that was ill is asked once a second at most.
    await wait(1100);
    expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', reports: 'writable' });
  });

  it('when corrupt says so, and works without a restart once the file is put right', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'reports.sqlite'), 'this is no database, whatever it is called '.repeat(200));
    const { ask } = await testApp({ reports: storeIn(dataDir) });
    expect((await ask('/v1/report-hallucination', postJson({ claim: 'x' }))).status).toBe(503);
    expect(await (await ask('/readyz')).json()).toMatchObject({ reports: 'unavailable' });
    expect((await ask('/healthz')).status).toBe(200);
    rmSync(join(dataDir, 'reports.sqlite'));
    expect((await ask('/v1/report-hallucination', postJson({ claim: 'x' }))).status).toBe(200);
  });

  it.each<[string, (dataDir: string) => void]>([
    ['its folder deleted', (dataDir) => rmSync(dataDir, { recursive: true })],
    ['its folder moved away', (dataDir) => renameSync(dataDir, `${dataDir}-moved`)],
    ['its file deleted', (dataDir) => rmSync(join(dataDir, 'reports.sqlite'))],
    ['its log deleted', (dataDir) => rmSync(join(dataDir, 'reports.sqlite-wal'))],
    [
      'a backup put in its place',
      (dataDir) => {
        rmSync(join(dataDir, 'reports.sqlite-wal'));
        rmSync(join(dataDir, 'reports.sqlite-shm'));
        renameSync(join(dataDir, 'backup'), join(dataDir, 'reports.sqlite'));
      },
    ],
  ])('with %s while it is open stores the next report where the editor looks, or refuses it', async (_, disturb) => {
    const dataDir = temporaryFolder();
    const sqlite = openSqlite({ dataDir });
    closing.push(sqlite.close);
    const { ask } = await testApp({ reports: createReports(sqlite.query) });
    await ask('/v1/report-hallucination', postJson({ claim: 'before' }));
    await sqlite.query('VACUUM INTO ?', join(dataDir, 'backup'));
    disturb(dataDir);
    const acknowledged: string[] = [];
    for (const claim of ['first', 'second', 'third']) {
      const { status } = await ask('/v1/report-hallucination', postJson({ claim }));
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.push(claim);
    }
    const stored = (await all(storeIn(dataDir))).map(({ claim }) => claim);
    for (const claim of acknowledged) expect(stored).toContain(claim);
    expect(acknowledged).toContain('third');
    await sqlite.close();
    expect((await all(storeIn(dataDir))).map(({ claim }) => claim)).toEqual(stored);
  });

  it('when its directory cannot be made refuses reports alone', async () => {
    const dataDir = join(temporaryFolder(), 'file');
    writeFileSync(dataDir, 'in the way');
    const served = await serve({ distDir: await fixtureDist(), dataDir, port: 0, write: () => {} });
    closing.push(served.close);
    expect(await send(served.address, 'x')).toBeUndefined();
    expect(await readiness(served.address)).toEqual([200, 'unavailable']);
    expect((await fetch(`${served.address}/v1/lookup?name=testamine`)).status).toBe(200);
  });
});

describe.concurrent('dist/', () => {
  const copyOfFixture = async (): Promise<string> => {
    const distDir = join(temporaryFolder(), 'dist');
    cpSync(await fixtureDist(), distDir, { recursive: true });
    return distDir;
  };

  /** The same build with every companion and record marked. */
  function markedBuild(distDir: string, mark: string): string {
    const next = `${distDir}-${mark}`;
    cpSync(distDir, next, { recursive: true });
    const { files, ...told } = readList(next);
    for (const path of Object.keys(files)) {
      if (!path.endsWith('.md') && !/^v1\/medication\//.test(path)) continue;
      const body = path.endsWith('.md')
        ? `${readFileSync(join(next, path), 'utf8')}\n${mark}\n`
        : JSON.stringify({ mark });
      writeFileSync(join(next, path), body);
      files[path] = { sha256: digestOf(body), bytes: Buffer.byteLength(body) };
    }
    writeList(next, files, { ...told, fingerprint: mark });
    return next;
  }

  const serveCopy = async (distDir: string): Promise<Served & { lines: string[] }> => {
    const lines: string[] = [];
    const served = await serve({ distDir, dataDir: temporaryFolder(), port: 0, write: (text) => lines.push(text) });
    closing.push(served.close);
    return { ...served, lines };
  };

  it('replaced while serving gives answers of the old build, then of the new one, never a mixture', async () => {
    const distDir = await copyOfFixture();
    const next = markedBuild(distDir, 'second-build');
    const { address, lines } = await serveCopy(distDir);
    const seen: boolean[] = [];
    const read = async (path: string): Promise<boolean> => {
      const response = await fetch(address + path, { headers: { 'accept-encoding': 'identity' } });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(200);
      expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
      return body.includes('second-build');
    };
    renameSync(distDir, `${distDir}-old`);
    renameSync(next, distDir);
    for (let at = 0; at < 200 && seen.filter(Boolean).length < 3; at += 1) {
      const before = await read('/medication/testamine.md');
      const after = await read('/v1/medication/testamine');
      if (before) expect(after).toBe(true);
      seen.push(after);
      await wait(20);
    }
    expect(seen[0]).toBe(false);
    expect(
      seen.at(-1),
      lines
        .join('')
        .match(/.*"error".*/g)
        ?.join(),
    ).toBe(true);
    expect(seen).toEqual(seen.toSorted());
  });

  it('that vanishes or breaks leaves the old build serving, and is logged', async () => {
    const distDir = await copyOfFixture();
    const { address, lines } = await serveCopy(distDir);
    writeFileSync(join(distDir, '.assets.json'), '{ "files": ');
    await vi.waitFor(() => expect(lines.join('')).toContain('"level":"error"'), { timeout: 20_000 });
    rmSync(distDir, { recursive: true });
    await wait(1500);
    expect((await fetch(`${address}/medication/testamine`)).status).toBe(200);
    expect((await fetch(`${address}/v1/lookup?name=testamine`)).status).toBe(200);
  });

  it('with truncated, missing or exchanged files serves all the others', async () => {
    const distDir = await copyOfFixture();
    for (const ending of ['', '.gz']) {
      truncateSync(join(distDir, `v1/medication/testamine.json${ending}`), 100);
      rmSync(join(distDir, `medication/testamine.md${ending}`));
    }
    truncateSync(join(distDir, 'supplement/testroot.md'), 100);
    writeFileSync(join(distDir, 'medication/testamine.html.br'), readFileSync(join(distDir, 'index.html.br')));
    const { address, lines } = await serveCopy(distDir);
    const status = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(address + path, { headers: { 'accept-encoding': 'identity', ...headers } });
      expect(await response.text()).not.toMatch(/at .*\.ts|materia-run/);
      return response.status;
    };
    expect(await status('/v1/medication/testamine')).toBe(503);
    expect(await status('/v1/lookup?name=testamine')).toBe(503);
    expect(await status('/medication/testamine.md')).toBe(503);
    expect(await status('/medication/testamine', { 'accept-encoding': 'br' })).toBe(503);
    expect(await status('/medication/testamine')).toBe(200);
    // What is damaged in one form is whole in another.
    expect(await status('/supplement/testroot.md')).toBe(200);
    expect(await status('/v1/medication/plainol')).toBe(200);
    expect(await status('/v1/lookup?name=plainol')).toBe(200);
    await vi.waitFor(() =>
      expect(lines.join('')).toContain('v1/medication/testamine.json is not the file that the build wrote'),
    );
  });

  it('too large for memory is read when asked, and a file of another build is refused', async () => {
    const distDir = await copyOfFixture();
    const assets = await openDist(distDir, { memory: 50_000 });
    const first = await assets.read('medication/testamine.md');
    writeFileSync(join(distDir, 'medication/plainol.md'), first);
    await expect(assets.read('medication/plainol.md')).rejects.toThrow(StorageUnavailable);
    for (const path of assets.paths) if (path.startsWith('v1/')) await assets.read(path);
    writeFileSync(join(distDir, 'medication/testamine.md'), 'newer');
    await expect(assets.read('medication/testamine.md')).rejects.toThrow('is not the file that the build wrote');
  });

  it('too large for memory is kept in memory as far as it was asked for last', async () => {
    const distDir = await copyOfFixture();
    const assets = await openDist(distDir, { memory: 500_000 });
    const [companion, place] = ['medication/testamine.md', join(distDir, 'medication/testamine.md')];
    const first = await assets.read(companion);
    writeFileSync(place, 'newer');
    expect(await assets.read(companion)).toEqual(first);
    for (const path of assets.paths) if (assets.find(path)?.gzip) await assets.read(path, 'gzip');
    await expect(Promise.resolve().then(() => assets.read(companion))).rejects.toThrow('is not the file');
  });

  it('that was never built is a clear error', async () => {
    const distDir = join(temporaryFolder(), 'nothing');
    mkdirSync(distDir);
    await expect(serve({ distDir, dataDir: temporaryFolder(), port: 0 })).rejects.toThrow('.assets.json');
  });
});

it.concurrent('a server that cannot start says what to change, and ends with 1', async () => {
  const distDir = await fixtureDist();
  const first = await startServer(distDir, { DATA_DIR: temporaryFolder() });
  closing.push(() => first.end('SIGTERM'));
  const { port } = new URL(first.address);
  const failure = (env: Record<string, string>, dist = distDir): Promise<{ code: unknown; stderr: string }> => {
    const script = join(root, 'tests/support/function-serve.ts');
    const options = { env: { PATH: process.env.PATH, ...env } };
    return new Promise((resolve) =>
      execFile(process.execPath, [script, dist], options, (error, _, stderr) =>
        resolve({ code: error?.code, stderr: stderr.trim() }),
      ),
    );
  };
  expect(
    await Promise.all([
      failure({ PORT: port, DATA_DIR: temporaryFolder() }),
      failure({ PORT: 'http' }),
      failure({}, temporaryFolder()),
    ]),
  ).toEqual([
    { code: 1, stderr: expect.stringContaining('Set PORT to another') },
    { code: 1, stderr: 'PORT is "http"; it must be a whole number from 0 to 65535.' },
    { code: 1, stderr: expect.stringContaining('.assets.json') },
  ]);
});

describe.concurrent('a fault that nobody catches', () => {
  it.each([
    ['an exception', "throw new Error('nobody caught this')"],
    ['a rejection', "Promise.reject(new Error('nobody caught this'))"],
  ])('%s ends the process, and the log says why after all lines that waited', async (_, fault) => {
    const onSignal = `process.on('SIGUSR2', () => { ${fault}; })`;
    const server = await startServer(await fixtureDist(), {
      DATA_DIR: temporaryFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(onSignal)}`,
    });
    let output = '';
    server.child.stdout?.on('data', (data) => (output += data));
    await fetch(`${server.address}/v1/lookup?name=testamine`);
    expect(await server.end('SIGUSR2')).toBe(1);
    const lines = output
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ path: '/v1/lookup', status: 200 }),
      expect.objectContaining({
        level: 'error',
        id: expect.any(String),
        fault: expect.stringContaining('nobody caught this'),
      }),
    ]);
  });
});

describe.concurrent('SIGTERM', () => {
  it('lets requests in flight finish, then ends with 0', async () => {
    const server = await startServer(await fixtureDist(), { DATA_DIR: temporaryFolder() });
    const slow = Array.from({ length: 20 }, () => slowReport(server.address));
    await Promise.all(slow.map(({ started }) => started));
    // Each has reached the server once a later request has been answered.
    await fetch(`${server.address}/v1/search?q=test`).then((response) => response.text());
    const ended = server.end('SIGTERM');
    await vi.waitFor(() => expect(fetch(server.address)).rejects.toThrow(), { timeout: 20_000, interval: 50 });
    for (const { finish } of slow) finish();
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual(Array(20).fill(200));
    expect(await ended).toBe(0);
  });

  /** A report of which only the beginning is sent until `finish` is called. */
  function slowReport(address: string) {
    const { hostname, port } = new URL(address);
    const body = JSON.stringify({ claim: 'slowly' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const asking = request({ hostname, port, method: 'POST', path: '/v1/report-hallucination', headers });
    const status = new Promise<number | undefined>((resolve, reject) => {
      asking.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
      asking.on('error', reject);
    });
    const started = new Promise((resolve) => asking.write(body.slice(0, 5), resolve));
    return { started, status, finish: () => asking.end(body.slice(5)) };
  }
});
