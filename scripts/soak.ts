/**
 * `npm run test:soak [-- --requests 1000000]`: what takes too long for `npm test`. Serves dist/ in a process of its own on
 * loopback and prints figures: speed, times at 200 connections, memory over many requests and under slow clients. Exits
 * with 1 when a figure exceeds its bound. Only loopback is contacted.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../src/build/options.ts';
import { kindPattern } from '../src/schema/kinds.ts';
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

const { values } = argumentsOf({
  usage: 'Usage: npm run test:soak [-- --requests <number, 1000000 by default>]',
  options: { requests: { type: 'string', default: '1000000' } },
});
const distDir = join(root, 'dist');
const scratch = mkdtempSync(join(tmpdir(), 'materia-soak-'));
const failures: string[] = [];

if (!existsSync(join(distDir, '.assets.json'))) throw new Error('There is no dist/: run `npm run build` first.');
const { child, address } = await startServer();
process.once('exit', () => child.kill());
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const paths = mixedPaths();
try {
  await speed();
  for (const path of [
    '/v1/lookup?name=coumadin',
    '/v1/interactions?item1=warfarin&item2=ibuprofen',
    '/v1/search?q=blood+pressure',
  ])
    await timing(path);
  await memory(Number(values.requests));
  await slowClients();
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

function ask(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
}

const recordFile = new RegExp(`^v1/${kindPattern}/([^/]+)\\.json$`);

/** Every file of the build, and queries with a result, without one, and refused ones. */
function mixedPaths(): string[] {
  const files = Object.keys(JSON.parse(readFileSync(join(distDir, '.assets.json'), 'utf8')).files);
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

function residentMb(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
