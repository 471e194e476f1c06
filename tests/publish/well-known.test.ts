import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { commonHeaders, headersFor, mediaType, useTerms } from '../../src/api/headers.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { schemaFiles } from '../../src/publish/publish.ts';
import { hostFiles } from '../../src/publish/static-hosts.ts';
import { wellKnownFiles } from '../../src/publish/well-known.ts';
import { phrases } from '../support/lists.ts';
import { editionOf, medication } from '../support/small-catalog.ts';

const site = 'https://materia.test';
const edition = editionOf({ records: { 'medication/new': medication('Testamine') } });
const withSite = (more: Partial<Edition['catalog']['site']>): Edition => ({
  ...edition,
  catalog: { ...edition.catalog, site: { ...edition.catalog.site, ...more } },
});
const bodyOf = (path: string, of = edition): string =>
  wellKnownFiles(of).find((file) => file.path === path)?.body ?? '';

describe('robots.txt', () => {
  it('states the terms for programs line by line', () => {
    expect(bodyOf('robots.txt')).toBe(
      [
        'User-agent: *',
        'Content-Signal: search=yes, ai-input=yes, ai-train=no, use=reference',
        'Content-Usage: search=y, train-ai=n',
        'Crawl-delay: 2',
        // Before "Allow: /", which would win in a parser that takes the first rule.
        'Disallow: /v1/report-hallucination',
        'Allow: /',
        '',
        `License: ${site}/license.xml`,
        `Sitemap: ${site}/sitemap.xml`,
        '',
      ].join('\n'),
    );
  });

  it('takes the delay from site.yaml and the path from BASE_URL', () => {
    const robots = bodyOf('robots.txt', withSite({ crawlDelay: 5, baseUrl: `${site}/api` }));
    expect(robots).toContain('Crawl-delay: 5\n');
    expect(robots).toContain('Disallow: /api/v1/report-hallucination\n');
  });
});

it('license.xml is the RSL that permits search and input, not training', () => {
  expect(XMLValidator.validate(bodyOf('license.xml'))).toBe(true);
  expect(bodyOf('license.xml').replace(/^<\?xml.*\n/, '')).toBe(
    `<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
<permits type="usage">search ai-input</permits><prohibits type="usage">ai-train</prohibits>
<payment type="attribution"/></license><terms>${site}/terms</terms></content></rsl>
`,
  );
});

it('security.txt has a contact and expires within a year of the newest record (RFC 9116)', () => {
  const text = bodyOf('.well-known/security.txt');
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  const ahead = Date.parse(expires) - Date.parse(edition.updated);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(366 * 86_400_000);
});

it('the api-catalog leads to both interfaces and to what describes them (RFC 9727)', () => {
  const { linkset } = JSON.parse(bodyOf('.well-known/api-catalog', withSite({ baseUrl: `${site}/api` })));
  expect(linkset[0].item).toEqual([{ href: `${site}/api/v1` }, { href: `${site}/api/mcp` }]);
  expect(linkset[1]).toMatchObject({
    anchor: `${site}/api/v1`,
    'service-desc': [{ href: `${site}/api/v1/openapi.json` }],
  });
  expect(linkset[2]).toMatchObject({
    anchor: `${site}/api/mcp`,
    'service-desc': [{ href: `${site}/api/mcp/server-card` }],
  });
});

it('the MCP server card says who and where, in at most 100 characters', () => {
  const card = JSON.parse(bodyOf('mcp/server-card'));
  expect(card).toMatchObject({
    name: 'test.materia/materia',
    title: 'Materia',
    remotes: [{ type: 'streamable-http', url: `${site}/mcp` }],
  });
  expect(card.description.length).toBeLessThanOrEqual(100);
});

