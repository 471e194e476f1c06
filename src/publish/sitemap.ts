import { refOf } from '../records/entry.ts';
import { kinds } from '../schema/kinds.ts';
import type { Edition } from './edition.ts';
import type { PublishedFile } from './file.ts';
import { escapeXml, xmlFile } from './xml.ts';

/** sitemaps.org: at most 50,000 addresses a file. */
export const SITEMAP_LIMIT = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Page {
  url: string;
  /** Date of the newest record the page shows; absent where it shows none. */
  lastmod?: string | undefined;
}

/** `sitemap.xml`: canonical HTML pages only; beyond the limit an index of `sitemap-1.xml` and so on. */
export function sitemapFiles(edition: Edition, limit = SITEMAP_LIMIT): PublishedFile[] {
  const pages = canonicalPages(edition);
  if (pages.length <= limit) return [xmlFile('sitemap.xml', listOf('urlset', 'url', pages))];
  const parts = chunk(pages, limit).map((part, at) => ({ part, path: `sitemap-${at + 1}.xml` }));
  const { siteUrl } = edition.catalog.site;
  const index = parts.map(({ part, path }) => ({ url: `${siteUrl}/${path}`, lastmod: newest(part) }));
  return [
    xmlFile('sitemap.xml', listOf('sitemapindex', 'sitemap', index)),
    ...parts.map(({ part, path }) => xmlFile(path, listOf('urlset', 'url', part))),
  ];
}

/** Pages without a date of their own: no record stands on them, or they are forms. */
const undated = ['search', 'interactions', 'compare', 'developers', 'about', 'terms', 'corrections'];

function canonicalPages({ catalog, companions, updated }: Edition): Page[] {
  const { siteUrl } = catalog.site;
  const records = catalog.entries.map((entry) => ({
    kind: entry.kind,
    url: `${siteUrl}/${refOf(entry)}`,
    lastmod: companions.get(refOf(entry))?.lastModified,
  }));
  return [
    { url: `${siteUrl}/`, lastmod: updated },
    ...kinds.map((kind) => ({
      url: `${siteUrl}/${kind}`,
      lastmod: newest(records.filter((one) => one.kind === kind)),
    })),
    ...undated.map((page) => ({ url: `${siteUrl}/${page}` })),
    { url: `${siteUrl}/changes`, lastmod: updated },
    ...records,
  ];
}

const newest = (pages: readonly Page[]): string | undefined =>
  pages
    .flatMap(({ lastmod }) => lastmod ?? [])
    .toSorted()
    .at(-1);

const listOf = (root: string, item: string, pages: readonly Page[]): string =>
  [`<${root} xmlns="${NAMESPACE}">`, ...pages.map((page) => itemOf(item, page)), `</${root}>`].join('\n');

function itemOf(item: string, { url, lastmod }: Page): string {
  const date = lastmod ? `<lastmod>${lastmod}</lastmod>` : '';
  return `<${item}><loc>${escapeXml(new URL(url).href)}</loc>${date}</${item}>`;
}

const chunk = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
