import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILE_LIST, type FileList, type ListedFile } from '../api/file-list.ts';
import { mediaType } from '../api/headers.ts';
import type { CatalogSite } from '../catalog/catalog.ts';
import { nothingKept } from '../catalog/kept.ts';
import { refuseLoss, refuseMassDeletion } from '../catalog/ledger.ts';
import { writeLedger } from '../catalog/ledger-file.ts';
import { type Loaded, type LoadOptions, loadCatalog } from '../catalog/load.ts';
import { formatNotices } from '../catalog/problems.ts';
import { type Edition, makeEdition } from '../publish/edition.ts';
import { licensesFile } from '../publish/licenses.ts';
import { publishedFiles } from '../publish/publish.ts';
import { refOf } from '../records/entry.ts';
import type { Ledger } from '../schema/types.ts';
import { type BuiltSite, builtRecords, folderMark } from './built-site.ts';
import { compressKept } from './compress.ts';
import { fileColumns } from './file-columns.ts';
import { filesBelow, readSchemas } from './file-system.ts';
import { boundGrowth, HEAP_GROWTH } from './heap.ts';
import { endedBuild, type LastBuild, lastBuild, listDigest } from './last-build.ts';
import { preloadModules } from './module-preloads.ts';
import { pageBundle } from './page-bundle.ts';
import { servedBy } from './served-folder.ts';
import { spareOf, tendSpares, twinOf } from './spare-tree.ts';
import { moveAside, replaceDist, workFolder } from './staging.ts';
import { type BuildPlace, type BuildSummary, endedPlace, lastPlace } from './standing-build.ts';

export interface BuildOptions extends Omit<LoadOptions, 'today'>, BuildPlace {
  /** Lets a build drop more records than the guard allows. */
  allowMassDeletion?: boolean;
  /** Addresses of one sitemap file; a test splits it early. */
  sitemapLimit?: number;
  /** Where progress goes. */
  say?: (line: string) => void;
  /** Folder in which the tree that a build replaces is kept for the next one. */
  spares?: string | undefined;
}

/** @throws {ContentError} | {MassDeletion} before anything is written. */
export const build = async (options: BuildOptions): Promise<BuildSummary> => buildLoaded(loadCatalog, options);

type Loader = (options: LoadOptions) => Pick<Loaded, 'catalog' | 'terms'> & Partial<Loaded>;

