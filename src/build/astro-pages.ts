import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StaticPaths, type StaticPathsApp } from 'astro/runtime/prerender/static-paths.js';
import { type Cache, type CacheEntry, type MadeOf, noCache } from '../catalog/cache.ts';
import type { ClassPage } from '../profile/class-page.ts';
import { offerEdition, withdrawEdition } from '../publish/current-edition.ts';
import { classDate, type Edition } from '../publish/edition.ts';
import type { LicenseNotice } from '../publish/licenses.ts';
import { type Entry, refOf } from '../records/entry.ts';
import { madeOf } from './explain.ts';
import { writeInto } from './file-system.ts';
import type { PageBundle } from './page-bundle.ts';
import type { ReusedFiles } from './previous-build.ts';
import { writeSitemap } from './sitemap.ts';

interface PageOptions {
  readonly sitemapLimit?: number | undefined;
  readonly cache?: Cache | undefined;
  readonly reused: ReusedFiles;
  readonly bundle: Promise<PageBundle>;
}

/** Writes all that Astro makes; returns the licence notices of browser code, and what each cacheable file was made of. */
export async function writePages(
  edition: Edition,
  outDir: string,
  { sitemapLimit, cache = noCache, reused, bundle: bundling }: PageOptions,
): Promise<{ notices: readonly LicenseNotice[]; made: ReadonlyMap<string, string> }> {
  const made = new Map<string, string>();
  const missing = new Map<string, CacheEntry>();
  const written = new Set<string>();
  for (const { path, stage, inputs } of cacheableFiles(edition)) {
    const entry = cache.at(stage, inputs);
    made.set(path, madeOf(stage, entry));
    const value = reused.byInputs(path, madeOf(stage, entry)) ? 'reused' : entry.value;
    if (value === undefined) missing.set(path, entry);
    else written.add(path);
    if (value !== undefined && value !== 'reused') writeInto(join(outDir, path), value);
  }
  offerEdition(edition, written);
  const { siteUrl } = edition.catalog.site;
  const bundle = await bundling;
  for (const [path, body] of bundle.assets) writeInto(join(outDir, path), body);
  // Node loads a module of one address once, and the program remembers its pages: each build has its own.
  const modules = mkdtempSync(join(outDir, '../pages-'));
  const rendered: string[] = [];
  await renderPages(bundle, { modules, siteUrl }, (path, body) => {
    writeInto(join(outDir, path), body);
    missing.get(path)?.put(body);
    rendered.push(path);
  });
  withdrawEdition();
  const pages = [...rendered, ...written].filter((path) => path.endsWith('.html'));
  await writeSitemap(edition, outDir, { pages, limit: sitemapLimit });
  return { notices: bundle.notices, made };
}

/** Pages and images of records, and pages of classes. Other pages show the whole catalog, and are rendered each time. */
function* cacheableFiles(edition: Edition): Generator<MadeOf & { readonly path: string }> {
  const { site } = edition.catalog;
  const onEachPage = JSON.stringify(site);
  for (const entry of edition.catalog.entries) {
    const ref = refOf(entry);
    const record = edition.inputs.get(ref) as string;
    const lastModified = edition.companions.get(ref)?.lastModified ?? edition.updated;
    const classes = JSON.stringify(classesOf(entry, edition));
    yield { path: `${ref}.html`, stage: 'page', inputs: [onEachPage, record, lastModified, classes] };
    yield { path: `og/${ref}.png`, stage: 'image', inputs: [site.name, record] };
  }
  for (const page of edition.classes.values()) {
    const inputs = [onEachPage, classInputs(page), classDate(page, edition), edition.updated];
    yield { path: `${page.path.slice(1)}.html`, stage: 'page', inputs };
  }
}

const classesOf = ({ classes = [] }: Entry, { catalog, classes: pages }: Edition) =>
  classes.map((id) => [
    id,
    catalog.vocabulary.classes.find((one) => one.id === id)?.name,
    pages.get(id)?.name,
    pages.get(id)?.path,
  ]);

/** All that the page of a class shows; of its members it shows how many there are, and names those in its sections. */
const classInputs = ({ members, ...page }: ClassPage): string => JSON.stringify([page, members.map(refOf)]);

interface PageProgram extends StaticPathsApp {
  setInternals(internals: { pagesByKeys: ReadonlyMap<string, { styles: readonly unknown[] }> }): void;
  setOptions(options: {
    settings: { scripts: readonly never[] };
    logger: { options: { destination: { write(event: { message: string }): void } } };
  }): void;
  render(request: Request, options: { routeData: unknown }): Promise<Response>;
}

/** Renders each page that is wanted (publish/current-edition.ts) and hands it over with its path in `dist/`. */
async function renderPages(
  { modules, styles }: PageBundle,
  place: { modules: string; siteUrl: string },
  take: (path: string, body: Uint8Array) => void,
): Promise<void> {
  for (const [path, body] of modules) writeInto(join(place.modules, path), body);
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
