import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { FILE_LIST, type FileList, type FileTable, fileTable } from '../api/file-list.ts';
import { root } from './options.ts';

/** What a built folder says of itself. */
export interface BuiltSite extends Omit<FileList, 'files'> {
  readonly files: FileTable;
}

/** The list of files of a built folder; undefined where there is none, or none that can be read. */
export function readBuilt(outDir: string): BuiltSite | undefined {
  const file = join(outDir, FILE_LIST);
  try {
    if (!existsSync(file)) return undefined;
    const list = JSON.parse(readFileSync(file, 'utf8')) as FileList;
    return { ...list, files: fileTable(list.files) };
  } catch {
    return undefined;
  }
}

/**
 * The fingerprint that a built folder says it has; undefined where its list is not whole. Read from the list's two ends: a
 * server that starts need not take room for a list that it reads again.
 */
export function builtFingerprint(outDir: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(join(outDir, FILE_LIST), 'r');
    const { size } = fstatSync(file);
    const piece = Buffer.alloc(ENDS_BYTES);
    const textAt = (from: number): string =>
      piece.toString('utf8', 0, readSync(file as number, piece, 0, piece.length, from));
    if (!textAt(Math.max(0, size - piece.length)).endsWith('}}\n')) return undefined;
    return /^\{"fingerprint":"([^"]*)"/.exec(textAt(0))?.[1];
  } catch {
    // None there, or none that can be read, as while another build takes its place.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Of each end: more than a fingerprint takes. */
const ENDS_BYTES = 256;

/** The records of a built folder, as `kind/slug`. */
export const builtRecords = ({ files }: BuiltSite): string[] =>
  [...files.paths()].flatMap((path) => /^((?:medication|supplement|peptide)\/[^/]+)\.md$/.exec(path)?.[1] ?? []);

/** A content folder by its place in the project; by a digest where it lies elsewhere, which nobody need know. */
export function folderMark(contentDir: string): string {
  const path = relative(root, contentDir).replaceAll('\\', '/');
  return path.startsWith('..') ? createHash('sha256').update(contentDir).digest('hex').slice(0, 16) : path;
}
