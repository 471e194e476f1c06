import { beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../src/api/problem.ts';
import { createLimits } from '../../src/function/limits.ts';
import { SITE } from '../support/build.ts';
import {
  memoryReports,
  postJson,
  type TestApp,
  testApp,
  withAddresses,
  withDamaged,
  withService,
} from '../support/function-app.ts';
import { pairs, words } from '../support/lists.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** A JSON body, as a client reads it. */
const json = async (response: Response) => JSON.parse(await response.text());

describe('every address answers with its type', () => {
  const byType = {
    'text/html': '/ /medication /medication/testamine /class /class/nsaids /developers /medication/t%65stamine',
    'text/markdown': '/medication/testamine.md /class/nsaids.md',
    'text/plain': '/class/llms.txt /llms.txt /llms-full.txt /robots.txt /.well-known/security.txt',
    'application/json': `
      /llms-index.json /v1 /v1.json /v1/tools /v1/tools.json /v1/openapi.json /v1/medication/testamine
      /v1/medication/testamine.json /v1/supplement/testroot /v1/peptide/testide
      /v1/interactions/medication/testamine /v1/interactions/medication/testamine.json /v1/lookup?name=testamine
      /v1/lookup/?name=testamine /v1/funding-bias?name=testamine /v1/lifestyle-alternatives?name=testamine
      /v1/interactions?item1=testamine&item2=plainol /v1/compare?name1=testamine&name2=plainol /v1/search?q=test`,
    'application/xml': '/sitemap.xml',
    'application/mcp-server-card+json': '/mcp/server-card',
  };
  const typed = Object.entries(byType).flatMap(([type, paths]) =>
    words(paths).map((path) => [path, `${type}; charset=utf-8`]),
  );

  it.each(typed)('%s', async (path = '', type) => {
    const get = await app.ask(path);
    expect([get.status, get.headers.get('content-type')]).toEqual([200, type]);
    const head = await app.ask(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const both = [head, get].map(({ headers }) => ({ ...Object.fromEntries(headers), 'x-request-id': 'its own' }));
    expect(both[0]).toEqual(both[1]);
    expect(await head.text()).toBe('');
  });
});

it.each(pairs`
  /medication/testamine/ = /medication/testamine, /medication/testamine/// = /medication/testamine,
  /medication/testamine.html = /medication/testamine, /medication/testamine/?a=b = /medication/testamine?a=b,
  /medication/ = /medication, /medication.html = /medication, /index.html = /, /index = /, /llms.txt/ = /llms.txt,
  /v1/medication/testamine/ = /v1/medication/testamine, /v1/ = /v1, //medication/testamine = nowhere,
  /medication/nothing/ = nowhere, /404 = nowhere, /404.html = nowhere`)(
  'an address has one form: %s leads to %s',
  async (path, target) => {
    const response = await app.ask(`http://localhost${path}`);
    expect([response.status, response.headers.get('location')]).toEqual(
      target === 'nowhere' ? [404, null] : [301, target],
    );
  },
);

describe('renamed and withdrawn records', () => {
  const renamed = [
    { kind: 'medication', from: 'oldest', to: 'testamine' },
    { kind: 'medication', from: 'older', to: 'testamine' },
  ] as const;
  const withdrawn = [
    { kind: 'peptide', slug: 'gone', date: '2026-11-01', reason: 'It was a duplicate', successor: 'testide' },
  ] as const;
  let moved: TestApp;
  beforeAll(async () => {
    moved = await testApp({ assets: withService({ renamed, withdrawn }) });
  });

  it.each([
    ['/medication/oldest', '/medication/testamine'],
    ['/medication/oldest/', '/medication/testamine'],
    ['/medication/oldest.html', '/medication/testamine'],
    ['/medication/oldest.md', '/medication/testamine.md'],
    ['/v1/medication/older', '/v1/medication/testamine'],
    ['/v1/medication/older.json?x=1', '/v1/medication/testamine.json?x=1'],
  ])('%s leads to %s in one hop', async (path, target) => {
    const response = await moved.ask(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, target]);
  });

  it('a circle of renames ends', async () => {
    expect((await moved.ask('/medication/loop-a')).status).toBeLessThan(500);
  });

  it.each([
    ['/peptide/gone', 'text/html; charset=utf-8'],
    ['/peptide/gone.md', 'text/markdown; charset=utf-8'],
    ['/v1/peptide/gone', 'application/problem+json'],
  ])('%s is gone, and says why and where to go', async (path, type) => {
    const response = await moved.ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([410, type]);
    const text = await response.text();
    expect(text).toContain('It was a duplicate');
    expect(text).toContain('peptide/testide');
  });
});

describe('what is not there', () => {
  it.each([
    ['/v1/medication/testamin', 'medication', 'testamine'],
    ['/v1/medication/testroot', 'supplement', 'testroot'],
    ['/v1/peptide/testamine.json', 'medication', 'testamine'],
    ['/v1/medications/testamine', 'medication', 'testamine'],
    ['/v1/testroot.json', 'supplement', 'testroot'],
  ])('%s suggests %s/%s', async (path, kind, slug) => {
    const response = await app.ask(path);
    const body = await json(response);
    expect([response.status, body.code]).toEqual([404, 'not_found']);
    expect(body.suggestions).toContainEqual(
      expect.objectContaining({ kind, slug, canonical_url: `${SITE}/${kind}/${slug}` }),
    );
  });

  it.each(words`
    /v1/nothing /v1/service /v1/medication/testamine/more /v1/../v1/x /mcp/nothing /v1/lookup /v1/search?q=`)(
    '%s never answers with HTML',
    async (path) => {
      for (const accept of ['text/html', '*/*', 'text/markdown']) {
        const response = await app.ask(path, { headers: { accept } });
        expect(response.headers.get('content-type')).toMatch(/json/);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
      }
    },
  );

  it("a page is the build's 404 page, a companion is Markdown", async () => {
    const page = await app.ask('/medication/nothing');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('</html>');
    const companion = await app.ask('/medication/nothing.md');
    expect([companion.status, companion.headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8']);
    expect(await companion.text()).toContain(`${SITE}/llms.txt`);
    const asked = await app.ask('/nothing', { headers: { accept: 'text/markdown' } });
    expect(asked.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  });

  it.each(['/.assets.json', '/medication/testamine.md.br', '/medication/testamine.html.gz', '/../package.json'])(
    '%s is not served',
    async (path) => {
      expect((await app.ask(path)).status).toBe(404);
    },
  );
});

describe('other methods', () => {
  it.each([
    ['POST', '/v1/lookup?name=testamine', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/medication/testamine', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/report-hallucination', 'POST, OPTIONS'],
    ['HEAD', '/v1/report-hallucination', 'POST, OPTIONS'],
    ['GET', '/mcp', 'POST'],
    ['DELETE', '/mcp', 'POST'],
    ['BREW', '/v1/tools', 'GET, HEAD, OPTIONS'],
  ])('%s %s: use %s', async (method, path, allow) => {
    const response = await app.ask(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('POST to what is not there is 404', async () => {
    expect((await app.ask('/v1/nothing', { method: 'POST' })).status).toBe(404);
  });

  it.each(['/v1/lookup', '/v1/report-hallucination', '/mcp', '/v1/medication/testamine', '/v1/nothing'])(
    'OPTIONS %s lets other sites call',
    async (path) => {
      const response = await app.ask(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://elsewhere.test', 'Access-Control-Request-Method': 'POST' },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
      expect(await response.text()).toBe('');
    },
  );
});

describe('caching', () => {
  const paths = words`
    / /medication/testamine /medication/testamine.md /llms.txt /v1/medication/testamine /v1/lookup?name=testamine`;

  it.each(paths)('%s is revalidated by its tag', async (path) => {
    const first = await app.ask(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
    const tag = first.headers.get('etag') as string;
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.ask(path, { headers: { 'If-None-Match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', 'vary'])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(again.headers.get('content-length')).toBeNull();
    }
    expect((await app.ask(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('the tag is the SHA-256 of the body', async () => {
    const response = await app.ask('/v1/lookup?name=testamine');
    const body = new Uint8Array(await response.arrayBuffer());
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
    expect(response.headers.get('etag')).toBe(`"${digest}"`);
  });

  it('If-Modified-Since counts only without If-None-Match', async () => {
    const path = '/medication/testamine.md';
    const modified = (await app.ask(path)).headers.get('last-modified') as string;
    expect(Date.parse(modified) % 86_400_000).toBe(0);
    const status = async (headers: Record<string, string>) => (await app.ask(path, { headers })).status;
    expect(await status({ 'If-Modified-Since': modified })).toBe(304);
    expect(await status({ 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(200);
    expect(await status({ 'If-Modified-Since': 'yesterday' })).toBe(200);
    expect(await status({ 'If-Modified-Since': modified, 'If-None-Match': '"other"' })).toBe(200);
  });

  it('what has its hash in its name is kept for good', async () => {
    const page = await (await app.ask('/')).text();
    const asset = /\/_astro\/[^"]+/.exec(page)?.[0] as string;
    expect((await app.ask(asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/v1/lookup', '/v1/nothing', '/nothing', '/nothing.md', '/mcp'])(
    'the failure at %s is not kept',
    async (path) => {
      expect((await app.ask(path)).headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('compression', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity', null],
    ['', null],
  ])('Accept-Encoding: %s gives %s', async (accepted, encoding) => {
    const response = await app.ask('/medication/testamine', { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const body = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(body.length);
  });

  it('each form has a tag of its own', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (name) =>
        (await app.ask('/medication/testamine', { headers: { 'Accept-Encoding': name } })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('a page or its companion', () => {
  it.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/markdown, text/html, */*', 'markdown'],
    ['text/markdown', 'markdown'],
    ['text/markdown;q=0.5, text/html', 'html'],
    ['text/markdown;q=0', 'html'],
    ['application/json', 'html'],
    ['text/*', 'html'],
    ['nonsense;;,', 'html'],
  ])('Accept: %s gives %s', async (accept, type) => {
    const response = await app.ask('/medication/testamine', accept === undefined ? {} : { headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('vary')).toContain('Accept');
  });

  it('each says where the other is', async () => {
    const page = await app.ask('/medication/testamine');
    expect(page.headers.get('link')).toContain(
      `<${SITE}/medication/testamine.md>; rel="alternate"; type="text/markdown"`,
    );
    const companion = await app.ask('/medication/testamine', { headers: { accept: 'text/markdown' } });
    expect(companion.headers.get('link')).toContain(`<${SITE}/medication/testamine>; rel="canonical"`);
    const direct = await app.ask('/medication/testamine.md');
    expect(await companion.text()).toBe(await direct.text());
    expect(companion.headers.get('etag')).toBe(direct.headers.get('etag'));
  });

  it('a class has both as well', async () => {
    const page = await app.ask('/class/nsaids');
    expect(page.headers.get('link')).toContain(`<${SITE}/class/nsaids.md>; rel="alternate"; type="text/markdown"`);
    const companion = await app.ask('/class/nsaids', { headers: { accept: 'text/markdown' } });
    expect(companion.headers.get('link')).toContain(`<${SITE}/class/nsaids>; rel="canonical"`);
    expect(await companion.text()).toContain('# NSAIDs');
    for (const path of ['/class/nsaids/', '/class/nsaids.html'])
      expect((await app.ask(path)).headers.get('location')).toBe('/class/nsaids');
    for (const path of ['/class/nothing', '/class/alcohol', '/v1/class/nsaids'])
      expect((await app.ask(path)).status, path).toBe(404);
  });

  it('a page without a companion stays a page', async () => {
    expect(
      (await app.ask('/developers', { headers: { accept: 'text/markdown' } })).headers.get('content-type'),
    ).toContain('html');
  });
});

describe('headers of every answer', () => {
  it.each(words('/ /medication/testamine.md /v1 /v1/lookup?name=testamine /v1/lookup /nothing /nothing.md'))(
    '%s has use terms, security and CORS',
    async (path) => {
      const { headers } = await app.ask(path);
      expect(headers.get('content-signal')).toBe('search=yes, ai-input=yes, ai-train=no, use=reference');
      expect(headers.get('content-usage')).toBe('search=y, train-ai=n');
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBeTruthy();
      expect(headers.get('permissions-policy')).toBeTruthy();
      expect(headers.get('strict-transport-security')).toBeTruthy();
      expect(headers.get('access-control-expose-headers')).toBe(
        'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
      );
    },
  );

  it.each(['/', '/medication/testamine', '/medication/testamine.md', '/v1', '/v1/lookup?name=testamine', '/v1/lookup'])(
    '%s names the license',
    async (path) => {
      expect((await app.ask(path)).headers.get('link')).toContain(
        `<${SITE}/license.xml>; rel="license"; type="application/rsl+xml"`,
      );
    },
  );

  it('HSTS is sent by https sites only', async () => {
    const plain = await testApp({
      assets: withAddresses({ siteUrl: 'http://127.0.0.1:4321', baseUrl: 'http://127.0.0.1:4321' }),
    });
    expect((await plain.ask('/')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a base address with a path', () => {
  let based: TestApp;
  beforeAll(async () => {
    based = await testApp({
      assets: (assets) =>
        withService({ renamed: [{ kind: 'medication', from: 'old', to: 'testamine' }] })(
          withAddresses({ siteUrl: SITE, baseUrl: `${SITE}/api` })(assets),
        ),
    });
  });

  it.each([
    ['/api/v1', 200],
    ['/api/v1/medication/testamine', 200],
    ['/api/v1/lookup?name=testamine', 200],
    ['/api/mcp/server-card', 200],
    ['/api/mcp', 405],
    ['/v1', 404],
    ['/v1/lookup?name=testamine', 404],
    ['/mcp/server-card', 404],
    ['/api/medication/testamine', 404],
    ['/medication/testamine', 200],
    ['/llms.txt', 200],
    ['/healthz', 200],
  ])('%s answers %i', async (path, status) => {
    expect((await based.ask(path)).status).toBe(status);
  });

  it('a renamed record stays below it', async () => {
    expect((await based.ask('/api/v1/medication/old')).headers.get('location')).toBe('/api/v1/medication/testamine');
    expect((await based.ask('/medication/old.md')).headers.get('location')).toBe('/medication/testamine.md');
  });

  it('failures on the API are JSON', async () => {
    expect((await based.ask('/api/v1/nothing')).headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('input of GET', () => {
  it.each([
    ['/v1/lookup?name=testamine&utm_source=x&__proto__=y', 200, undefined],
    ['/v1/lookup?name=a&name=b', 400, 'invalid_parameter'],
    ['/v1/lookup?__proto__=testamine', 400, 'missing_parameter'],
    ['/v1/lookup?name=__proto__', 404, undefined],
    ['/v1/lookup?name=constructor', 404, undefined],
    ['/v1/lookup?name=%00', 400, 'invalid_parameter'],
    ['/v1/lookup?name=%E0%A4%A', 404, undefined],
    ['/v1/lookup?name=test%61mine', 200, undefined],
    ['/v1/search?q=test&limit=2.5', 400, 'invalid_parameter'],
  ])('%s answers %i %s', async (path, status, code) => {
    const response = await app.ask(path);
    expect(response.status).toBe(status);
    if (code) expect((await json(response)).code).toBe(code);
  });

  it('a problem says what was asked, without a second look at it', async () => {
    const body = await json(await app.ask('/v1/lookup?name=%3Cscript%3E'));
    expect(body.instance).toBe('/v1/lookup?name=%3Cscript%3E');
    expect(body.data).toBeNull();
    expect(body.type).toBe(`${SITE}/developers#${body.code}`);
  });
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('reports', () => {
  const path = '/v1/report-hallucination';

  it('are acknowledged, and the same claim gets the same receipt', async () => {
    const { ask } = await testApp();
    const first = await json(
      await ask(path, postJson({ claim: 'Testamine cures <script>colds</script>', slug: 'testamine', unknown: 1 })),
    );
    expect(first.data).toMatchObject({ status: 'received', duplicate: false, received_at: '2026-11-21T12:00:00.000Z' });
    const again = await json(
      await ask(path, postJson({ claim: '  testamine CURES  <script>colds</script> ', slug: 'Testamine' })),
    );
    expect(again.data).toEqual({ ...first.data, duplicate: true });
    const other = await json(await ask(path, postJson({ claim: 'Testamine cures colds', slug: 'testamine' })));
    expect(other.data.id).not.toBe(first.data.id);
  });

  it.each<[string, RequestInit, number, string]>([
    ['too large', postJson({ claim: 'x'.repeat(17_000) }), 413, 'payload_too_large'],
    ['no type', { method: 'POST', body: new TextEncoder().encode('{}') }, 415, 'unsupported_media_type'],
    ['a form', postJson('claim=x', FORM), 415, 'unsupported_media_type'],
    ['half an object', postJson('{"claim":'), 400, 'invalid_json'],
    ['nothing', postJson(''), 400, 'invalid_json'],
    ['null', postJson('null'), 422, 'invalid_body'],
    ['a list', postJson('["x"]'), 422, 'invalid_body'],
    ['no claim', postJson({ notes: 'x' }), 422, 'invalid_body'],
    ['a number as claim', postJson({ claim: 5 }), 422, 'invalid_body'],
    ['a NUL', postJson({ claim: 'a\0b' }), 422, 'invalid_body'],
  ])('%s is refused', async (_, init, status, code) => {
    const response = await app.ask(path, init);
    expect([response.status, (await json(response)).code]).toEqual([status, code]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('may say null for what they leave out, as OpenAPI says', async () => {
    const given = { claim: 'Testamine was approved in 1850', notes: null, slug: null };
    expect((await app.ask(path, postJson(given))).status).toBe(200);
  });

  it('are never acknowledged when they could not be stored', async () => {
    const broken = { ...memoryReports(), add: () => Promise.reject(new StorageUnavailable('disk full')) };
    const { ask } = await testApp({ reports: broken });
    const response = await ask(path, postJson({ claim: 'x' }));
    expect([response.status, (await json(response)).code]).toEqual([503, 'storage_unavailable']);
  });

  it('answers are kept by nobody', async () => {
    expect((await app.ask(path, postJson({ claim: 'x' }))).headers.get('cache-control')).toBe('no-store');
  });
});

describe('limits', () => {
  it('count dynamic answers for each client, and never files', async () => {
    const { ask } = await testApp({ limits: createLimits({ default: 2, reports: 1 }, () => 0) });
    const first = await ask('/v1/search?q=x');
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60');
    // Caches may keep it for others: what this client has left is told where none may.
    expect(first.headers.get('ratelimit')).toBeNull();
    expect((await ask('/v1/lookup')).headers.get('ratelimit')).toBe('"default";r=0;t=60');
    const refused = await ask('/v1/lookup?name=testamine');
    expect([refused.status, refused.headers.get('retry-after'), (await json(refused)).code]).toEqual([
      429,
      '60',
      'rate_limited',
    ]);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('/mcp', postJson({}))).status).toBe(429);
    for (const path of ['/', '/v1', '/v1/medication/testamine', '/medication/testamine.md']) {
      const file = await ask(path);
      expect([file.status, file.headers.get('ratelimit')]).toEqual([200, null]);
    }
  });

  it('count addresses where something near was looked for', async () => {
    const { ask } = await testApp({ limits: createLimits({ default: 1, reports: 1 }, () => 0) });
    expect((await ask('/v1/medication/testamin')).status).toBe(404);
    for (const path of ['/v1/medication/testamin', '/medication/testamin.md', '/medication/testamin'])
      expect([path, (await ask(path)).status]).toEqual([path, 429]);
  });

  it('count reports on their own', async () => {
    const { ask } = await testApp({ limits: createLimits({ default: 1, reports: 1 }, () => 0) });
    const report = (claim: string) => ask('/v1/report-hallucination', postJson({ claim }));
    expect((await report('a')).headers.get('ratelimit-policy')).toBe('"reports";q=1;w=60');
    expect((await report('b')).status).toBe(429);
    expect((await ask('/v1/search?q=x')).status).toBe(200);
  });
});

describe('faults of ours', () => {
  it('a damaged file is 503, is logged, and shows no path and no stack', async () => {
    const { ask, faults } = await testApp({
      assets: withDamaged('v1/medication/testamine.json', new StorageUnavailable('/srv/dist/v1 is not there')),
    });
    for (const path of ['/v1/medication/testamine', '/v1/lookup?name=testamine']) {
      const response = await ask(path);
      const text = await response.text();
      expect([response.status, JSON.parse(text).code]).toEqual([503, 'storage_unavailable']);
      expect(text).not.toMatch(/\/srv|at .*\.ts/);
      expect(JSON.parse(text).instance).toBe(`urn:uuid:${faults.at(-1)?.id}`);
    }
    expect(faults.at(-1)?.fault).toContain('/srv/dist/v1 is not there');
    expect((await ask('/v1/medication/plainol')).status).toBe(200);
  });

  it('a damaged page is a page, a damaged companion Markdown', async () => {
    const { ask } = await testApp({ assets: withDamaged('medication/testamine.html', new StorageUnavailable('x')) });
    const page = await ask('/medication/testamine');
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<!doctype html>');
    expect((await ask('/medication/testamine.md')).status).toBe(200);
  });

  it('anything else is 500 with the id that the log has', async () => {
    const operations = (await testApp()).service.operations.map((one) => ({
      ...one,
      answer: () => Promise.reject(new Error('secret of /home')),
    }));
    const { ask, faults } = await testApp({ operations });
    const response = await ask('/v1/search?q=x');
    const text = await response.text();
    expect([response.status, JSON.parse(text).code, JSON.parse(text).instance]).toEqual([
      500,
      'internal_error',
      `urn:uuid:${faults[0]?.id}`,
    ]);
    expect(text).not.toContain('secret');
    expect(faults[0]?.fault).toContain('secret of /home');
  });
});

describe('health and logs', () => {
  it('the process is healthy while the store is not, and /readyz says so', async () => {
    const broken = { ...memoryReports(), probe: () => Promise.reject(new StorageUnavailable('x')) };
    const { ask } = await testApp({ reports: broken });
    expect((await ask('/healthz')).status).toBe(200);
    const ready = await ask('/readyz');
    const { status, reports } = await json(ready);
    expect([ready.status, status, reports]).toEqual([200, 'degraded', 'unavailable']);
    expect((await ask('/v1/lookup?name=testamine')).status).toBe(200);
    expect(await json(await app.ask('/readyz'))).toMatchObject({
      status: 'ready',
      reports: 'writable',
      build: expect.stringMatching(/^[0-9a-f]{64}$/),
      newer_build: null,
    });
  });

  it('a catalog without a record is not ready, and the process lives', async () => {
    const counts = { medication: 0, supplement: 0, peptide: 0, total: 0 };
    const { ask } = await testApp({ assets: withService({ counts }) });
    const ready = await ask('/readyz');
    expect([ready.status, await json(ready)]).toEqual([503, expect.objectContaining({ status: 'empty', records: 0 })]);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('a store that takes long to answer is asked once, whoever asks meanwhile', async () => {
    let probes = 0;
    let answer = () => {};
    const slow = {
      ...memoryReports(),
      probe: () => {
        probes += 1;
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
    };
    const { ask } = await testApp({ reports: slow });
    const first = ask('/readyz');
    await vi.waitFor(() => expect(probes).toBe(1));
    answer();
    expect((await first).status).toBe(200);
    const later = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
    expect([probes, ...new Set(later.map(({ status }) => status))]).toEqual([1, 200]);
  });

  it('a request is one line without query, address or body', async () => {
    const { ask, requests } = await testApp();
    await ask('/v1/lookup?name=my-secret-drug');
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/v1/lookup', status: 404 });
    expect(JSON.stringify(requests)).not.toMatch(/secret|192\.0\.2\.1/);
  });
});
