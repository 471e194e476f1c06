import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { CLASS_LIST } from '../profile/class-page.ts';
import { classDate, type Edition } from '../publish/edition.ts';
import { listPath, recordPath } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import { kinds } from '../schema/kinds.ts';
import { compareText, newestOf } from '../text/order.ts';

/** sitemaps.org: at most 50,000 addresses a file. */
export const SITEMAP_LIMIT = 50_000;

/**
 * `sitemap.xml`: canonical HTML pages, dated by the ledger. The integration chooses its own file names: a single file is renamed to
 * this address, and above the limit the index is.
 */
export function sitemapIntegrations(
  edition: Edition,
  { limit = SITEMAP_LIMIT, standing = [] }: { limit?: number | undefined; standing?: readonly string[] } = {},
): AstroIntegration[] {
  const dates = pageDates(edition);
  const { siteUrl } = edition.catalog.site;
  const made = sitemap({
    entryLimit: limit,
    namespaces: { news: false, xhtml: false, image: false, video: false },
    serialize: ({ url }) => {
      const path = new URL(url).pathname.slice(new URL(siteUrl).pathname.replace(/\/$/, '').length);
      const lastmod = dates.get(path === '' ? '/' : path);
      return { url, ...(lastmod && { lastmod }) };
    },
  });
  const list = made.hooks['astro:build:done'];
  return [
    {
      ...made,
      hooks: {
        ...made.hooks,
        // Astro knows the pages that it wrote; those of an earlier build are as much pages of the site.
        'astro:build:done': (done) => list?.({ ...done, pages: inOrder([...done.pages, ...standing.map(asPage)]) }),
      },
    },
    {
      name: 'materia:sitemap-address',
      hooks: { 'astro:build:done': ({ dir }) => settleAddress(fileURLToPath(dir)) },
    },
  ];
}

const asPage = (path: string) => ({ pathname: path.replace(/\.html$/, '') });

const addressOf = ({ pathname }: { pathname: string }): string => pathname.replace(/^\/|\/$/g, '');

const inOrder = <T extends { pathname: string }>(pages: readonly T[]): T[] =>
  pages.toSorted((a, b) => compareText(addressOf(a), addressOf(b)));

/** Date of the newest record that a page shows, by path; pages without records have no date. */
export function pageDates(edition: Edition): Map<string, string> {
  const { catalog, companions, classes, updated } = edition;
  const dated = catalog.entries.map((entry) => ({ entry, date: companions.get(refOf(entry))?.lastModified }));
  const pages: [string, string | undefined][] = [
    ['/', updated],
    ['/changes', updated],
    ...kinds.map((kind): [string, string | undefined] => [
      listPath(kind),
      newestOf(dated.filter(({ entry }) => entry.kind === kind).map(({ date }) => date)),
    ]),
    ...dated.map(({ entry, date }): [string, string | undefined] => [recordPath(entry), date]),
    ...[...classes.values()].map((page): [string, string] => [page.path, classDate(page, edition)]),
    ...(classes.size > 0 ? [[CLASS_LIST, updated] as [string, string]] : []),
  ];
  return new Map(pages.filter((page): page is [string, string] => page[1] !== undefined));
}

function settleAddress(directory: string): void {
  const made = readdirSync(directory).filter((name) => /^sitemap-(?:\d+|index)\.xml$/.test(name));
  for (const name of made) {
    const path = join(directory, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(MIDNIGHT, ''));
  }
  const parts = made.filter((name) => name !== 'sitemap-index.xml');
  const [first] = parts;
  if (first === undefined) return;
  const index = join(directory, 'sitemap-index.xml');
  const address = join(directory, 'sitemap.xml');
  if (parts.length > 1) renameSync(index, address);
  else {
    renameSync(join(directory, first), address);
    rmSync(index);
  }
}

/** The ledger stores days; a time of day would be invented. */
const MIDNIGHT = /T00:00:00\.000Z(?=<\/lastmod>)/g;
