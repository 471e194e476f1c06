import { join } from 'node:path';
import { type Cache, noCache } from '../catalog/cache.ts';
import { MassDeletion } from '../catalog/ledger.ts';
import { readLedger } from '../catalog/ledger-file.ts';
import { ContentError } from '../catalog/problems.ts';
import type { BuildOptions, BuildSummary } from './build-site.ts';
import { type CacheStore, openCache } from './cache-store.ts';
import { diskFault } from './disk-faults.ts';
import { isDirectory } from './file-system.ts';
import { fingerprintedFiles } from './fingerprint.ts';
import { buildDate, cacheDirOf, cacheLimitOf, loadOptions, outDirOf, root, WrongSetting } from './options.ts';
import { buildInputs, builtRecords, type PreviousBuild, previousBuild } from './previous-build.ts';
import { type ProgressLine, progressLine, reporting } from './progress.ts';

interface Request {
  /** A path in `dist/`: why that file was rebuilt or reused is printed at the end. */
  readonly explain?: string | undefined;
  /** Wraps the cache, for a measurement of a build that lacks something. */
  readonly wrap?: (cache: Cache) => Cache;
}

/** Builds for a person at a terminal: prints progress and a summary, or what went wrong; false where nothing was built. */
export async function buildForPerson({ explain, wrap = (cache) => cache }: Request = {}): Promise<boolean> {
  let store: CacheStore | undefined;
  let line: ProgressLine | undefined;
  const say = (text: string): void => {
    line?.clear();
    console.log(text);
  };
  try {
    const started = performance.now();
    const options = loadOptions();
    const [folder, outDir] = [cacheDirOf(), outDirOf()];
    store = folder === undefined ? undefined : openCache({ folder, limit: cacheLimitOf(), say });
    const cache = wrap(store ?? noCache);
    const request = {
      ...options,
      // Before anything is read: what is edited meanwhile differs from it.
      ...fingerprintedFiles(options, folder),
      cache,
      previous: previousBuild(cache, outDir),
      outDir,
      today: buildDate(),
      allowMassDeletion: process.env.ALLOW_MASS_DELETION === '1',
      explain,
      say,
    };
    // Loading what builds takes longer than seeing that nothing changed.
    const current = isDirectory(options.contentDir) ? unchanged(request, started) : undefined;
    const summary = current ?? (await buildShown(request, (shown) => (line = shown)));
    const size = (summary.bytes / 1e6).toFixed(1);
    say(
      `${summary.unchanged ? 'Nothing changed since the last build of' : 'Built'} ${summary.records} records into ${summary.files} files (${size} MB) in ${summary.seconds.toFixed(1)} s.`,
    );
    if (summary.explanation !== undefined) say(summary.explanation);
    return true;
  } catch (error) {
    line?.clear();
    const isExpected = [ContentError, MassDeletion, WrongSetting].some((kind) => error instanceof kind);
    const message = isExpected ? (error as Error).message : diskFault(error, [join(root, '.build'), outDirOf()]);
    if (message === undefined) throw error;
    console.error(message);
    console.error('Nothing was built; dist/ is as it was.');
    return false;
  } finally {
    store?.close();
  }
}

/** The summary of a build that was made of the very same inputs, and whose files nobody has touched. */
function unchanged(request: BuildOptions & { previous: PreviousBuild }, started: number): BuildSummary | undefined {
  const { previous, contentDir, explain } = request;
  if (previous.site === undefined || !previous.isCurrent(buildInputs(request, readLedger(contentDir))))
    return undefined;
  const { files } = previous.site;
  let bytes = 0;
  for (const [, file] of files) bytes += file.bytes;
  return {
    unchanged: true,
    records: builtRecords(previous.site).length,
    files: files.size,
    bytes,
    seconds: (performance.now() - started) / 1000,
    explanation:
      explain && files.find(explain)
        ? `${explain} was not rebuilt: sources, content, addresses, the day and the ledger are those of the last build.`
        : explain && `dist/ has no file ${explain}; a path is such as medication/warfarin.html.`,
  };
}

/** Shows a line of progress where a person watches. */
async function buildShown(options: BuildOptions, show: (line: ProgressLine) => void): Promise<BuildSummary> {
  const [{ build }, { recordFiles }] = await Promise.all([import('./build-site.ts'), import('../catalog/load.ts')]);
  if (!process.stdout.isTTY) return build(options);
  const records = recordFiles(options.contentDir).length;
  const terminal = { write: (text: string) => process.stdout.write(text), now: () => performance.now() };
  const line = progressLine({ entry: records, summary: records }, terminal);
  show(line);
  return build({ ...options, cache: reporting(options.cache ?? noCache, line) });
}
