import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StaticPaths, type StaticPathsApp } from 'astro/runtime/prerender/static-paths.js';
import { type Kept, nothingKept } from '../catalog/kept.ts';
import { offerEdition, withdrawEdition } from '../publish/current-edition.ts';
import type { Edition } from '../publish/edition.ts';
import type { LicenseNotice } from '../publish/licenses.ts';
import type { LastBuild } from './last-build.ts';
import type { PageBundle } from './page-bundle.ts';
import { writeSitemap } from './sitemap.ts';
import { writeStanding } from './standing-files.ts';

interface PageOptions {
  /** Addresses of one sitemap file. */
  readonly sitemapLimit?: number | undefined;
  readonly kept?: Kept | undefined;
  readonly last: LastBuild;
  /** What Astro has bundled of the sources of the pages. */
  readonly bundle: Promise<PageBundle>;
}

/** Writes all that Astro makes; gives the notices of what it brings to browsers, and of what each file is made that can be kept. */
export async function writePages(
  edition: Edition,
  outDir: string,
  { sitemapLimit, kept = nothingKept, last, ...asked }: PageOptions,
): Promise<{ notices: readonly LicenseNotice[]; keys: ReadonlyMap<string, string> }> {
  const standing = writeStanding(edition, kept, { folder: outDir, last });
  offerEdition(edition, standing.paths);
  const work = join(outDir, '..');
  const { siteUrl } = edition.catalog.site;
  const bundle = await asked.bundle;
  for (const [path, body] of bundle.assets) write(join(outDir, path), body);
  // Node loads a module of one address once, and the program remembers its pages: each build has its own.
  const rendered: string[] = [];
  await renderPages(bundle, { modules: mkdtempSync(join(work, 'pages-')), siteUrl }, (path, body) => {
    write(join(outDir, path), body);
    standing.keep(path, body);
    rendered.push(path);
  });
  withdrawEdition();
  const pages = [...rendered, ...standing.paths].filter((path) => path.endsWith('.html'));
  await writeSitemap(edition, outDir, { pages, limit: sitemapLimit });
  return { notices: bundle.notices, keys: standing.keys };
}

/** Astro's program of a site, as far as it is asked. */
interface PageProgram extends StaticPathsApp {
  setInternals(internals: { pagesByKeys: ReadonlyMap<string, { styles: readonly unknown[] }> }): void;
  setOptions(options: {
    settings: { scripts: readonly never[] };
    logger: { options: { destination: { write(event: { message: string }): void } } };
  }): void;
  render(request: Request, options: { routeData: unknown }): Promise<Response>;
}

/**
 * Renders each page that is wanted (publish/current-edition.ts), one after the other, and hands it over with its path in `dist/`.
 * @throws what a page throws
 */
async function renderPages(
  { modules, styles }: PageBundle,
  place: { modules: string; siteUrl: string },
  take: (path: string, body: Uint8Array) => void,
): Promise<void> {
  for (const [path, body] of modules) write(join(place.modules, path), body);
  const entry = readdirSync(place.modules).find((name) => name.startsWith('prerender-entry'));
  const { app } = (await import(pathToFileURL(join(place.modules, entry ?? '')).href)) as { app: PageProgram };
  app.setInternals({ pagesByKeys: new Map([...styles].map(([key, of]) => [key, { styles: of }])) });
  app.setOptions({
    settings: { scripts: [] },
    logger: { options: { destination: { write: ({ message }) => console.error(message) } } },
  });
  for (const { pathname, route } of await new StaticPaths(app).getAll()) {
    const path = fileOf(pathname, route.type);
    const response = await app.render(new Request(new URL(path, `${place.siteUrl}/`)), { routeData: route });
    if (!response.ok && path !== '404.html') throw new Error(`${path} was rendered with status ${response.status}.`);
    take(path, new Uint8Array(await response.arrayBuffer()));
  }
}

/** As `build.format: 'file'` has it (astro.config.mjs). */
const fileOf = (pathname: string, type: string): string => {
  const path = pathname.replace(/^\/|\/$/g, '');
  return type === 'endpoint' ? path : `${path || 'index'}.html`;
};

function write(path: string, body: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}
