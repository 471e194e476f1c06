import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { envelopeOf, operations } from '../../src/api/operations.ts';
import { problems } from '../../src/api/problem.ts';
import { MAX_NAME } from '../../src/api/request-limits.ts';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { resolveName } from '../../src/names/resolve.ts';
import problemSchema from '../../src/schema/problem.json' with { type: 'json' };
import type { Problem } from '../../src/schema/types.ts';
import { fixtureNames } from '../fixtures/names/index.ts';
import { fixtureDist } from '../support/build.ts';
import { postJson, type TestApp, testApp } from '../support/function-app.ts';
import { exchange } from '../support/function-process.ts';
import { words } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let served: Served;
let app: TestApp;
let slow: Promise<string>[];
const faults: string[] = [];
beforeAll(async () => {
  const dataDir = temporaryFolder();
  const write = (lines: string) => faults.push(...lines.split('\n').filter((line) => line.includes('"level":"error"')));
  served = await serve({ distDir: await fixtureDist(), dataDir, port: 0, rates: { default: 0, reports: 0 }, write });
  app = await testApp();
  // They take ten seconds to be closed; meanwhile all others are asked.
  slow = Array.from({ length: 50 }, () => exchange(served.address, 'GET / HTTP/1.1\r\nHost: localhost\r\n', 60_000));
});
afterAll(() => served.close());

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Connection: close\r\n\r\n`;
/** 0 when the connection was closed without an answer. */
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

describe('paths that try to leave', () => {
  const paths = words`
    /../../etc/passwd /..%2f..%2fetc%2fpasswd /%2e%2e/%2e%2e/etc/passwd /%252e%252e%252fetc/passwd
    /..\\..\\etc\\passwd /%5c..%5c..%5cetc/passwd /medication/..%2f..%2f.assets.json /medication/../.assets.json
    /./.assets.json /.assets.json /.%61ssets.json /medication/testamine.md.br /medication/testamine.md%00.html /%00
    /% /%c0%ae%c0%ae/etc/passwd //etc/passwd /file:///etc/passwd /v1/medication/..%2fservice
    /v1/medication/__proto__ /v1/__proto__/constructor /constructor /__proto__ /toString /hasOwnProperty.html
    /v1/medication/%F0%9F%92%8A`;
  it.each([...paths, `/${'a/'.repeat(3000)}`, `/${'/'.repeat(8000)}x`, `/${'%2f'.repeat(4000)}`])(
    '%s finds nothing',
    async (path) => {
      const answer = await exchange(served.address, get(path));
      expect(statusOf(answer)).toBe(404);
      expect(answer).not.toMatch(/root:|"files":/);
    },
  );

  it('dots that lead to a page lead there', async () => {
    expect(statusOf(await exchange(served.address, get('/v1/../medication/testamine')))).toBe(200);
  });
});

describe('requests that try to confuse', () => {
  it.each<[string, string, readonly number[]]>([
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n', [400, 405, 501]],
    ['CONNECT', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', [0, 400, 405]],
    ['a method in small letters', 'get / HTTP/1.1\r\nHost: localhost\r\n\r\n', [400]],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', [204, 400, 404]],
    [
      'a length and chunks',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      [400],
    ],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n', [400]],
    ['a path with a space', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', [400]],
    ['a long header', get('/', `X: ${'a'.repeat(20_000)}\r\n`), [431]],
    ['many headers', get('/', Array.from({ length: 3000 }, (_, at) => `X-${at}: 1\r\n`).join('')), [431]],
  ])('%s', async (_, bytes, statuses) => {
    expect(statuses).toContain(statusOf(await exchange(served.address, bytes)));
    expect(statusOf(await exchange(served.address, get('/healthz')))).toBe(200);
  });

  it.each([
    '/medication/testamine/%0d%0aSet-Cookie:%20a=b',
    '/medication/testamine/?%0d%0aSet-Cookie:%20a=b',
    '/medication.html?x=%0d%0a%0d%0a<html>',
  ])('%s splits no header', async (path) => {
    const answer = await exchange(served.address, get(path));
    expect(answer.toLowerCase()).not.toMatch(/^set-cookie/m);
    expect(answer.split('\r\n\r\n')[0]).not.toContain('<html>');
  });

  it('a redirect never leaves the host', async () => {
    for (const path of [
      '//evil.test/medication/testamine/',
      '//evil.test//',
      '/\\evil.test/',
      '/medication/testamine/?//evil.test',
    ]) {
      const location = /^location: (.*)$/im.exec(await exchange(served.address, get(path)))?.[1];
      expect(location ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });

  it('what was asked is shown as text', async () => {
    const page = await exchange(
      served.address,
      'DELETE /<script>alert(1)</script> HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(page).not.toContain('<script>alert');
    const companion = await exchange(served.address, get('/[x](javascript:alert(1)).md'));
    expect(companion).not.toContain('[x](javascript');
  });
});

/** What a name may be made of that patterns or tables might stumble over. */
const SHAPES = [
  ...['a', 'abc ', '1', '1,000 ', '.1', '%', '%25', '&amp;', '(r)', '-', 'α', 'e\u0301', 'İ', '😀', 'warfarin '],
  ...['warfarin/', 'acetaminophen / oxycodone ', '5/325 mg tablets ', 'st johns wort '],
];

describe('whatever is sent', () => {
  const names = fixtureNames();

  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      ...['__proto__', 'constructor', 'toString', '\u0000', '\ud800', '﷽'.repeat(60), 'ﷺ', 'İ'.repeat(200), '%', '%zz'],
      ...['a\u0301'.repeat(100), '💊'.repeat(100), '-'.repeat(200), ' '.repeat(200), '1e999', 'test'.repeat(50)],
    ),
  );

  const input = (names: readonly string[]) => fc.oneof(fc.constantFrom(...names, 'unknown'), anything);
  const value = fc.oneof(
    anything,
    fc.constantFrom('testamine', 'plainol', 'testroot', 'testide', 'NSAIDs', 'grapefruit', '5'),
  );

  it.each(operations.filter(({ method }) => method === 'GET').map((operation) => [operation.path, operation] as const))(
    '%s answers as its schemas say',
    async (path, operation) => {
      const pairs = fc.array(fc.tuple(input(Object.keys(operation.input.properties as object)), value), {
        maxLength: 4,
      });
      await fc.assert(
        fc.asyncProperty(pairs, async (query) => {
          const search = query.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&');
          await conforms(await app.ask(`${path}?${search}`), operation);
        }),
        { numRuns: 150 },
      );
    },
  );

  it('/v1/report-hallucination answers as its schemas say', async () => {
    const operation = operations.find(({ method }) => method === 'POST') as Operation;
    const fields = input(Object.keys(operation.input.properties as object));
    const report = fc.dictionary(fields, fc.oneof(anything, fc.integer(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          report.map((value) => JSON.stringify(value)),
        ),
        async (text) => {
          await conforms(await app.ask(operation.path, postJson(text)), operation);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('tools answer with a result or a protocol error, never a fault', async () => {
    const call = fc.record({
      name: fc.oneof(fc.constantFrom(...operations.map(({ tool }) => tool)), anything),
      arguments: fc.oneof(fc.dictionary(anything, fc.jsonValue()), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(call, async (params) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
        const response = await app.ask(
          '/mcp',
          postJson(JSON.stringify(message), { accept: 'application/json, text/event-stream' }),
        );
        const body = (await response.json()) as { result?: unknown; error?: { code: number } };
        expect([200, 400]).toContain(response.status);
        expect(body.result !== undefined || [-32600, -32602].includes(body.error?.code ?? 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each(SHAPES)('a name of the greatest length made of %j costs no more than its length', (unit) => {
    const [long, half] = [MAX_NAME, MAX_NAME / 2].map((length) => unit.repeat(length).slice(0, length)) as [
      string,
      string,
    ];
    const cost = (name: string, turns: number): number => {
      const started = performance.now();
      for (let turn = 0; turn < turns; turn += 1) resolveName(names, name);
      return performance.now() - started;
    };
    for (const name of [half, long, half, long]) cost(name, 50);
    // Slices shorter than those in which the system gives the processor to others: the least of many is undisturbed by them.
    let turns = 1;
    while (cost(half, turns) < 0.2) turns *= 2;
    // By turns, so that whatever slows the processor for longer meets both lengths.
    const runs = Array.from({ length: 60 }, () => [cost(long, turns), cost(half, turns)] as const);
    const least = (at: 0 | 1): number => Math.min(...runs.map((run) => run[at]));
    // Twice the length may cost twice as much, or four times where pairs are looked at; no more.
    expect(least(0) / least(1)).toBeLessThan(8);
  });

  it('clients that are slow are closed when their head takes more than ten seconds, while all others were served', async () => {
    for (const answer of await Promise.all(slow)) expect(statusOf(answer)).toBe(408);
  });

  it('no fault of ours was logged', () => {
    expect(app.faults).toEqual([]);
    expect(faults).toEqual([]);
  });
});

const ajv = addFormats.default(new Ajv2020({ strict: false }));
const isProblem = ajv.compile(problemSchema);
const isAnswer = new Map(operations.map(({ tool, output }) => [tool, ajv.compile(envelopeOf(output))]));

/** The status is one that the operation names, and the body is of the schema that goes with it. */
async function conforms(response: Response, { tool, problems: codes }: Operation): Promise<void> {
  const body = (await response.json()) as { code?: Problem['code'] };
  if (response.status === 200)
    return expect([isAnswer.get(tool)?.(body), isAnswer.get(tool)?.errors]).toEqual([true, null]);
  expect([isProblem(body), isProblem.errors]).toEqual([true, null]);
  expect(codes).toContain(body.code);
  expect(response.status).toBe(body.code && problems[body.code].status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
}

/** A lone surrogate has no UTF-8, so a client cannot send it but as the replacement that its encoder makes. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
