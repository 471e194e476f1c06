import { createHash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIST, type ListedFile } from '../api/file-list.ts';
import type { KeptPlace } from '../catalog/kept.ts';
import { once } from '../publish/file.ts';
import { type BuiltSite, readBuilt } from './built-site.ts';
import { filesBelow } from './file-system.ts';
import { completeTree, linkerTo, standingIn } from './spare-tree.ts';

/**
 * What stands in `outDir` from the last build, where that was kept. A file is taken over with its compressed siblings if it
 * has the bytes that are wanted and nobody has touched it since: as a link, or where it stands in the spare, the tree that
 * the last build replaced, of which most files are links to the same.
 */
export interface LastBuild {
  /** What stands says of itself, whoever made it. */
  readonly built: BuiltSite | undefined;
  /** Digest of its list of files, where it is the build that was kept. */
  readonly list: string | undefined;
  /** The whole of it, where every file is as it was built and none is there besides. */
  untouched(): BuiltSite | undefined;
  /** Takes over the file with these bytes. */
  take(path: string, sha256: string): boolean;
  /** Takes over the file that was made of what has this key. */
  takeMade(path: string, key: string): boolean;
  /** What is listed of files that were taken over. */
  readonly taken: ReadonlyMap<string, ListedFile>;
  /** Those among them that are in `staging`, and their siblings. */
  readonly linked: ReadonlySet<string>;
  /** When all is written: the folder that has what is in `staging` and what was taken over, and nothing else. */
  whole(): string;
}

/** What is kept of a build that has ended: the digest of its list of files, and of what each rendered file was made. */
interface EndedBuild {
  readonly list: string;
  readonly made: Readonly<Record<string, string>>;
  readonly spare?: Spare | undefined;
}

/** The tree that a build has replaced: the digest of its list, and the files that it has otherwise than the new one, or not. */
export interface Spare {
  readonly list: string;
  readonly differing: readonly string[];
}

/** Where a build works. */
interface WorkPlaces {
  readonly outDir: string;
  /** Where files are taken over to: on the same disk as `outDir`, or nothing is. */
  readonly staging: string;
  /** Where a spare lies between two builds, and where the build that uses it has it for itself. */
  readonly spare?: { readonly kept: string; readonly own: string } | undefined;
}

export function lastBuild(place: KeptPlace, { outDir, staging, spare }: WorkPlaces): LastBuild {
  const built = readBuilt(outDir);
  const kept = built && place.value;
  const ended = kept && (JSON.parse(Buffer.from(kept).toString()) as EndedBuild);
  if (built === undefined || ended?.list !== listDigest(outDir)) return noLastBuild(built, staging);
  const { list, made } = ended;
  const standing = standingIn(outDir);
  const taken = new Map<string, ListedFile>();
  const linked = new Set<string>();
  const held = new Set<string>();
  // Claimed when something can be taken over: a catalog that is refused leaves it where it lies.
  const inSpare = once(() => ended.spare && spare && claimed(ended.spare, spare));
  const isThere = (all: readonly string[], { bytes }: ListedFile, there: typeof standing): boolean => {
    const stats = all.map(there);
    return stats.every((one) => one !== undefined) && stats[0]?.size === bytes;
  };
  const link = linkerTo(outDir, staging);
  const takeOver = (path: string): boolean => {
    const file = built.files.find(path);
    if (file === undefined) return false;
    const all = [path, ...siblingsOf(path, file)];
    const holding = inSpare();
    const isHeld = holding !== undefined && !holding.differing.has(path) && isThere(all, file, holding.standing);
    if (!isHeld && !(isThere(all, file, standing) && link(all))) return false;
    taken.set(path, file);
    for (const one of all) (isHeld ? held : linked).add(one);
    return true;
  };
  return {
    built,
    list,
    untouched() {
      const sizes = new Map<string, number | undefined>([[FILE_LIST, undefined]]);
      for (const [path, file] of built.files) {
        sizes.set(path, file.bytes);
        for (const sibling of siblingsOf(path, file)) sizes.set(sibling, undefined);
      }
      const found = filesBelow(outDir);
      const isAsBuilt = (path: string): boolean => {
        const stats = standing(path);
        return stats !== undefined && sizes.has(path) && (sizes.get(path) ?? stats.size) === stats.size;
      };
      return found.length === sizes.size && found.every(isAsBuilt) ? built : undefined;
    },
    take: (path, sha256) => built.files.find(path)?.sha256 === sha256 && takeOver(path),
    takeMade: (path, key) => made[path] === key && takeOver(path),
    taken,
    linked,
    whole() {
      if (spare === undefined || held.size === 0) return staging;
      completeTree(spare.own, held, staging);
      return spare.own;
    },
  };
}

/** Nothing of the last build can be taken over. */
const noLastBuild = (built: BuiltSite | undefined, staging: string): LastBuild => ({
  built,
  list: undefined,
  untouched: () => undefined,
  take: () => false,
  takeMade: () => false,
  taken: new Map(),
  linked: new Set(),
  whole: () => staging,
});

/** The spare, moved to where no other build takes it; undefined where it is not the one that was kept. */
function claimed({ list, differing }: Spare, { kept, own }: NonNullable<WorkPlaces['spare']>) {
  try {
    renameSync(kept, own);
    return listDigest(own) === list ? { standing: standingIn(own), differing: new Set(differing) } : undefined;
  } catch {
    // Gone, taken by another build, or on another disk.
    return undefined;
  }
}

const siblingsOf = (path: string, { br, gzip }: ListedFile): string[] => [
  ...(br ? [`${path}.br`] : []),
  ...(gzip ? [`${path}.gz`] : []),
];

/** To be kept when a build has ended; `made` tells of rendered files, by path, what they were made of. */
export const endedBuild = (outDir: string, made: ReadonlyMap<string, string>, spare?: Spare): Uint8Array =>
  Buffer.from(JSON.stringify({ list: listDigest(outDir), made: Object.fromEntries(made), spare } satisfies EndedBuild));

/** What tells the list of files of a built folder from any other. */
export const listDigest = (outDir: string): string =>
  createHash('sha256')
    .update(readFileSync(join(outDir, FILE_LIST)))
    .digest('hex');
