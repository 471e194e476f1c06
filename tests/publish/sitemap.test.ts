import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { root } from '../../src/build/options.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { SITEMAP_LIMIT, sitemapFiles } from '../../src/publish/sitemap.ts';
import { editionOf, medication, peptide } from '../support/small-catalog.ts';

const records = { 'medication/testamine': medication('Testamine'), 'peptide/pepto-1': peptide('pepto-1') };
const first = editionOf({ records }, { today: '2026-11-01' });
const edition = editionOf(
  {
    records: { ...records, 'peptide/pepto-1': peptide('pepto-1', { keyFinding: 'New.' }) },
    ledger: first.catalog.ledger,
  },
  { today: '2026-11-21' },
);

interface Listed {
  loc: string;
  lastmod?: string;
}
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' || name === 'sitemap' });

/** Reads a sitemap as its schema has it: nothing but loc, then lastmod, in the namespace of sitemaps.org. */
function read(xml: string, root: 'urlset' | 'sitemapindex'): Listed[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const document = parser.parse(xml);
  expect(document[root]['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  const items: Listed[] = document[root][root === 'urlset' ? 'url' : 'sitemap'];
  for (const item of items) {
    expect(['loc', 'loc,lastmod']).toContain(Object.keys(item).join());
    expect(new URL(item.loc).href).toBe(item.loc);
    expect(item.loc.length).toBeLessThan(2_048);
    if (item.lastmod) expect(item.lastmod).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  return items;
}

describe('sitemap.xml', () => {
  const [file] = sitemapFiles(edition);
  const urls = read(file?.body ?? '', 'urlset');

  test('lists canonical HTML pages only, each once', () => {
    const paths = urls.map(({ loc }) => new URL(loc).pathname);
    expect(paths).toContain('/medication/testamine');
    expect(paths.filter((path) => path !== '/' && /\.|\/$/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('dates a record by the ledger, and a list by its newest record', () => {
    const dates = Object.fromEntries(urls.map(({ loc, lastmod }) => [new URL(loc).pathname, lastmod]));
    expect(dates).toMatchObject({
      '/': '2026-11-21',
      '/medication': '2026-11-01',
      '/medication/testamine': '2026-11-01',
      '/peptide': '2026-11-21',
      '/peptide/pepto-1': '2026-11-21',
    });
    expect(dates['/about']).toBeUndefined();
    expect(dates['/supplement']).toBeUndefined();
  });

  test('becomes an index of several files beyond the limit, at the same address', () => {
    const [index, ...parts] = sitemapFiles(edition, 6);
    expect(index?.path).toBe('sitemap.xml');
    expect(read(index?.body ?? '', 'sitemapindex').map(({ loc }) => loc)).toEqual(
      parts.map(({ path }) => `https://materia.test/${path}`),
    );
    expect(parts.flatMap(({ body }) => read(body, 'urlset'))).toEqual(urls);
  });

  test('escapes what an address may hold', () => {
    const odd: Edition = {
      ...edition,
      catalog: { ...edition.catalog, site: { ...edition.catalog.site, siteUrl: 'https://materia.test/a&b' } },
    };
    expect(read(sitemapFiles(odd)[0]?.body ?? '', 'urlset')[1]?.loc).toBe('https://materia.test/a&b/medication');
  });

  test('keeps the limit of sitemaps.org', () => expect(SITEMAP_LIMIT).toBe(50_000));
});

test('sitemap.xml passes the XSD of sitemaps.org', async () => {
  const schema = readFileSync(join(root, 'node_modules/sitemap/schema/sitemap.xsd'), 'utf8');
  const [file] = sitemapFiles(edition);
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'sitemap.xml', contents: file?.body ?? '' }],
    schema: [schema],
  });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
  const broken = (file?.body ?? '').replace('<lastmod>', '<lastmod>yesterday ');
  expect((await validateXML({ xml: [{ fileName: 'sitemap.xml', contents: broken }], schema: [schema] })).valid).toBe(
    false,
  );
});
