import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sitemap from '@astrojs/sitemap';
import { CLASS_LIST } from '../profile/class-page.ts';
import { classDate, type Edition } from '../publish/edition.ts';
import { listPath, recordPath } from '../records/address.ts';
import { refOf } from '../records/entry.ts';
import { kinds } from '../schema/kinds.ts';
import { compareText, newestOf } from '../text/order.ts';

/** sitemaps.org: at most 50,000 addresses a file. */
export const SITEMAP_LIMIT = 50_000;

/** Writes `sitemap.xml`, dated by the ledger: the integration's one file, or its index above the limit. */
export async function writeSitemap(
  edition: Edition,
  folder: string,
  { pages, limit = SITEMAP_LIMIT }: { pages: readonly string[]; limit?: number | undefined },
): Promise<void> {
  const dates = pageDates(edition);
  const { siteUrl } = edition.catalog.site;
  const { hooks } = sitemap({
    entryLimit: limit,
    namespaces: { news: false, xhtml: false, image: false, video: false },
    serialize: ({ url }) => {
      const path = new URL(url).pathname.slice(new URL(siteUrl).pathname.replace(/\/$/, '').length);
      const lastmod = dates.get(path === '' ? '/' : path);
      return { url, ...(lastmod && { lastmod }) };
    },
  });
  const config = { site: siteUrl, base: '/', trailingSlash: 'never', build: { format: 'file' } };
  const addresses = pages.map((path) => path.replace(/(?:^|\/)index\.html$|\.html$/, '')).toSorted(compareText);
  // Called as Astro calls it, which knows only the pages that it rendered.
  await hooks['astro:config:done']?.({ config } as never);
  await hooks['astro:routes:resolved']?.({ routes: [] } as never);
  await hooks['astro:build:done']?.({
    dir: pathToFileURL(`${folder}/`),
    pages: addresses.map((pathname) => ({ pathname })),
    logger: { info() {}, warn: refuse, error: refuse },
  } as never);
  settleAddress(folder);
}

/** What it warns of is a site without a sitemap. */
function refuse(message: string): void {
  throw new Error(`The sitemap cannot be written: ${message}`);
}

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
