/** `npm run test:soak`: what takes too long for `npm test`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../src/build/options.ts';
import { kindPattern } from '../src/schema/kinds.ts';
import { readList } from '../tests/support/file-lists.ts';
import { startServer } from '../tests/support/function-process.ts';
import { argumentsOf } from './cli.ts';

/** Bounds: growth of resident memory, and the wait of one visitor (p99) beside another's whole allowance. */
const GROWTH_MB = 50;
const WAIT_MS = 100;
const SLOW_CLIENTS = 1000;
const SLOW_READERS = 30;
/** Longer than a server waits for a reader, and for what the system buffers of an answer. */
const READERS_SECONDS = 75;

const parts: Readonly<Record<string, () => Promise<void>>> = {
  memory,
  senders: slowSenders,
  readers: slowReaders,
  allowance,
};

const { values, refuse } = argumentsOf({
  purpose: `Serves dist/ on loopback under load for up to an hour and prints waits and memory. Exit code 1
where a figure exceeds its bound.`,
  usage: 'npm run test:soak [-- <option>...]',
  options: {
    only: { type: 'string', takes: 'parts', help: `some of ${Object.keys(parts).join(',')}` },
    requests: { type: 'string', takes: 'number', default: '1000000', help: 'requests of the part memory' },
    minutes: { type: 'string', takes: 'number', default: '3', help: 'minutes of the part allowance' },
  },
  example: 'npm run test:soak -- --only memory,senders --requests 100000',
});
const chosen = values.only?.split(',') ?? Object.keys(parts);
for (const name of chosen) if (!Object.hasOwn(parts, name)) refuse(`"${name}" is no part.`);
const distDir = join(root, 'dist');
if (!existsSync(distDir)) refuse('There is no dist/: run `npm run build` first.');

const scratch = mkdtempSync(join(tmpdir(), 'materia-soak-'));
const failures: string[] = [];
const { child, address } = await startServer(distDir, { DATA_DIR: join(scratch, 'data') });
// The log of a million requests is not kept.
child.stdout?.removeAllListeners('data').resume();
process.once('exit', () => {
  child.kill();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const paths = mixedPaths();
for (const name of chosen) await parts[name]?.();
console.log(failures.length === 0 ? 'All within bounds.' : `Beyond bounds: ${failures.join('; ')}`);
process.exit(failures.length === 0 ? 0 : 1);

async function memory(): Promise<void> {
  const requests = Number(values.requests);
  await manyRequests(requests / 10);
  const resident = [residentMb()];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await manyRequests(requests / 4);
    resident.push(residentMb());
  }
  console.log(`memory: ${resident.join(', ')} MB before ${requests} mixed requests and after each quarter`);
  if ((resident[4] as number) - (resident[0] as number) > GROWTH_MB) failures.push('growth of memory');
}

async function manyRequests(count: number): Promise<void> {
  let left = count;
  const asking = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const path = paths[left % paths.length] as string;
      // One query in ten is unique, so that caches have to evict.
      await ask(left % 10 === 0 && path.includes('name=') ? `${path}&once=${left}` : path);
    }
  };
  await Promise.all(Array.from({ length: 50 }, asking));
}

async function slowSenders(): Promise<void> {
  const before = residentMb();
  const sockets = Array.from({ length: SLOW_CLIENTS }, () => connectTo());
  const open = new Set<Socket>(sockets);
  for (const socket of sockets) socket.on('close', () => open.delete(socket));
  for (const byte of 'GET / HTTP/1.1\r\n') {
    for (const socket of open) socket.write(byte);
    await wait(1000);
  }
  const after = residentMb();
  await ask('/healthz');
  console.log(`senders: ${SLOW_CLIENTS}: ${before} MB before, ${after} MB after; ${open.size} still open`);
  for (const socket of open) socket.destroy();
  if (after - before > GROWTH_MB || open.size > 0) failures.push('slow senders');
}

