/**
 * `npm run test:soak`: what takes too long for `npm test`. Serves dist/ in processes of their own on loopback and prints
 * figures: speed, times at 200 connections, memory over many requests and under slow clients, the event loop under one
 * client's whole allowance, a full store at the editor's desk, and many lives of reports. Exits with 1 when a figure
 * exceeds its bound. Only loopback is contacted.
 */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { root } from '../src/build/options.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports } from '../src/function/reports/report-store.ts';
import { kindPattern } from '../src/schema/kinds.ts';
import { readList } from '../tests/support/file-lists.ts';
import { liveThrough, sequence } from '../tests/support/report-life.ts';
import { argumentsOf } from './cli.ts';

const CONNECTIONS = 200;
/** Requests a second of the timed runs: twenty-five times what one client may ask of dynamic answers. */
const OFFERED = 500;
const SECONDS = 10;
const SLOW_CLIENTS = 1000;
const P99_MS = 10;
const GROWTH_MB = 50;
/** One request in this many is unique. */
const ONCE = 10;

/** Reports of 4 KB in a store: half of what it takes before it refuses more. */
const REPORTS = 100_000;
/** Heap of the desk that reads them, in MB. */
const DESK_HEAP_MB = 64;
const SLOW_READERS = 30;
/** What the system took of an answer counts as moving once more. */
const READERS_SECONDS = 75;
/** Delay of the event loop while one client uses up its allowance, beyond what it is without. */
const DELAY_MS = 100;

const PARTS = 'speed,times,memory,senders,readers,allowance,reports,lives';

const { values } = argumentsOf({
  purpose: `Serves dist/ on loopback under load for up to an hour and prints speed, times, memory and what becomes of reports. Exit code 1
where a figure exceeds its bound.`,
  usage: 'npm run test:soak [-- <option>...]',
  options: {
    only: { type: 'string', takes: 'parts', help: `some of ${PARTS}` },
    requests: { type: 'string', takes: 'number', default: '1000000', help: 'of the part memory' },
    minutes: { type: 'string', takes: 'number', default: '3', help: "of one client's whole allowance" },
    lives: { type: 'string', takes: 'number', default: '30', help: 'of the report store' },
    seed: { type: 'string', takes: 'number', help: 'of those lives; another each time by default' },
  },
  example: 'npm run test:soak -- --only memory,senders --requests 100000',
});
const distDir = join(root, 'dist');
const scratch = mkdtempSync(join(tmpdir(), 'materia-soak-'));
const failures: string[] = [];

if (!existsSync(join(distDir, '.assets.json'))) throw new Error('There is no dist/: run `npm run build` first.');
const { child, address } = await startServer();
process.once('exit', () => child.kill());
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
const recordFile = new RegExp(`^v1/${kindPattern}/([^/]+)\\.json$`);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const paths = mixedPaths();
const parts: Readonly<Record<string, () => Promise<void>>> = {
  speed,
  times: async () => {
    for (const path of [
      '/v1/lookup?name=coumadin',
      '/v1/interactions?item1=warfarin&item2=ibuprofen',
      '/v1/search?q=blood+pressure',
    ])
      await timing(path);
  },
  memory: () => memory(Number(values.requests)),
  senders: slowClients,
  readers: slowReaders,
  allowance: () => allowance(Number(values.minutes)),
  reports: manyReports,
  lives: () => lives(Number(values.lives)),
};
const chosen = values.only?.split(',') ?? Object.keys(parts);
try {
  for (const name of chosen) {
    if (!Object.hasOwn(parts, name)) throw new Error(`There is no part ${name}.`);
    await parts[name]?.();
  }
} finally {
  agent.destroy();
}
console.log(failures.length === 0 ? 'All within bounds.' : `Beyond bounds: ${failures.join('; ')}`);
process.exit(failures.length === 0 ? 0 : 1);

