import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIST, type FileList, fileListText, type ListedFile } from '../api/file-list.ts';
import { mediaType } from '../api/headers.ts';
import { noCache } from '../catalog/cache.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { refuseLoss, refuseMassDeletion } from '../catalog/ledger.ts';
import { writeLedger } from '../catalog/ledger-file.ts';
import { type Loaded, type LoadOptions, loadCatalog } from '../catalog/load.ts';
import { formatNotices } from '../catalog/problems.ts';
import { type Edition, makeEdition } from '../publish/edition.ts';
import { licensesFile } from '../publish/licenses.ts';
import { publishedFiles } from '../publish/publish.ts';
import { refOf } from '../records/entry.ts';
import type { Ledger } from '../schema/types.ts';
import { compressCached } from './compress.ts';
import { explainFile, madeOf } from './explain.ts';
import { filesBelow, readSchemas, writeInto } from './file-system.ts';
import { preloadModules } from './module-preloads.ts';
import { writeOfflineFiles } from './offline-files.ts';
import { pageBundle } from './page-bundle.ts';
import {
  buildInputs,
  builtRecords,
  folderId,
  type PreviousBuild,
  previousBuild,
  type ReusedFiles,
} from './previous-build.ts';
import { servedBy } from './served-folder.ts';
import { replaceDist, workFolder } from './staging.ts';

export interface BuildOptions extends Omit<LoadOptions, 'today'> {
  readonly outDir: string;
  /** YYYY-MM-DD: the date of whatever changed. */
  readonly today: string;
  readonly fingerprint: string;
  readonly previous?: PreviousBuild;
  readonly allowMassDeletion?: boolean;
  /** Addresses of one sitemap file; a test splits it early. */
  readonly sitemapLimit?: number;
  readonly explain?: string | undefined;
  readonly say?: (line: string) => void;
}

export interface BuildSummary {
  readonly unchanged?: boolean;
  readonly records: number;
  readonly files: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly explanation?: string | undefined;
}

/** Builds the site. @throws {ContentError} | {MassDeletion} before anything is written. */
export const build = async (options: BuildOptions): Promise<BuildSummary> => buildLoaded(loadCatalog, options);

type Loader = (options: LoadOptions) => Pick<Loaded, 'catalog' | 'terms'> & Partial<Loaded>;

