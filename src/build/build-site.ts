import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build as astroBuild } from 'astro';
import { mediaType } from '../api/headers.ts';
import { MassDeletion, refuseMassDeletion } from '../catalog/ledger.ts';
import { writeLedger } from '../catalog/ledger-file.ts';
import { type Loaded, type LoadOptions, loadCatalog } from '../catalog/load.ts';
import { ContentError } from '../catalog/problems.ts';
import { offerEdition } from '../publish/current-edition.ts';
import { type Edition, makeEdition } from '../publish/edition.ts';
import { publishedFiles } from '../publish/publish.ts';
import { compress } from './compress.ts';
import { filesBelow, readSchemas } from './file-system.ts';
import { fingerprint } from './fingerprint.ts';
import { buildDate, loadOptions, root } from './options.ts';
import { sitemapIntegrations } from './sitemap.ts';
import { replaceDist, workFolder } from './staging.ts';

export interface BuildOptions extends LoadOptions {
  outDir: string;
  /** YYYY-MM-DD: the date of whatever changed. */
  today: string;
  /** Lets a build drop more records than the guard allows. */
  allowMassDeletion?: boolean;
  /** Addresses of one sitemap file; a test splits it early. */
  sitemapLimit?: number;
  /** Where progress goes. */
  say?: (line: string) => void;
}

export interface BuildSummary {
  records: number;
  files: number;
  bytes: number;
  seconds: number;
}

/** @throws {ContentError} | {MassDeletion} before anything is written. */
export const build = async (options: BuildOptions): Promise<BuildSummary> => buildLoaded(loadCatalog, options);

/** The same with another loader: a test builds a catalog that the content rules would refuse. */
export async function buildLoaded(
  load: (options: LoadOptions) => Pick<Loaded, 'catalog' | 'terms'>,
  options: BuildOptions,
): Promise<BuildSummary> {
  const started = performance.now();
  const say = options.say ?? (() => {});
  const loaded = load(options);
  say(`Read ${loaded.catalog.entries.length} records.`);
  const { edition, ledger } = makeEdition(loaded, options.today);
  if (!options.allowMassDeletion) refuseMassDeletion(loaded.catalog.ledger, ledger, loaded.catalog.redirects);

  const work = workFolder(options.outDir);
  const staging = join(work, 'dist');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    say('Writing pages...');
    await writePages(edition, staging, options.sitemapLimit);
    const published = publishedFiles(edition, readSchemas(options.schemaDir));
    for (const file of published) write(join(staging, file.path), file.body);
    say(`Compressing ${published.length} files and the pages...`);
    const { files, bytes } = await writeManifest(staging, edition, fingerprint(options));
    replaceDist(staging, options.outDir);
    writeLedger(options.contentDir, ledger);
    return { records: edition.catalog.entries.length, files, bytes, seconds: (performance.now() - started) / 1000 };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function writePages(edition: Edition, outDir: string, sitemapLimit?: number): Promise<void> {
  offerEdition(edition);
  const { siteUrl } = edition.catalog.site;
  await inFolder(root, () =>
    astroBuild({
      root,
      outDir,
      site: siteUrl,
      logLevel: 'error',
      cacheDir: join(outDir, '../cache'),
      integrations: sitemapIntegrations(edition, sitemapLimit),
    }),
  );
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

function write(path: string, body: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

/** Lists every file with type, digest and date in `.assets.json`, beside compressed siblings of what gains by it. */
async function writeManifest(
  directory: string,
  edition: Edition,
  mark: string,
): Promise<{ files: number; bytes: number }> {
  const { site } = edition.catalog;
  const dates = new Map(
    [...edition.companions].flatMap(([ref, { lastModified }]) =>
      [`${ref}.md`, `${ref}.html`, `v1/${ref}.json`, `v1/interactions/${ref}.json`].map(
        (path) => [path, lastModified] as const,
      ),
    ),
  );
  const paths = filesBelow(directory);
  let bytes = 0;
  const files = await inBatches(paths, 16, async (path) => {
    const body = readFileSync(join(directory, path));
    bytes += body.length;
    const type = mediaType(path);
    const squeezed = await compress(body, type);
    for (const [ending, data] of [
      ['br', squeezed.br],
      ['gz', squeezed.gzip],
    ] as const) {
      if (data) writeFileSync(join(directory, `${path}.${ending}`), data);
    }
    const date = dates.get(path);
    return [
      path,
      {
        type,
        sha256: createHash('sha256').update(body).digest('hex'),
        bytes: body.length,
        ...(date && { lastModified: date }),
        ...(squeezed.br && { br: true }),
        ...(squeezed.gzip && { gzip: true }),
      },
    ] as const;
  });
  const manifest = { fingerprint: mark, site: site.siteUrl, base: site.baseUrl, files: Object.fromEntries(files) };
  writeFileSync(join(directory, '.assets.json'), `${JSON.stringify(manifest)}\n`);
  return { files: paths.length, bytes };
}

async function inBatches<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  return results;
}

/** Builds for a person at a terminal: progress and a summary, or the problems and exit code 1. */
export async function buildForPerson(options: LoadOptions = loadOptions()): Promise<boolean> {
  try {
    const summary = await build({
      ...options,
      outDir: resolve(process.env.OUT_DIR || join(root, 'dist')),
      today: buildDate(),
      allowMassDeletion: process.env.ALLOW_MASS_DELETION === '1',
      say: (line) => console.log(line),
    });
    const size = (summary.bytes / 1e6).toFixed(1);
    console.log(
      `Built ${summary.records} records into ${summary.files} files (${size} MB) in ${summary.seconds.toFixed(1)} s.`,
    );
    return true;
  } catch (error) {
    if (!(error instanceof ContentError) && !(error instanceof MassDeletion)) throw error;
    console.error(error.message);
    console.error('Nothing was built; dist/ is as it was.');
    return false;
  }
}
