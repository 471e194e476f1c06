import { fork } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { root } from '../../src/build/options.ts';
import { createFairQueue } from '../../src/function/node/fair-queue.ts';
import { ownDist } from '../support/build.ts';
import { postJson } from '../support/function-app.ts';
import type { Measured } from '../support/function-measured.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let measured: Measured & { address: string; stop(): void };
beforeAll(async () => {
  const dataDir = temporaryFolder();
  const child = fork(join(root, 'tests/support/function-measured.ts'), [await ownDist(), dataDir]);
  const answers: ((value: unknown) => void)[] = [];
  child.on('message', (message) => answers.shift()?.(message));
  const next = () => new Promise<unknown>((resolve) => answers.push(resolve));
  const address = (await next()) as string;
  const asked = async (question: 'begin' | 'end') => {
    const answer = next();
    child.send(question);
    return answer as Promise<{ cpuMs: number }>;
  };
  measured = { address, begin: () => asked('begin'), end: () => asked('end'), stop: () => child.kill() };
});
afterAll(() => measured.stop());

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
/** Texts of the greatest length that is read, made to cost. */
const texts: Readonly<Record<string, string>> = {
  'ligatures that become eighteen letters each': '\ufdfa '.repeat(100),
  'single letters': 'a b c d e f g h i j '.repeat(10),
  'pairs of letters': 'ac me pr su th wa '.repeat(11).slice(0, 200),
  'accents on accents': `a${'\u0301'.repeat(199)}`,
  'names with slashes': 'warfarin/'.repeat(22),
  figures: '5 mg 10 mg 20 mg '.repeat(11),
  emoji: '💊'.repeat(100),
  'one long word': 'metoprolol'.repeat(20),
};
const parameters = Array.from({ length: 2500 }, (_, at) => `p${at.toString(36)}=`).join('&');
const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, at]));
const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const accept = { accept: 'application/json, text/event-stream' };

