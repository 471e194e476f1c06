import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Kept, nothingKept } from '../catalog/kept.ts';
import { MassDeletion } from '../catalog/ledger.ts';
import { ContentError } from '../catalog/problems.ts';
import type { BuildOptions } from './build-site.ts';
import { diskFault } from './disk-faults.ts';
import { fingerprintedFiles } from './fingerprint.ts';
import { boundGrowth, HEAP_GROWTH } from './heap.ts';
import { type KeptStore, openKept } from './kept-store.ts';
import { buildDate, cacheDirOf, loadOptions, outDirOf, WrongSetting } from './options.ts';
import { type ProgressLine, progressLine, tellingOf } from './progress.ts';
import { type BuildSummary, standingBuild } from './standing-build.ts';

/**
 * Builds for a person at a terminal: progress and a summary, or what went wrong and exit code 1. `seen` is how the build sees
 * what is kept, for who measures a build that lacks something.
 */
export async function buildForPerson(seen: (kept: Kept) => Kept = (kept) => kept): Promise<boolean> {
  let kept: KeptStore | undefined;
  let line: ProgressLine | undefined;
  const say = (text: string): void => {
    line?.clear();
    console.log(text);
  };
  try {
    const options = loadOptions();
    const folder = cacheDirOf();
    kept = folder === undefined ? undefined : openKept({ folder, say });
    // Before anything is read: what is edited meanwhile is told from what was built.
    const asked = {
      ...options,
      ...fingerprintedFiles(options, folder),
      kept: seen(kept ?? nothingKept),
      spares: folder && join(folder, 'spares'),
      outDir: outDirOf(),
      today: buildDate(),
      allowMassDeletion: process.env.ALLOW_MASS_DELETION === '1',
      say,
    };
    // Loading what builds takes longer than seeing that nothing changed.
    const summary =
      standingBuild(asked) ??
      (await buildTold(asked, (shown) => {
        line = shown;
      }));
    const size = (summary.bytes / 1e6).toFixed(1);
    say(
      `${summary.unchanged ? 'Nothing changed since the last build of' : 'Built'} ${summary.records} records into ${summary.files} files (${size} MB) in ${summary.seconds.toFixed(1)} s.`,
    );
    return true;
  } catch (error) {
    line?.clear();
    const isExpected = [ContentError, MassDeletion, WrongSetting].some((kind) => error instanceof kind);
    const message = isExpected ? (error as Error).message : diskFault(error);
    if (message === undefined) throw error;
    console.error(message);
    console.error('Nothing was built; dist/ is as it was.');
    return false;
  } finally {
    kept?.close();
  }
}

/** Where a person looks on, `show` is given a line that tells of long work. */
async function buildTold(options: BuildOptions, show: (line: ProgressLine) => void): Promise<BuildSummary> {
  boundGrowth(HEAP_GROWTH.reading);
  // Otherwise each 64 MB of buffers have the whole heap looked through. An older V8 may not know it, and would say so.
  if (Number.parseInt(process.versions.v8, 10) >= 13) setFlagsFromString('--external-memory-accounted-in-global-limit');
  const [{ build }, { recordFiles }] = await Promise.all([import('./build-site.ts'), import('../catalog/load.ts')]);
  if (!process.stdout.isTTY) return build(options);
  const records = recordFiles(options.contentDir).length;
  const terminal = { write: (text: string) => process.stdout.write(text), now: () => performance.now() };
  const line = progressLine({ entry: records, summary: records }, terminal);
  show(line);
  return build({ ...options, kept: tellingOf(options.kept ?? nothingKept, line) });
}
