import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/build/file-system.ts';
import { fixtureDist, SITE } from '../support/build.ts';
import { postJson, type TestApp, testApp } from '../support/function-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

describe('of a visitor', () => {
  it.each<[string, RequestInit]>([
    ['/', {}],
    ['/medication/testamine', {}],
    ['/medication/testamine', { headers: { accept: 'text/markdown', cookie: 'session=1' } }],
    ['/v1/lookup?name=testamine', {}],
    ['/v1/nothing', {}],
    ['/healthz', {}],
    ['/readyz', {}],
    ['/v1/report-hallucination', postJson({ claim: 'x' })],
    ['/mcp', postJson({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'application/json, text/event-stream' })],
  ])('%s keeps no cookie, and opens no session', async (path, init) => {
    const { headers } = await app.ask(path, init);
    expect([...headers.keys()].filter((name) => /cookie|session|www-authenticate/.test(name))).toEqual([]);
  });

  it('no script of a page keeps anything in the browser but its place, and the list of whoever asks for that', async () => {
    const dist = await fixtureDist();
    const scripts = filesBelow(dist).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(5);
    const texts = scripts.map((path) => [path, readFileSync(join(dist, path), 'utf8')] as const);
    const having = (pattern: RegExp): string[] => texts.filter(([, text]) => pattern.test(text)).map(([path]) => path);
    expect(having(/document\.cookie|cookieStore|indexedDB/)).toEqual([]);
    // A reader's own list, and whether she wants the key of the search (tests/pages/my-list.test.ts).
    const written = texts.flatMap(([, text]) => text.match(/localStorage\.setItem/g) ?? []);
    expect(written).toHaveLength(2);
    expect(having(/caches\.open/)).toEqual(['sw.js']);
    expect(having(/serviceWorker/)).toHaveLength(1);
    // The one thing that stays, in the tab alone: where the checker was scrolled to.
    const kept = texts.filter(([, text]) => text.includes('sessionStorage'));
    expect(kept.map(([, text]) => text.match(/sessionStorage\.\w+/g)?.toSorted())).toEqual([
      ['sessionStorage.getItem', 'sessionStorage.setItem'],
    ]);
  });
});

it.each([
  [SITE, undefined, 200],
  [SITE, SITE, 200],
  [SITE, 'https://chat.test', 200],
  [SITE, 'http://chat.test', 403],
  [SITE, 'null', 403],
  ['http://localhost', 'http://127.0.0.1:3000', 200],
  ['http://localhost', SITE, 200],
  ['http://localhost', 'https://evil.test', 403],
  ['http://127.0.0.1:4321', 'https://evil.test', 403],
  ['http://rebound.test', undefined, 403],
])(
  'a report is taken by %s from a page of %s: %i, and every site may read what is public',
  async (address, origin, status) => {
    const headers = { host: new URL(address).host, ...(origin && { origin }) };
    const sent = await app.ask(`${address}/v1/report-hallucination`, postJson({ claim: 'x' }, headers));
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
    const read = await app.ask(`${address}/v1/lookup?name=testamine`, { headers });
    expect(read.status).toBe(address === 'http://rebound.test' ? 403 : 200);
  },
);
