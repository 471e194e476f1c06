/** What serving a built folder costs: a server of its own as `npm start` has it, asked over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

interface RequestTimes {
  /** With HTTP and whoever asks, in the same two processors. */
  readonly http: Percentiles;
  /** From the head of a request to its answer, as the server's log tells. */
  readonly served: Percentiles;
}

export interface ServedCost {
  /** Milliseconds until a started process answers, each of several starts, sorted. */
  readonly readyMs: readonly number[];
  /** Resident megabytes when it is ready, and after all requests. */
  readonly readyMb: number;
  readonly askedMb: number;
  /** Milliseconds that requests of a sort take, one after the other; "nothing" is what the machine takes for any. */
  readonly times: Readonly<Record<string, RequestTimes>>;
  readonly indexes: Readonly<Record<string, { readonly bytes: number; readonly brotli: number }>>;
}

interface ServedSite {
  readonly project: string;
  readonly distDir: string;
  /** As the folder was built: with another content folder or address it would be built anew. */
  readonly env: Readonly<Record<string, string>>;
}

const STARTS = 5;
const REQUESTS = 1000;

/** @throws where the server ends, with what it said */
export async function servedCost(site: ServedSite): Promise<ServedCost> {
  // The first start keeps what Node makes of the sources.
  await (await startServer(site)).end();
  const readyMs: number[] = [];
  for (let at = 1; at < STARTS; at++) {
    const server = await startServer(site);
    readyMs.push(server.readyMs);
    await server.end();
  }
  const server = await startServer(site);
  try {
    const readyMb = server.megabytes();
    const times: Record<string, RequestTimes> = {};
    for (const [name, pathAt] of Object.entries(requestsFor(site.distDir)))
      times[name] = await requestTimes(server, pathAt);
    const askedMb = server.megabytes();
    const sorted = [...readyMs, server.readyMs].toSorted((a, b) => a - b);
    return { readyMs: sorted, readyMb, askedMb, times, indexes: indexesOf(site.distDir) };
  } finally {
    await server.end();
  }
}

interface Server {
  readonly address: string;
  /** What it took for each request since this was asked last, as its log tells. */
  logged(): Promise<number[]>;
  readonly readyMs: number;
  megabytes(): number;
  end(): Promise<unknown>;
}

async function startServer({ project, distDir, env }: ServedSite): Promise<Server> {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const began = performance.now();
  const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
    cwd: project,
    env: { ...process.env, ...env, OUT_DIR: distDir, PORT: '0', RATE_LIMIT: '0', REPORT_RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  let logged: number[] = [];
  const told = new Promise<string>((tell) => {
    lines.on('line', (line) => {
      const listening = /^Listening on (\S+)/.exec(line)?.[1];
      if (listening) tell(listening);
      if (line.startsWith('{"time"')) logged.push((JSON.parse(line) as { ms: number }).ms);
    });
  });
  const address = await Promise.race([told, exited.then(() => undefined)]);
  if (address === undefined) throw new Error(`npm start ended in ${project}.`);
  const { ok } = await fetch(`${address}/readyz`);
  if (!ok) throw new Error('The server is not ready when it says so.');
  return {
    address,
    readyMs: performance.now() - began,
    async logged() {
      // Lines are gathered for a tenth of a second.
      await new Promise((passed) => setTimeout(passed, 500));
      const all = logged;
      logged = [];
      return all;
    },
    megabytes: () => residentOf(child),
    end() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const residentOf = ({ pid }: ChildProcess): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Each sort of question, by the number of the request. */
function requestsFor(distDir: string): Record<string, (at: number) => string> {
  const slugs = readdirSync(join(distDir, 'medication'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3));
  const slug = (at: number): string => slugs[(at * 7919) % slugs.length] as string;
  return {
    nothing: () => '/healthz',
    lookup: (at) => `/v1/lookup?name=${slug(at)}`,
    misspelled: (at) => `/v1/lookup?name=${slug(at).slice(0, 2)}${slug(at).slice(3)}`,
    search: (at) => `/v1/search?q=${['blood+pressure', slug(at), `${slug(at)}+side+effects`][at % 3]}`,
    interactions: (at) => `/v1/interactions?item1=${slug(at)}&item2=${slug(at + 1)}`,
  };
}

/** One request after the other over one connection, the first tenth not counted. */
async function requestTimes(server: Server, pathAt: (at: number) => string): Promise<RequestTimes> {
  await server.logged();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (let at = 0; at < REQUESTS; at++) {
    const start = performance.now();
    await new Promise((read, failed) =>
      get(server.address + pathAt(at), { agent }, (response) => response.resume().on('end', read)).on('error', failed),
    );
    taken.push(performance.now() - start);
  }
  agent.destroy();
  return { http: percentiles(taken), served: percentiles(await server.logged()) };
}

function percentiles(taken: readonly number[]): Percentiles {
  const sorted = taken.slice(taken.length / 10).toSorted((a, b) => a - b);
  const part = (share: number): number => sorted[Math.floor(sorted.length * share)] as number;
  return { p50: part(0.5), p99: part(0.99) };
}

const indexesOf = (distDir: string): ServedCost['indexes'] =>
  Object.fromEntries(
    ['browser.json', 'vocabulary.json'].map((name) => {
      const path = join(distDir, 'v1', name);
      return [name, { bytes: statSync(path).size, brotli: statSync(`${path}.br`).size }];
    }),
  );