async function startServer(): Promise<{ child: ChildProcess; address: string }> {
  const code = `import(${JSON.stringify(join(root, 'src/function/node/serve.ts'))}).then((m) => m.serve({ distDir: ${JSON.stringify(distDir)}, dataDir: ${JSON.stringify(scratch)}, port: 0, rates: { default: 0, reports: 0 }, write: () => {} })).then(({ address }) => console.log(address))`;
  const started = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const found = await new Promise<string>((resolve) =>
    started.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { child: started, address: found };
}

/** Requests a second for the same bytes, beside nginx where this machine has it and wrk. */
async function speed(): Promise<void> {
  if (spawnSync('wrk', ['-v']).error) return console.log('speed: wrk is not installed; left out.');
  for (const [path, file] of [
    ['/medication/warfarin', 'medication/warfarin.html'],
    ['/v1/medication/warfarin', 'v1/medication/warfarin.json'],
  ] as const) {
    // Warm up first: the first seconds of a process measure its start.
    await requestsASecond(`${address}${path}`, 4);
    const ours = await requestsASecond(`${address}${path}`);
    const nginx = await withNginx((base) => requestsASecond(`${base}/${file}`));
    const beside =
      nginx === undefined
        ? 'nginx is not installed'
        : `nginx ${Math.round(nginx)}/s, ${(ours / nginx).toFixed(2)} of it`;
    console.log(`speed: ${path} ${Math.round(ours)}/s; ${beside}`);
  }
}

async function requestsASecond(url: string, seconds = 8): Promise<number> {
  const wrk = spawn('wrk', ['-t1', '-c50', `-d${seconds}s`, url]);
  let output = '';
  wrk.stdout.on('data', (data) => (output += data));
  await new Promise((done) => wrk.on('close', done));
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
}

async function withNginx<T>(measure: (base: string) => Promise<T>): Promise<T | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  const config = join(scratch, 'nginx.conf');
  const served = `server { listen 127.0.0.1:43219; root ${distDir}; sendfile on; keepalive_requests 100000000; }`;
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${scratch}/nginx.pid; error_log ${scratch}/nginx.log; events {} http { access_log off; ${served} }`,
  );
  const nginx = spawn('nginx', ['-c', config]);
  await wait(500);
  try {
    return await measure('http://127.0.0.1:43219');
  } finally {
    nginx.kill('SIGTERM');
  }
}

/** Response times at a constant request rate, whether or not earlier requests were answered. */
async function timing(path: string): Promise<void> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const started = performance.now();
  for (let at = 0; at < OFFERED * SECONDS; at += 1) {
    const early = started + (at * 1000) / OFFERED - performance.now();
    if (early > 0) await wait(early);
    const sent = performance.now();
    asked.push(ask(path).then(() => void times.push(performance.now() - sent)));
  }
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  console.log(
    `times: ${path} at ${OFFERED}/s over ${CONNECTIONS} connections: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
  );
  if (at(0.99) > P99_MS) failures.push(`p99 of ${path}`);
}

/** Resident memory over mixed requests, after a tenth of them has warmed the caches. */
async function memory(requests: number): Promise<void> {
  await manyRequests(requests / 10);
  const resident = [residentMb()];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await manyRequests(requests / 4);
    resident.push(residentMb());
  }
  console.log(
    `memory: ${resident[0]} MB before ${requests} mixed requests, after each quarter ${resident.slice(1).join(', ')} MB`,
  );
  if ((resident[4] as number) - (resident[0] as number) > GROWTH_MB) failures.push('growth of memory');
}

async function manyRequests(count: number): Promise<void> {
  let left = count;
  const asking = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const path = paths[left % paths.length] as string;
      // Some queries are unique, so that caches have to evict.
      await ask(left % ONCE === 0 && path.includes('name=') ? `${path}&once=${left}` : path);
    }
  };
  await Promise.all(Array.from({ length: 50 }, asking));
}