/** The same with another loader: a test builds a catalog that the content rules would refuse. */
export async function buildLoaded(load: Loader, options: BuildOptions): Promise<BuildSummary> {
  const started = performance.now();
  const say = options.say ?? (() => {});
  const kept = options.kept ?? nothingKept;
  const work = workFolder(options.outDir);
  const staging = join(work, 'dist');
  const place = lastPlace(kept, options.outDir);
  const { spares, outDir } = options;
  const spare = spares === undefined ? undefined : { kept: spareOf(spares, outDir), own: join(work, 'spare') };
  const last = lastBuild(place, { outDir: options.outDir, staging, spare });
  rmSync(work, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    const written = await writeFiles(load, options, { work, staging, last });
    say(`Compressing ${written.published} files and the pages...`);
    const { files, bytes, differing } = await writeManifest(staging, written, { options, last });
    const whole = last.whole();
    // Before the site changes hands: a build that cannot keep its dates must not be served.
    writeLedger(options.contentDir, written.ledger);
    // One of which little stands takes room, and saves nothing: then the new tree has a twin.
    const replaced =
      last.list !== undefined && differing.length < files / 2 ? { list: last.list, differing } : undefined;
    const twin = replaced === undefined && spare !== undefined ? twinOf(whole, join(work, 'twin')) : undefined;
    replaceDist(whole, outDir, replaced && spare?.kept);
    if (twin !== undefined && spare !== undefined) moveAside(twin, spare.kept);
    const left = twin === undefined ? replaced : { list: listDigest(outDir), differing: [] };
    if (spares !== undefined) tendSpares(spares, outDir, left !== undefined);
    // A notice is told at each build until it is mended.
    if (!written.isNoticed)
      endedPlace(kept, { ...options, ledger: written.ledger }).put(Buffer.from(listDigest(options.outDir)));
    place.put(endedBuild(options.outDir, written.made, left));
    return { records: written.records, files, bytes, seconds: (performance.now() - started) / 1000 };
  } finally {
    // What was stopped may write a last file meanwhile.
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What is known of the files of a build when they are written. */
interface Written {
  readonly site: CatalogSite;
  readonly ledger: Ledger;
  readonly records: number;
  /** How many files stand beside the pages. */
  readonly published: number;
  /** Of what each file was made that can be taken over by that, by path. */
  readonly made: ReadonlyMap<string, string>;
  /** When the record changed that a file tells of, by path. */
  readonly dates: ReadonlyMap<string, string>;
  /** Something in the catalog expires soon. */
  readonly isNoticed: boolean;
}

/**
 * Writes every file of `dist/`. The catalog goes when it ends: compressing makes gigabytes of buffers, and each collection
 * of them would look through ten thousand records.
 */
async function writeFiles(
  load: Loader,
  options: BuildOptions,
  { work, staging, last }: { work: string; staging: string; last: LastBuild },
): Promise<Written> {
  const { say = () => {}, kept = nothingKept } = options;
  const loaded = load(options);
  const { entries, site } = loaded.catalog;
  say(`Read ${entries.length} records.`);
  if (loaded.notices?.length) say(formatNotices(loaded.notices));
  const bundling = pageBundle({ siteUrl: site.siteUrl, work, kept });
  boundGrowth(last.list !== undefined && bundling.isKept ? HEAP_GROWTH.mending : HEAP_GROWTH.making);
  try {
    const { edition, ledger } = makeEdition(loaded, options.today, kept);
    if (!options.allowMassDeletion) {
      refuseMassDeletion(loaded.catalog.ledger, ledger, loaded.catalog.redirects);
      refuseEmptying(options, last.built, loaded.catalog);
    }
    say('Writing pages...');
    const { writePages } = await import('./astro-pages.ts');
    const { notices, keys } = await writePages(edition, staging, { ...options, last, bundle: bundling.bundle });
    preloadModules(staging);
    const published = [...publishedFiles(edition, readSchemas(options.schemaDir), kept), licensesFile(notices)];
    const made = new Map(keys);
    for (const file of published) {
      const key = file.made && kept.at(file.made.stage, file.made.inputs).key;
      if (key !== undefined) made.set(file.path, key);
      if (key !== undefined && last.takeMade(file.path, key)) continue;
      const { body } = file;
      if (!last.take(file.path, digestOf(body))) write(join(staging, file.path), body);
    }
    return {
      site,
      ledger,
      records: entries.length,
      published: published.length,
      made,
      dates: datesOf(edition),
      isNoticed: (loaded.notices?.length ?? 0) > 0,
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

/**
 * The ledger may have gone with the records, or be another folder's: what stands in the folder to be replaced is asked as
 * well, where it was built of the same content or is being served.
 * @throws {MassDeletion}
 */
function refuseEmptying(
  { contentDir, outDir }: BuildOptions,
  built: BuiltSite | undefined,
  { entries, redirects }: Loaded['catalog'],
): void {
  if (built === undefined || !(built.catalog === folderMark(contentDir) || servedBy(outDir))) return;
  refuseLoss(builtRecords(built), new Set(entries.map(refOf)), redirects);
}

function write(path: string, body: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

/** Lists every file with its digests and date in `.assets.json`, beside compressed siblings of what gains by it. */
async function writeManifest(
  directory: string,
  { site, dates }: Written,
  { options, last }: { options: BuildOptions; last: LastBuild },
): Promise<{ files: number; bytes: number; differing: readonly string[] }> {
  const { kept = nothingKept } = options;
  const dated = (path: string, { lastModified: _, ...file }: ListedFile): [string, ListedFile] => {
    const lastModified = dates.get(path);
    return [path, lastModified === undefined ? file : { ...file, lastModified }];
  };
  const differing = filesBelow(directory).filter((path) => !last.linked.has(path));
  const paths = [...differing, ...last.taken.keys()].toSorted();
  const files = await inBatches(paths, 16, async (path) => {
    const standing = last.taken.get(path);
    if (standing) return dated(path, standing);
    const body = readFileSync(join(directory, path));
    const sha256 = digestOf(body);
    const squeezed = await compressKept(body, { type: mediaType(path), sha256 }, kept);
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
  const list: FileList = {
    fingerprint: options.print,
    catalog: folderMark(options.contentDir),
    site: site.siteUrl,
    base: site.baseUrl,
    files: fileColumns(files),
  };
  writeFileSync(join(directory, FILE_LIST), `${JSON.stringify(list)}\n`);
  return { files: paths.length, differing, bytes: files.reduce((sum, [, file]) => sum + file.bytes, 0) };
}

const digestOf = (body: string | Uint8Array): string => hash('sha256', body);

async function inBatches<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  return results;
}