describe('headers', () => {
  const addresses = { siteUrl: site, baseUrl: `${site}/api` };

  it('repeat the terms of robots.txt word for word', () => {
    for (const [name, value] of Object.entries(useTerms)) expect(bodyOf('robots.txt')).toContain(`${name}: ${value}\n`);
    expect(commonHeaders(addresses)).toMatchObject(useTerms);
  });

  it('lead from a page to its companion, back to its page, and everywhere to the license and llms.txt', () => {
    const license = `<${site}/license.xml>; rel="license"; type="application/rsl+xml", <${site}/llms.txt>; rel="describedby"; type="text/plain"`;
    expect(headersFor('/medication/a', addresses).Link).toBe(
      `<${site}/medication/a.md>; rel="alternate"; type="text/markdown", ${license}`,
    );
    expect(headersFor('/medication/a.md', addresses).Link).toBe(`<${site}/medication/a>; rel="canonical", ${license}`);
    expect(headersFor('/medication', addresses).Link).toBe(license);
    expect(headersFor('/v1/medication/a', addresses).Link).toBe(license);
  });

  it('say that a record depends on Accept, and nothing else does', () => {
    for (const path of ['/medication/a', '/medication/a.md']) expect(headersFor(path, addresses).Vary).toBe('Accept');
    for (const path of ['/', '/medication', '/llms.txt', '/v1/medication/a']) {
      expect(headersFor(path, addresses).Vary).toBeUndefined();
    }
  });

  it('allow scripts and styles of our own only, and the API where it lives elsewhere', () => {
    const csp = (of: typeof addresses) => commonHeaders(of)['Content-Security-Policy'] ?? '';
    expect(csp(addresses)).not.toMatch(/unsafe|\*|https?:/);
    expect(csp(addresses)).toContain("require-trusted-types-for 'script'; trusted-types names-worker");
    expect(csp({ ...addresses, baseUrl: 'https://api.test/x' })).toContain("connect-src 'self' https://api.test;");
  });

  it('ask for https for good only where the site has it', () => {
    expect(commonHeaders(addresses)['Strict-Transport-Security']).toBe('max-age=31536000');
    expect(
      commonHeaders({ ...addresses, siteUrl: 'http://127.0.0.1:4321' })['Strict-Transport-Security'],
    ).toBeUndefined();
  });

  it('keep what has a hash in its name for good, and ask again for all else', () => {
    expect(headersFor('/_astro/x.Ab1.css', addresses)['Cache-Control']).toContain('immutable');
    expect(headersFor('/llms.txt', addresses)['Cache-Control']).toBe('public, max-age=300, must-revalidate');
  });

  it.each([
    ['medication/a.md', 'text/markdown; charset=utf-8'],
    ['license.xml', 'application/rsl+xml; charset=utf-8'],
    ['sitemap.xml', 'application/xml; charset=utf-8'],
    ['schema/content/medication.json', 'application/schema+json; charset=utf-8'],
    ['.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['mcp/server-card', 'application/mcp-server-card+json; charset=utf-8'],
    ['unknown', 'application/octet-stream'],
  ])('name the type of %s', (path, type) => expect(mediaType(path)).toBe(type));
});

describe('rules for static hosts', () => {
  const renamed = [{ kind: 'medication' as const, from: 'old', to: 'new', date: '2026-11-21' }];
  const of: Edition = {
    ...edition,
    catalog: {
      ...edition.catalog,
      site: { ...edition.catalog.site, baseUrl: `${site}/api` },
      redirects: { renamed, withdrawn: [] },
    },
  };
  const [redirects = '', headers = ''] = hostFiles(of).map(({ body }) => body);

  it('lead a renamed record to its new address in all its forms', () => {
    expect(redirects.split('\n').slice(0, 4)).toEqual(phrases`
      /medication/old /medication/new 301, /medication/old.md /medication/new.md 301,
      /api/v1/medication/old /api/v1/medication/new 301, /api/v1/medication/old.json /api/v1/medication/new.json 301`);
  });

  it('carry the headers that the function sends', () => {
    const everywhere = headers.slice(0, headers.indexOf('\n\n'));
    for (const [name, value] of Object.entries(headersFor('/llms.txt', of.catalog.site)))
      expect(everywhere).toContain(`\n  ${name}: ${value}`);
    expect(headers).toContain(`/medication/:slug.md\n  Link: <${site}/medication/:slug>; rel="canonical"\n`);
  });

  it('stay within the limits of Cloudflare', () => {
    expect(headers.split('\n').filter((line) => line.startsWith('/')).length).toBeLessThan(100);
    expect(Math.max(...headers.split('\n').map((line) => line.length))).toBeLessThan(2_000);
  });
});

describe('published schemas', () => {
  const directory = join(import.meta.dirname, '../../src/schema');
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted();
  const schemas = new Map(paths.map((path) => [path, JSON.parse(readFileSync(join(directory, path), 'utf8'))]));
  const files = schemaFiles(schemas, site);

  it('are named by the address at which they stand', () => {
    expect(files.map(({ path }) => path)).toEqual(paths.map((path) => `schema/${path}`));
    for (const { path, body } of files) expect(JSON.parse(body).$id).toBe(`${site}/${path}`);
  });

  it('find each other by those addresses', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
    addFormats.default(ajv);
    for (const { body } of files) ajv.addSchema(JSON.parse(body));
    for (const { path } of files) expect(ajv.getSchema(`${site}/${path}`), path).toBeTypeOf('function');
  });
});
