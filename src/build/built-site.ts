import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './options.ts';

/** As far as builds ask; `br` and `gzip` are of the compressed siblings beside it. All digests are SHA-256 in lower-case hex. */
export interface BuiltFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly br?: string;
  readonly gzip?: string;
}

/** What a built folder says of itself, as far as builds ask. */
export interface BuiltSite {
  readonly fingerprint?: string;
  /** Which content folder it was built of. */
  readonly catalog?: string;
  readonly site: string;
  readonly base: string;
  readonly files: Readonly<Record<string, BuiltFile>>;
}

/** The list of files of a built folder; undefined where there is none, or none that can be read. */
export function readBuilt(outDir: string): BuiltSite | undefined {
  const file = join(outDir, '.assets.json');
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltSite) : undefined;
  } catch {
    return undefined;
  }
}

/** The records of a built folder, as `kind/slug`. */
export const builtRecords = ({ files }: BuiltSite): string[] =>
  Object.keys(files).flatMap((path) => /^((?:medication|supplement|peptide)\/[^/]+)\.md$/.exec(path)?.[1] ?? []);

/** A content folder by its place in the project; by a digest where it lies elsewhere, which nobody need know. */
export function folderMark(contentDir: string): string {
  const path = relative(root, contentDir).replaceAll('\\', '/');
  return path.startsWith('..') ? createHash('sha256').update(contentDir).digest('hex').slice(0, 16) : path;
}