interface Case {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
}
const of = (name: string, path: string, init?: RequestInit): Case => ({ name, path, ...(init && { init }) });
const heads: readonly Case[] = [
  of('thousands of parameters', `/v1/lookup?${parameters}`),
  of('thousands of parameters of a file', `/medication/warfarin?${parameters}`),
  of('thousands of the same parameter', `/v1/lookup?${'name=a&'.repeat(2000)}`),
  of('a path of slashes', `/${'/'.repeat(14_000)}`),
  of('a long slug', `/v1/medication/${'a'.repeat(14_000)}`),
  of('a long encoded slug', `/v1/medication/${'%C3%A9'.repeat(2300)}`),
  of('a long companion', `/medication/${'metformi'.repeat(1700)}.md`),
  of('a long Accept', '/medication/warfarin', { headers: { accept: 'text/markdown;q=0.1,'.repeat(700) } }),
  of('a long Accept-Encoding', '/medication/warfarin', { headers: { 'accept-encoding': 'x;q=0.1,'.repeat(1700) } }),
  of('a long If-None-Match', '/v1/lookup?name=warfarin', { headers: { 'if-none-match': 'W/"x",'.repeat(2200) } }),
  of('a long X-Forwarded-For', '/v1/lookup?name=warfarin', { headers: { 'x-forwarded-for': '1.1.1.1,'.repeat(1700) } }),
];
const bodies: readonly Case[] = [
  of(
    'arguments that nobody knows',
    '/mcp',
    postJson(rpc('tools/call', { name: 'lookup_medication', arguments: wide(4500) }), accept),
  ),
  of(
    'as many as are let through',
    '/mcp',
    postJson(rpc('tools/call', { name: 'search', arguments: { q: 'a', ...wide(180) } }), accept),
  ),
  of(
    'an array of a hundred searches',
    '/mcp',
    postJson(
      Array.from({ length: 100 }, () => rpc('tools/call', { name: 'search', arguments: { q: 'statin' } })),
      accept,
    ),
  ),
  of('deep nesting', '/mcp', postJson(`${'['.repeat(32_000)}${']'.repeat(32_000)}`, accept)),
  of(
    'deep nesting in arguments',
    '/mcp',
    postJson(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"q":${'['.repeat(30_000)}${']'.repeat(30_000)}}}}`,
      accept,
    ),
  ),
  of('a long address of a resource', '/mcp', postJson(rpc('resources/read', { uri: 'x'.repeat(60_000) }), accept)),
  of(
    'a long completion',
    '/mcp',
    postJson(
      rpc('completion/complete', {
        ref: { type: 'ref/resource', uri: 'x' },
        argument: { name: 'slug', value: 'x'.repeat(60_000) },
      }),
      accept,
    ),
  ),
  of('four megabytes', '/mcp', postJson(`"${'x'.repeat(4_000_000)}"`, accept)),
  of(
    'the longest report',
    '/v1/report-hallucination',
    postJson({ claim: '\ufdfa'.repeat(1300), notes: '\u0301'.repeat(3000) }),
  ),
];

/** A question that a person might ask, through all that a request passes; what costs at most this many of it is let be. */
const ordinary = of(
  'an ordinary question',
  '/mcp',
  postJson(rpc('tools/call', { name: 'search', arguments: { q: 'what can I take for pain with warfarin' } }), accept),
);
const ORDINARY_REQUESTS = 10;

async function ask({ path, init }: Case): Promise<void> {
  await fetch(measured.address + path, init).then((response) => response.arrayBuffer());
}

describe('the processor time of a request', () => {
  // The first two kinds of text at every operation; the others where names and where questions are read.
  const reads = operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, input }) =>
      Object.entries(texts)
        .filter((_, at) => at < 2 || /lookup|search/.test(path))
        .map(([kind, text]): Case => {
          const names = Object.keys(input.properties as object).filter((name) => /^(?:name|item|q)\d?$/.test(name));
          const query = names.map((name, at) => `${name}=${encoded(text.slice(at))}`).join('&');
          return of(`${path} of ${kind}`, `${path}?${query}`);
        }),
    );
  const costOf = async (asked: Case): Promise<number> => {
    await measured.begin();
    for (let turn = 0; turn < 4; turn += 1) await ask(asked);
    return (await measured.end()).cpuMs;
  };

  it.each<Case>([...heads, ...bodies, ...reads])('$name costs at most ten ordinary requests', async (asked) => {
    // What is compiled and read at first is not what a client can make happen again.
    for (let at = 0; at < 3; at += 1) await Promise.all([ask(ordinary), ask(asked)]);
    let [cost, unit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let at = 0; at < 8 && (at < 2 || cost > ORDINARY_REQUESTS * unit); at += 1) {
      unit = Math.min(unit, await costOf(ordinary));
      cost = Math.min(cost, await costOf(asked));
    }
    expect(cost / unit).toBeLessThan(ORDINARY_REQUESTS);
  });
});

describe('one client that sends what nearly all its connections carry at once', () => {
  it.each<Case>([
    of('thousands of parameters', `/v1/lookup?${parameters}`),
    of(
      'the longest names',
      `/v1/lookup?name=${encoded(texts['ligatures that become eighteen letters each'] as string)}`,
    ),
    of('pairs of letters', `/v1/search?q=${encoded(texts['pairs of letters'] as string)}`),
    of(
      'arguments that nobody knows',
      '/mcp',
      postJson(rpc('tools/call', { name: 'lookup_medication', arguments: wide(4500) }), accept),
    ),
  ])('with $name lets another client in between', async (attack) => {
    const tries: number[] = [];
    while (tries.length < 4 && !(Math.min(...tries) < SENT / 2)) tries.push(await answeredBefore(attack));
    // Not after the others: of those that cost, one is answered in between; of those refused at once, some.
    expect(Math.min(...tries)).toBeLessThan(SENT / 2);
  });

  const SENT = 300;

  /** How many of the requests of one client are answered while another one waits for a single answer. */
  async function answeredBefore(attack: Case): Promise<number> {
    let answered = 0;
    const all = Array.from({ length: SENT }, async () => {
      await ask(attack);
      answered += 1;
    });
    await Promise.race(all);
    const before = answered;
    const status = await new Promise((received) => {
      get(`${measured.address}/v1/search?q=statin`, { localAddress: '127.0.0.2' }, (response) => {
        response.resume().on('end', () => received(response.statusCode));
      });
    });
    const between = answered - before;
    expect(status).toBe(200);
    await Promise.all(all);
    return between;
  }
});

it('the turns of clients go round, whoever sent how much, one in a turn of the event loop', async () => {
  const turn = createFairQueue();
  const begun: string[] = [];
  let turnsOfTheLoop = 0;
  const count = (): void => {
    turnsOfTheLoop += 1;
    if (begun.length < 12) setImmediate(count);
  };
  const ask = async (client: string): Promise<void> => {
    await turn(client);
    begun.push(client);
  };
  setImmediate(count);
  const all = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'c', 'c'].map(ask);
  await Promise.all(all);
  expect(begun.join('')).toBe('aabcabcaaaaa');
  expect(turnsOfTheLoop).toBeGreaterThanOrEqual(11);
  // Whoever comes when nobody waits is not kept.
  await new Promise((idle) => setTimeout(idle, 20));
  expect(turn('d')).toBeUndefined();
});
