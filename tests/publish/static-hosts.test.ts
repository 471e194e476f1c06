import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, mediaType } from '../../src/api/headers.ts';
import { companionFiles } from '../../src/publish/companion/companions.ts';
import { hostFiles } from '../../src/publish/static-hosts.ts';
import { wellKnownFiles } from '../../src/publish/well-known.ts';
import { editionOf, medication } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const site = 'https://materia.test';
const edition = editionOf({
  records: { 'medication/new': medication('Testamine') },
  redirects: { renamed: [{ kind: 'medication', from: 'old', to: 'new', date: '2026-11-21' }], withdrawn: [] },
});

/** A static host as Cloudflare runs it: its own engine reads `_redirects` and `_headers`. */
describe('on a static host', () => {
  const directory = temporaryFolder();
  let host: Miniflare;
  beforeAll(async () => {
    const stubs = {
      'medication/new.html': '<h1>Testamine</h1>',
      'v1/index.json': '{}',
      'v1/tools.json': '{}',
      'v1/medication/new.json': '{}',
      'v1/vocabulary.json': '{}',
      'v1/vocabulary.json.br': 'compressed',
    };
    const published = [hostFiles, wellKnownFiles, companionFiles].flatMap((publish) => publish(edition));
    const files = [...published, ...Object.entries(stubs).map(([path, body]) => ({ path, body }))];
    for (const { path, body } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), body);
    }
    host = new Miniflare({
      modules: true,
      script: 'export default { fetch: (request, env) => env.ASSETS.fetch(request) }',
      compatibilityDate: '2026-01-01',
      assets: { directory, binding: 'ASSETS', assetConfig: { html_handling: 'drop-trailing-slash' } },
    });
    await host.ready;
  });
  afterAll(async () => {
    await host.dispose();
  });
  const get = (path: string) => host.dispatchFetch(`${site}${path}`, { redirect: 'manual' });

  it.each([
    ['/medication/old', '/medication/new'],
    ['/medication/old.md', '/medication/new.md'],
    ['/v1/medication/old', '/v1/medication/new'],
    ['/v1/medication/old.json', '/v1/medication/new.json'],
  ])('%s leads to %s in one hop', async (from, to) => {
    const answer = await get(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
    expect((await get(to)).status).toBe(200);
  });

  it('no compressed sibling of /v1 is uploaded', async () => {
    expect((await get('/v1/vocabulary.json')).status).toBe(200);
    expect((await get('/v1/vocabulary.json.br')).status).toBe(404);
  });

  it.each(['/v1', '/v1/tools', '/v1/tools.json', '/v1/medication/new', '/v1/medication/new.json'])(
    '%s is JSON',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('application/json'),
      ]);
    },
  );

  it('a page and a companion carry the headers that the function sends', async () => {
    for (const path of ['/medication/new', '/medication/new.md']) {
      const { headers } = await get(path);
      const { Link: _, Vary: __, ...wanted } = headersFor(path, edition.catalog.site);
      for (const [name, value] of Object.entries(wanted)) expect(headers.get(name), name).toBe(value);
    }
    expect((await get('/medication/new.md')).headers.get('link')).toContain(
      `<${site}/medication/new>; rel="canonical"`,
    );
  });

  it.each(wellKnownFiles(edition).map(({ path }) => [path, mediaType(path)]))(
    '/%s is served as %s',
    async (path, type) => {
      const answer = await get(`/${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    },
  );
});