async function slowReaders(): Promise<void> {
  const pipelined = 'GET /v1/vocabulary.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200);
  await manyRequests(5000);
  const before = residentMb();
  const sockets = Array.from({ length: SLOW_READERS }, () => connectTo((socket) => socket.pause().write(pipelined)));
  const taken = await askEvenly(['/v1/lookup?name=coumadin'], { count: READERS_SECONDS / 5, everyMs: 5000 });
  await wait(5000);
  const own = [agent.sockets, agent.freeSockets].flatMap((some) => Object.values(some).flat()).length;
  const left = connectionCount() - own;
  const after = residentMb();
  for (const socket of sockets) socket.destroy();
  const figures = `${before} MB before, ${after} MB after ${READERS_SECONDS} s; ${left} still open`;
  console.log(`readers: ${SLOW_READERS}: ${figures}; look-ups beside them ${percentiles(taken)}`);
  if (left > 0 || after - before > GROWTH_MB) failures.push('slow readers');
}

function connectTo(connected: (socket: Socket) => unknown = () => {}): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => connected(socket));
  return socket.on('error', () => {});
}

function connectionCount(): number {
  const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0');
  const local = new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${port} [0-9A-F:]+ 01 `);
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => local.test(line)).length;
}

/** How long a visitor waits while another asks what costs most, as often as one may: evenly, then a third of it at once. */
async function allowance(): Promise<void> {
  const ligatures = encodeURIComponent('\ufdfa '.repeat(100));
  const costly = [
    `/v1/search?q=${ligatures}`,
    `/v1/search?q=${encodeURIComponent('ac me pr su th wa '.repeat(11))}`,
    `/v1/lookup?name=${ligatures}`,
    `/v1/interactions?item1=${ligatures}&item2=${ligatures}`,
    `/v1/lookup?${Array.from({ length: 2500 }, (_, at) => `p${at}=`).join('&')}`,
  ];
  for (let minute = 0; minute < Number(values.minutes); minute += 1) {
    for (const [how, load] of [
      ['evenly', { count: 1200, everyMs: 50 }],
      ['at once', { count: 390, everyMs: 0 }],
    ] as const) {
      const asking = askEvenly(costly, load);
      const seconds = Math.max((load.count * load.everyMs) / 1000, 2);
      const waits = await askEvenly(['/healthz'], { count: 20 * seconds, everyMs: 50 });
      await asking;
      console.log(`allowance: ${load.count} costly requests ${how}: another visitor waits ${percentiles(waits)}`);
      if (percentile(waits, 0.99) > WAIT_MS) failures.push(`wait beside costly requests ${how}`);
    }
  }
}

/** Asks for the paths in turn at a constant rate. Returns the times of the answers in ms, sorted. */
async function askEvenly(some: readonly string[], load: { count: number; everyMs: number }): Promise<number[]> {
  const started = performance.now();
  const asked: Promise<number>[] = [];
  for (let at = 0; at < load.count; at += 1) {
    const early = started + at * load.everyMs - performance.now();
    if (early > 0) await wait(early);
    const sent = performance.now();
    asked.push(ask(some[at % some.length] as string).then(() => performance.now() - sent));
  }
  return (await Promise.all(asked)).toSorted((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function percentiles(sorted: readonly number[]): string {
  return `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms`;
}

function ask(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
}

function mixedPaths(): string[] {
  const files = Object.keys(readList(distDir).files);
  const recordFile = new RegExp(`^v1/${kindPattern}/([^/]+)\\.json$`);
  const slugs = files.flatMap((file) => recordFile.exec(file)?.[1] ?? []);
  const queries = slugs.flatMap((slug) => [
    `/v1/lookup?name=${slug}`,
    `/v1/search?q=${slug}`,
    `/v1/interactions?item1=warfarin&item2=${slug}`,
    `/v1/lookup?name=${slug}x`,
    `/v1/medication/${slug}-not`,
  ]);
  return [...files.map((file) => `/${file}`), ...queries, '/v1/lookup', '/nothing', '/healthz'];
}

function residentMb(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
