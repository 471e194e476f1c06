import { hash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { FILE_LIST } from '../api/file-list.ts';
import { filesBelow } from './file-system.ts';

/** Tells a file that was there when the list of its folder was written, and that nobody has written since. */
export function standingIn(folder: string): (path: string) => Stats | undefined {
  const { mtimeMs: ended } = statSync(join(folder, FILE_LIST));
  return (path) => {
    const stats = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs <= ended ? stats : undefined;
  };
}

/**
 * Makes of the tree of an earlier build one of the files that are `held` in it and of those below `staging`, which are
 * moved: what is written into a file that two trees share would be in both.
 */
export function completeTree(folder: string, held: ReadonlySet<string>, staging: string): void {
  prune(folder, '', { held, folders: foldersOf(held) });
  const folders = new Set<string>();
  for (const path of filesBelow(staging)) {
    const place = dirname(join(folder, path));
    if (!folders.has(place)) mkdirSync(place, { recursive: true });
    folders.add(place);
    renameSync(join(staging, path), join(folder, path));
  }
}

interface HeldFiles {
  readonly held: ReadonlySet<string>;
  /** That have any of them. */
  readonly folders: ReadonlySet<string>;
}

/** Removes what is not held, and folders without anything that is. */
function prune(folder: string, prefix: string, of: HeldFiles): void {
  for (const name of readdirSync(folder)) {
    const path = `${prefix}${name}`;
    if (of.held.has(path)) continue;
    const place = join(folder, name);
    if (of.folders.has(path) && lstatSync(place).isDirectory()) prune(place, `${path}/`, of);
    else rmSync(place, { recursive: true });
  }
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0 && !folders.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return folders;
}

/** Links files from one folder into another; false where that cannot be done. */
export function linkerTo(from: string, to: string): (paths: readonly string[]) => boolean {
  const folders = new Set<string>();
  return (paths) => {
    const made: string[] = [];
    try {
      for (const path of paths) {
        const place = join(to, path);
        const folder = dirname(place);
        if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
        folders.add(folder);
        linkSync(join(from, path), place);
        made.push(place);
      }
      return true;
    } catch {
      // Another disk, or one without links: who asked goes without, and nothing is written through a link.
      for (const place of made) rmSync(place);
      return false;
    }
  };
}

/** A second tree of the same files, for the next build of a folder of which little stood; undefined where the disk has no links. */
export function twinOf(folder: string, place: string): string | undefined {
  return linkerTo(folder, place)(filesBelow(folder)) ? place : undefined;
}

/** Where the tree is kept that a build of `outDir` has replaced. */
export const spareOf = (spares: string, outDir: string): string =>
  join(spares, hash('sha256', outDir).slice(0, 16), 'tree');

/** Notes whose spare one is that is kept, and drops those that nobody will use: of folders that are gone, and of long ago. */
export function tendSpares(spares: string, outDir: string, isKept: boolean): void {
  const place = dirname(spareOf(spares, outDir));
  try {
    if (!isKept) rmSync(place, { recursive: true, force: true });
    else if (existsSync(place)) writeFileSync(join(place, OWNER), outDir);
    for (const name of existsSync(spares) ? readdirSync(spares) : []) {
      const folder = join(spares, name);
      if (!isOfUse(folder)) rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // The disk is full, or another build tends them, too: the site is built, and the next build goes without a spare.
  }
}

const OWNER = 'of.txt';
const DAYS_KEPT = 14;

function isOfUse(folder: string): boolean {
  const built = statSync(join(folder, 'tree', FILE_LIST), { throwIfNoEntry: false });
  if (built === undefined || built.mtimeMs < Date.now() - DAYS_KEPT * 86_400_000) return false;
  const owner = join(folder, OWNER);
  return existsSync(owner) && existsSync(join(readFileSync(owner, 'utf8'), FILE_LIST));
}
