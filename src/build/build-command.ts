import { join } from 'node:path';
import { noCache } from '../catalog/cache.ts';
import { MassDeletion } from '../catalog/ledger.ts';
import { readLedger } from '../catalog/ledger-file.ts';
import { ContentError } from '../catalog/problems.ts';
import type { BuildOptions, BuildSummary } from './build-site.ts';
import { type CacheStore, openCache } from './cache-store.ts';
import reasons from './disk-faults.json' with { type: 'json' };
import { isDirectory } from './file-system.ts';
import { fingerprint } from './fingerprint.ts';
import { buildDate, cacheDirOf, cacheLimitOf, loadOptions, outDirOf, root, WrongSetting } from './options.ts';
import { buildInputs, builtRecords, type PreviousBuild, previousBuild } from './previous-build.ts';

/** Builds for a person at a terminal: prints progress and a summary, or what went wrong; false where nothing was built. */
export async function buildForPerson(explain?: string): Promise<boolean> {
  let store: CacheStore | undefined;
  const say = (text: string): void => console.log(text);
  try {
    const started = performance.now();
    const options = loadOptions();
    const [folder, outDir] = [cacheDirOf(), outDirOf()];
    store = folder === undefined ? undefined : openCache({ folder, limit: cacheLimitOf(), say });
    const cache = store ?? noCache;
    const request = {
      ...options,
      // Before anything is read: what is edited meanwhile differs from it.
      fingerprint: fingerprint(options),
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
    const summary = current ?? (await (await import('./build-site.ts')).build(request));
    const size = (summary.bytes / 1e6).toFixed(1);
    say(
      `${summary.unchanged ? 'Nothing changed since the last build of' : 'Built'} ${summary.records} records into ${summary.files} files (${size} MB) in ${summary.seconds.toFixed(1)} s.`,
    );
    if (summary.explanation !== undefined) say(summary.explanation);
    return true;
  } catch (error) {
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

function unchanged(request: BuildOptions & { previous: PreviousBuild }, started: number): BuildSummary | undefined {
  const { previous, contentDir, explain } = request;
  if (previous.site === undefined || !previous.isCurrent(buildInputs(request, readLedger(contentDir))))
    return undefined;
  const { files } = previous.site;
  return {
    unchanged: true,
    records: builtRecords(previous.site).length,
    files: files.size,
    bytes: [...files.values()].reduce((sum, file) => sum + file.bytes, 0),
    seconds: (performance.now() - started) / 1000,
    explanation:
      explain && files.has(explain)
        ? `${explain} was not rebuilt: sources, content, addresses, the day and the ledger are those of the last build.`
        : explain && `dist/ has no file ${explain}; a path is such as medication/warfarin.html.`,
  };
}

/** One sentence for an error of the disk that an operator can mend, with its path or `folders`; undefined for any other. */
export function diskFault(error: unknown, folders: readonly string[]): string | undefined {
  const { code, path, message } = error as Partial<NodeJS.ErrnoException>;
  const found = reasons.find((one) => code === one.code || message?.includes(`(os error ${one.number})`));
  return (
    found && `The build cannot be written: ${found.reason} (${found.code}, ${path ?? `in ${folders.join(' or ')}`}).`
  );
}
