import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { root } from '../../src/build/options.ts';
import { pageDates, SITEMAP_LIMIT, writeSitemap } from '../../src/build/sitemap.ts';
import { fixtureDist } from '../support/build.ts';
import { editionOf, medication, peptide } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    if (item.lastmod) expect(item.lastmod).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  return items;
}

const records = { 'medication/testamine': medication('Testamine'), 'peptide/pepto-1': peptide('pepto-1') };
const { ledger } = editionOf({ records }, { today: '2026-11-01' }).catalog;
const changed = { ...records, 'peptide/pepto-1': peptide('pepto-1', { keyFinding: 'New.' }) };
const edition = editionOf({ records: changed, ledger }, { today: '2026-11-21' });

it("the date of a page is the ledger's for a record, and that of its newest record for a list", () => {
  expect(Object.fromEntries(pageDates(edition))).toEqual({
    '/': '2026-11-21',
    '/changes': '2026-11-21',
    '/medication': '2026-11-01',
    '/medication/testamine': '2026-11-01',
    '/peptide': '2026-11-21',
    '/peptide/pepto-1': '2026-11-21',
  });
});

describe('sitemap.xml', () => {
  const site = 'https://materia.test';
  let xml = '';
  let urls: Listed[] = [];
  beforeAll(async () => {
    xml = readFileSync(join(await fixtureDist(), 'sitemap.xml'), 'utf8');
    urls = read(xml, 'urlset');
  });

  it("lists canonical HTML pages only, each once, with the ledger's dates", async () => {
    const dist = await fixtureDist();
    const paths = urls.map(({ loc }) => new URL(loc).pathname);
    for (const path of ['/', '/medication', '/medication/testamine', '/about', '/changes'])
      expect(paths).toContain(path);
    expect(paths.filter((path) => path !== '/' && /\.|\/$/.test(path))).toEqual([]);
    expect(paths).not.toContain('/404');
    expect(new Set(paths).size).toBe(paths.length);
    const { files } = JSON.parse(readFileSync(join(dist, 'llms-index.json'), 'utf8'));
    const dates = new Map(urls.map(({ loc, lastmod }) => [loc, lastmod]));
    for (const { canonical, lastModified } of files) expect(dates.get(canonical), canonical).toBe(lastModified);
    expect(dates.get(`${new URL(urls[0]?.loc ?? site).origin}/about`)).toBeUndefined();
  });

  it('passes the XSD of sitemaps.org', async () => {
    const schema = readFileSync(join(root, 'node_modules/sitemap/schema/sitemap.xsd'), 'utf8');
    const check = (contents: string) => validateXML({ xml: [{ fileName: 'sitemap.xml', contents }], schema: [schema] });
    expect(await check(xml)).toMatchObject({ valid: true, errors: [] });
    expect((await check(xml.replace('<lastmod>', '<lastmod>yesterday '))).valid).toBe(false);
  });

  it('keeps the limit of sitemaps.org', () => expect(SITEMAP_LIMIT).toBe(50_000));
});

it('beyond the limit the same address is an index of several files', async () => {
  const folder = temporaryFolder();
  const pages = ['index.html', 'about.html', 'medication.html', 'medication/testamine.html', 'peptide.html'];
  await writeSitemap(edition, folder, { pages, limit: 2 });
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const parts = read(text('sitemap.xml'), 'sitemapindex').map(({ loc }) => new URL(loc).pathname.slice(1));
  expect(parts).toHaveLength(3);
  const urls = parts.flatMap((path) => read(text(path), 'urlset').map(({ loc }) => new URL(loc).pathname));
  expect(urls.toSorted()).toEqual(['/', '/about', '/medication', '/medication/testamine', '/peptide']);
});
