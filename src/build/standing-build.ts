import type { Kept, KeptPlace } from '../catalog/kept.ts';
import { ledgerText } from '../catalog/ledger.ts';
import { readLedger } from '../catalog/ledger-file.ts';
import type { LoadOptions } from '../catalog/load.ts';
import type { Ledger } from '../schema/types.ts';
import { builtRecords } from './built-site.ts';
import { isDirectory } from './file-system.ts';
import { lastBuild } from './last-build.ts';

export interface BuildPlace {
  readonly outDir: string;
  /** YYYY-MM-DD: the date of whatever changed. */
  readonly today: string;
  /** The fingerprint of the sources, taken before they are read. */
  readonly print: string;
}

export interface BuildSummary {
  /** What stood was of the same inputs, and was left as it was. */
  unchanged?: boolean;
  records: number;
  files: number;
  bytes: number;
  seconds: number;
}

/** The build that stands, if it was made of the very same inputs and nobody has touched its files. */
export function standingBuild(options: LoadOptions & BuildPlace): BuildSummary | undefined {
  const started = performance.now();
  const { kept, outDir, contentDir } = options;
  if (!kept || !isDirectory(contentDir)) return undefined;
  const last = lastBuild(lastPlace(kept, outDir), { outDir, staging: '' });
  if (last.list === undefined) return undefined;
  const ended = endedPlace(kept, { ...options, ledger: readLedger(contentDir) });
  const { value } = ended;
  if (value === undefined || Buffer.from(value).toString() !== last.list) return undefined;
  const built = last.untouched();
  if (built === undefined) return undefined;
  let bytes = 0;
  for (const [, file] of built.files) bytes += file.bytes;
  return {
    unchanged: true,
    records: builtRecords(built).length,
    files: built.files.size,
    bytes,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Where the digest of a build's list of files is kept, by all that the build is made of. */
export const endedPlace = (kept: Kept, { print, today, ledger, outDir }: BuildPlace & { ledger: Ledger }): KeptPlace =>
  kept.at('built', [print, today, ledgerText(ledger), outDir]);

/** Where it is kept of what the files in a folder were made. */
export const lastPlace = (kept: Kept, outDir: string): KeptPlace => kept.at('last', [outDir]);
