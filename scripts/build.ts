/** `npm run build`: writes dist/ from the catalog; a build that fails leaves the last good dist/ as it was. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as astroBuild } from 'astro';
import { mediaType } from '../src/api/headers.ts';
import { MassDeletion, refuseMassDeletion } from '../src/catalog/ledger.ts';
import { writeLedger } from '../src/catalog/ledger-file.ts';
import { type Loaded, type LoadOptions, loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';
import { type Edition, makeEdition } from '../src/publish/edition.ts';
import type { PublishedFile } from '../src/publish/file.ts';
import { publishedFiles } from '../src/publish/publish.ts';
import { filesBelow, readSchemas } from './files.ts';
import { fingerprint } from './fingerprint.ts';
import { buildDate, loadOptions, root } from './options.ts';

export interface BuildOptions extends LoadOptions {
  outDir: string;
  /** YYYY-MM-DD: the date of whatever changed. */
  today: string;
  /** Lets a build drop more records than the guard allows. */
  allowMassDeletion?: boolean;
  /** Where progress goes. */
  say?: (line: string) => void;
}

export interface BuildSummary {
  records: number;
  files: number;
  bytes: number;
  seconds: number;
}

const compressible = /^(?:text\/|application\/(?:json|xml|[a-z.-]+\+(?:json|xml))|image\/svg)/;

/** @throws {ContentError} | {MassDeletion} before anything is written. */
export const build = async (options: BuildOptions): Promise<BuildSummary> => buildLoaded(loadCatalog, options);

/** The same with a loader of one's own: a test builds what the rules of content would refuse. */
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

  const work = join(
    root,
    '.build',
    `${process.pid}-${createHash('sha256').update(options.outDir).digest('hex').slice(0, 8)}`,
  );
  const staging = join(work, 'dist');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    say('Writing pages...');
    await writePages(edition, staging);
    const published = publishedFiles(edition, readSchemas(options.schemaDir));
    for (const file of published) write(join(staging, file.path), file.body);
    say(`Compressing ${published.length} files and the pages...`);
    const { files, bytes } = await writeManifest(staging, edition, published, fingerprint(options));
    replace(staging, options.outDir);
    writeLedger(options.contentDir, ledger);
    return { records: edition.catalog.entries.length, files, bytes, seconds: (performance.now() - started) / 1000 };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Pages run inside Astro's bundle and find the edition here. */
export function offerEdition(edition: Edition): void {
  (globalThis as Record<symbol, unknown>)[Symbol.for('materia.edition')] = edition;
}

async function writePages(edition: Edition, outDir: string): Promise<void> {
  offerEdition(edition);
  const { siteUrl } = edition.catalog.site;
  await astroBuild({ root, outDir, site: siteUrl, logLevel: 'error', cacheDir: join(outDir, '../cache') });
}

function write(path: string, body: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Lists every file with type, digest and date in `.assets.json`, beside compressed siblings of what gains by it. */
async function writeManifest(
  directory: string,
  edition: Edition,
  published: readonly PublishedFile[],
  mark: string,
): Promise<{ files: number; bytes: number }> {
  const { site } = edition.catalog;
  const named = new Map(published.map(({ path, type }) => [path, type]));
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
    const type = named.get(path) ?? mediaType(path);
    const squeezed = compressible.test(type) && body.length > 512 ? await squeeze(body) : {};
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

async function squeeze(body: Uint8Array): Promise<{ br?: Buffer; gzip?: Buffer }> {
  const [br, gz] = await Promise.all([
    // 9 of 11: within a few percent of the smallest at a tenth of the time.
    compressBr(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return { ...(br.length < body.length && { br }), ...(gz.length < body.length && { gzip: gz }) };
}

async function inBatches<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size)
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  return results;
}

/** The new tree takes the old one's place in two renames; across devices it is copied beside it first. */
function replace(staging: string, outDir: string): void {
  mkdirSync(dirname(outDir), { recursive: true });
  const next = `${outDir}.next`;
  const last = `${outDir}.last`;
  rmSync(next, { recursive: true, force: true });
  rmSync(last, { recursive: true, force: true });
  try {
    renameSync(staging, next);
  } catch {
    cpSync(staging, next, { recursive: true });
  }
  if (existsSync(outDir)) renameSync(outDir, last);
  renameSync(next, outDir);
  rmSync(last, { recursive: true, force: true });
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !(await buildForPerson())) process.exit(1);
