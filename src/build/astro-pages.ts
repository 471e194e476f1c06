import { join } from 'node:path';
import { build as astroBuild } from 'astro';
import { type Kept, nothingKept } from '../catalog/kept.ts';
import { offerEdition } from '../publish/current-edition.ts';
import type { Edition } from '../publish/edition.ts';
import { type BundledPackages, bundledPackages } from './bundled-packages.ts';
import type { LastBuild } from './last-build.ts';
import { root } from './options.ts';
import { sitemapIntegrations } from './sitemap.ts';
import { writeStanding } from './standing-files.ts';

interface PageOptions {
  /** Addresses of one sitemap file. */
  readonly sitemapLimit?: number | undefined;
  readonly kept?: Kept | undefined;
  readonly last: LastBuild;
}

/** Gives the packages of which the pages bring something to browsers, and of what each page is made that can be kept. */
export async function writePages(
  edition: Edition,
  outDir: string,
  { sitemapLimit, kept = nothingKept, last }: PageOptions,
): Promise<{ packages: BundledPackages; keys: ReadonlyMap<string, string> }> {
  const standing = writeStanding(edition, kept, { folder: outDir, last });
  offerEdition(edition, standing.paths);
  const { siteUrl } = edition.catalog.site;
  const { packages, integration } = bundledPackages();
  await inFolder(root, () =>
    astroBuild({
      root,
      outDir,
      site: siteUrl,
      logLevel: 'error',
      cacheDir: join(outDir, '../cache'),
      // Vite's cache is not below node_modules, where it may be read-only, and where two builds at once would share it.
      // What stands in the folder already is the cache's.
      vite: { cacheDir: join(outDir, '../cache/vite'), build: { emptyOutDir: false } },
      integrations: [
        ...sitemapIntegrations(edition, {
          limit: sitemapLimit,
          standing: [...standing.paths].filter((path) => path.endsWith('.html')),
        }),
        integration,
      ],
    }),
  );
  standing.keepOthers();
  return { packages, keys: standing.keys };
}

/** Astro puts the chunks that it runs below the current folder, wherever `root` is, and they find no package from there. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    await work();
  } finally {
    process.chdir(before);
  }
}