/** Clients that send a byte a second are disconnected, and others are served in the meantime. */
async function slowClients(): Promise<void> {
  const { hostname, port } = new URL(address);
  const before = residentMb();
  const sockets = Array.from({ length: SLOW_CLIENTS }, () => connect(Number(port), hostname));
  const open = new Set<Socket>(sockets);
  for (const socket of sockets) socket.on('close', () => open.delete(socket)).on('error', () => {});
  for (const byte of 'GET / HTTP/1.1\r\n') {
    for (const socket of open) socket.write(byte);
    await wait(1000);
  }
  const during = residentMb();
  await ask('/healthz');
  console.log(
    `slow clients: ${SLOW_CLIENTS} of them: ${before} MB before, ${during} MB after; ${open.size} still open`,
  );
  for (const socket of open) socket.destroy();
  if (during - before > GROWTH_MB || open.size > 0) failures.push('slow clients');
}

/** Clients that ask for much and read nothing are disconnected, and others are served in the meantime. */
async function slowReaders(): Promise<void> {
  const { hostname, port } = new URL(address);
  const pipelined = 'GET /v1/vocabulary.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200);
  // What look-ups take is there before.
  await manyRequests(5000);
  const before = residentMb();
  const sockets = Array.from({ length: SLOW_READERS }, () => {
    const socket = connect(Number(port), hostname, () => socket.pause().write(pipelined));
    return socket.on('error', () => {});
  });
  let slowest = 0;
  for (let seconds = 0; seconds < READERS_SECONDS; seconds += 5) {
    await wait(5000);
    const started = performance.now();
    await ask('/v1/lookup?name=coumadin');
    slowest = Math.max(slowest, performance.now() - started);
  }
  const left =
    connectionsOf(Number(port)) - Object.values(agent.sockets).concat(Object.values(agent.freeSockets)).flat().length;
  const after = residentMb();
  for (const socket of sockets) socket.destroy();
  console.log(
    `slow readers: ${SLOW_READERS} of them: ${before} MB before, ${after} MB after ${READERS_SECONDS} s; ${left} still open; slowest look-up beside them ${slowest.toFixed(0)} ms`,
  );
  if (left > 0 || after - before > GROWTH_MB) failures.push('slow readers');
}

/** Established connections at a port of loopback, as the system sees them. */
function connectionsOf(port: number): number {
  const local = new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${port.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F:]+ 01 `);
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => local.test(line)).length;
}

/** What costs most, as often as one client may ask: evenly over a minute, and then a third of it at once. */
async function allowance(minutes: number): Promise<void> {
  const child = fork(join(root, 'tests/support/function-measured.ts'), [distDir, join(scratch, 'measured')]);
  const next = () => new Promise<unknown>((answer) => child.once('message', answer));
  const base = (await next()) as string;
  const measure = async (run: () => Promise<unknown>): Promise<number> => {
    child.send('begin');
    await next();
    await run();
    child.send('end');
    return ((await next()) as { p99Ms: number }).p99Ms;
  };
  const ligatures = encodeURIComponent('\ufdfa '.repeat(100));
  const costly = [
    `/v1/search?q=${ligatures}`,
    `/v1/search?q=${encodeURIComponent('ac me pr su th wa '.repeat(11))}`,
    `/v1/lookup?name=${ligatures}`,
    `/v1/interactions?item1=${ligatures}&item2=${ligatures}`,
    `/v1/lookup?${Array.from({ length: 2500 }, (_, at) => `p${at}=`).join('&')}`,
  ];
  const askOne = async (at: number): Promise<void> => {
    await fetch(base + costly[at % costly.length]).then((response) => response.arrayBuffer());
  };
  try {
    const idle = await measure(() => wait(5000));
    const evenly: number[] = [];
    const atOnce: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      evenly.push(
        await measure(() => Promise.all(Array.from({ length: 1200 }, (_, at) => wait(at * 50).then(() => askOne(at))))),
      );
      atOnce.push(await measure(() => Promise.all(Array.from({ length: 390 }, (_, at) => askOne(at)))));
    }
    const shown = (all: readonly number[]): string => all.map((one) => one.toFixed(0)).join(', ');
    console.log(
      `allowance: p99 of the event loop's delay ${idle.toFixed(0)} ms idle; each minute of 1,200 costly requests ${shown(evenly)} ms; 390 of them at once ${shown(atOnce)} ms`,
    );
    if (Math.max(...evenly, ...atOnce) - idle > DELAY_MS) failures.push('delay of the event loop');
  } finally {
    child.kill();
  }
}