export async function buildLoaded(load: Loader, options: BuildOptions): Promise<BuildSummary> {
  const started = performance.now();
  const { say = () => {}, cache = noCache, outDir, explain } = options;
  const work = workFolder(outDir);
  const staging = join(work, 'dist');
  const previous = options.previous ?? previousBuild(cache, outDir);
  const reused = previous.reuseIn(staging);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    const written = await writeFiles(load, options, { work, staging, previous, reused });
    say(`Compressing ${written.published} files and the pages...`);
    const { files, bytes, list } = await writeManifest(staging, written, { options, reused });
    // Before the site changes hands: a build that cannot keep its dates must not be served.
    writeLedger(options.contentDir, written.ledger);
    const explanation = explain && explainFile(explain, { folder: staging, previous, reused, made: written.made });
    replaceDist(staging, outDir);
    // A notice is given at each build until it is mended.
    previous.replaceBy(list, written.isNoticed ? undefined : buildInputs(options, written.ledger), written.made);
    return { records: written.records, files, bytes, seconds: (performance.now() - started) / 1000, explanation };
  } finally {
    // What was stopped may write a last file meanwhile.
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Written {
  readonly site: CatalogSite;
  readonly ledger: Ledger;
  readonly records: number;
  readonly published: number;
  readonly made: ReadonlyMap<string, string>;
  readonly dates: ReadonlyMap<string, string>;
  /** Something in the catalog expires soon. */
  readonly isNoticed: boolean;
}

/** Writes every file of `dist/`. The catalog is free for collection when it returns: compressing needs the memory. */
async function writeFiles(
  load: Loader,
  options: BuildOptions,
  { work, staging, previous, reused }: { work: string; staging: string; previous: PreviousBuild; reused: ReusedFiles },
): Promise<Written> {
  const { say = () => {}, cache = noCache } = options;
  const loaded = load(options);
  const { entries, site } = loaded.catalog;
  const notices = loaded.notices ?? [];
  say(`Read ${entries.length} records.`);
  if (notices.length > 0) say(formatNotices(notices));
  const bundling = pageBundle({ siteUrl: site.siteUrl, work, cache });
  try {
    const { edition, ledger } = makeEdition(loaded, options.today, cache);
    if (!options.allowMassDeletion) {
      refuseMassDeletion(loaded.catalog.ledger, ledger, loaded.catalog.redirects);
      refuseEmptying(options, previous.site, loaded.catalog);
    }
    say('Writing pages...');
    const { writePages } = await import('./astro-pages.ts');
    const pages = await writePages(edition, staging, { ...options, reused, bundle: bundling.bundle });
    preloadModules(staging);
    const published = [...publishedFiles(edition, readSchemas(options.schemaDir), cache), licensesFile(pages.notices)];
    const made = new Map(pages.made);
    for (const file of published) {
      const inputs = file.made && madeOf(file.made.stage, cache.at(file.made.stage, file.made.inputs));
      if (inputs !== undefined) made.set(file.path, inputs);
      if (inputs !== undefined && reused.byInputs(file.path, inputs)) continue;
      const { body } = file;
      if (!reused.byDigest(file.path, digestOf(body))) writeInto(join(staging, file.path), body);
    }
    writeOfflineFiles(edition, staging);
    return {
      site,
      ledger,
      records: entries.length,
      published: published.length,
      made,
      dates: datesOf(edition),
      isNoticed: notices.length > 0,
    };
  } finally {
    bundling.stop();
  }
}

const datesOf = ({ companions }: Edition): Map<string, string> =>
  new Map(
    [...companions].flatMap(([ref, { lastModified }]) =>
      [`${ref}.md`, `${ref}.html`, `v1/${ref}.json`, `v1/interactions/${ref}.json`].map(
        (path) => [path, lastModified] as const,
      ),
    ),
  );

/** Guards against a ledger that went with its records, or is another folder's. @throws {MassDeletion} */
function refuseEmptying(
  { contentDir, outDir }: BuildOptions,
  site: FileList | undefined,
  { entries, redirects }: Loaded['catalog'],
): void {
  if (site === undefined || !(site.catalog === folderId(contentDir) || servedBy(outDir))) return;
  refuseLoss(builtRecords(site), new Set(entries.map(refOf)), redirects);
}

/** Lists every file with its digests and date in `.assets.json`, beside compressed siblings of what gains by it. */
async function writeManifest(
  directory: string,
  { site, dates }: Written,
  { options, reused }: { options: BuildOptions; reused: ReusedFiles },
): Promise<{ files: number; bytes: number; list: string }> {
  const { cache = noCache } = options;
  const dated = (path: string, { lastModified: _, ...file }: ListedFile): [string, ListedFile] => {
    const lastModified = dates.get(path);
    return [path, lastModified === undefined ? file : { ...file, lastModified }];
  };
  const paths = [...filesBelow(directory).filter((path) => !reused.paths.has(path)), ...reused.files.keys()].toSorted();
  const files = await inBatches(paths, 16, async (path) => {
    const known = reused.files.get(path);
    if (known) return dated(path, known);
    const body = readFileSync(join(directory, path));
    const sha256 = digestOf(body);
    const squeezed = await compressCached(body, { type: mediaType(path), sha256 }, cache);
    for (const [ending, data] of [
      ['br', squeezed.br],
      ['gz', squeezed.gzip],
    ] as const) {
      if (data) writeFileSync(join(directory, `${path}.${ending}`), data);
    }
    const encodings = {
      ...(squeezed.br && { br: digestOf(squeezed.br) }),
      ...(squeezed.gzip && { gzip: digestOf(squeezed.gzip) }),
    };
    return dated(path, { sha256, bytes: body.length, ...encodings });
  });
  const list = fileListText({
    fingerprint: options.fingerprint,
    catalog: folderId(options.contentDir),
    site: site.siteUrl,
    base: site.baseUrl,
    files: new Map(files),
  });
  writeFileSync(join(directory, FILE_LIST), list);
  return { files: paths.length, list, bytes: files.reduce((sum, [, file]) => sum + file.bytes, 0) };
}

const digestOf = (body: string | Uint8Array): string => hash('sha256', body);

async function inBatches<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  return results;
}