/** A store of many reports is listed and exported by the editor's commands in the memory that a small one takes. */
async function manyReports(): Promise<void> {
  const dataDir = join(scratch, 'many');
  const sqlite = openSqlite({ dataDir });
  await createReports(sqlite.query).add({ claim: 'claim 0' }, { receivedAt: '2026-01-01T00:00:00Z' });
  await sqlite.close();
  const store = new DatabaseSync(join(dataDir, 'reports.sqlite'));
  store.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${REPORTS - 1})
    INSERT INTO submissions (report, claim_digest, digest, claim, notes, received_at, last_received_at)
    SELECT 'r-' || i, 'c' || i, 'd' || i, 'claim ' || i, printf('%.4000c', 'x'), '2026-01-01', '2026-01-01' FROM n`);
  store.close();
  for (const [command, lines] of [
    ['list', REPORTS + 1],
    ['export', REPORTS],
  ] as const) {
    const started = performance.now();
    const reading = spawn(
      process.execPath,
      [`--max-old-space-size=${DESK_HEAP_MB}`, join(root, 'scripts/reports.ts'), command],
      { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let count = 0;
    const resident: number[] = [];
    reading.stdout.on('data', (data: Buffer) => {
      const before = count;
      for (const byte of data) if (byte === 10) count += 1;
      if (Math.floor(before / (REPORTS / 10)) !== Math.floor(count / (REPORTS / 10)))
        resident.push(residentMb(reading));
    });
    const code = await new Promise((done) => reading.on('close', done));
    // At first it reads programs and fills its heap; from the half on nothing more may come.
    const [half = 0, last = 0] = [resident[4], resident.at(-1)];
    console.log(
      `reports: ${command} of ${REPORTS}: ${count} lines in ${((performance.now() - started) / 1000).toFixed(1)} s, ${resident.join(', ')} MB at each tenth`,
    );
    if (code !== 0 || count !== lines || last - half > GROWTH_MB) failures.push(`${command} of many reports`);
  }
}

/** Kills, full disks and the editor's commands in many orders: what was acknowledged can be read. */
async function lives(count: number): Promise<void> {
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const total = { acknowledged: 0, refused: 0, unanswered: 0 };
  const started = performance.now();
  for (const [at, steps] of fc.sample(sequence, { seed, numRuns: count }).entries()) {
    try {
      const life = await liveThrough(steps, distDir, 'warfarin');
      for (const name of ['acknowledged', 'refused', 'unanswered'] as const) total[name] += life[name];
    } catch (error) {
      failures.push(`life ${at} of seed ${seed}`);
      console.error(`lives: ${at} of seed ${seed}: ${(error as Error).message}`);
    }
  }
  console.log(
    `lives: ${count} of seed ${seed} in ${((performance.now() - started) / 1000).toFixed(0)} s: ${total.acknowledged} reports acknowledged and readable, ${total.refused} refused on a full disk, ${total.unanswered} cut off by a kill`,
  );
}

function ask(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
}

/** Every file of the build, and queries with a result, without one, and refused ones. */
function mixedPaths(): string[] {
  const files = Object.keys(readList(distDir).files);
  const queries = files.flatMap((file) => {
    const slug = recordFile.exec(file)?.[1];
    return slug
      ? [
          `/v1/lookup?name=${slug}`,
          `/v1/search?q=${slug}`,
          `/v1/interactions?item1=warfarin&item2=${slug}`,
          `/v1/lookup?name=${slug}x`,
          `/v1/medication/${slug}-not`,
        ]
      : [];
  });
  return [...files.map((file) => `/${file}`), ...queries, '/v1/lookup', '/nothing', '/healthz'];
}

function residentMb({ pid } = child): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
