import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptPlace } from '../catalog/kept.ts';
import { type BuiltFile, type BuiltSite, readBuilt } from './built-site.ts';
import { filesBelow } from './file-system.ts';

/**
 * What stands in `outDir` from the last build, where that was kept. A file is taken over as a link, with its compressed
 * siblings, if it has the bytes that are wanted and nobody has touched it since.
 */
export interface LastBuild {
  /** Digest of its list of files. */
  readonly list: string | undefined;
  /** The whole of it, where every file is as it was built and none is there besides. */
  untouched(): BuiltSite | undefined;
  /** Takes over the file with these bytes. */
  take(path: string, sha256: string): boolean;
  /** Takes over the file that was made of what has this key. */
  takeMade(path: string, key: string): boolean;
  /** What is listed of files that were taken over. */
  readonly taken: ReadonlyMap<string, BuiltFile>;
  /** Paths of those files and of their siblings. */
  readonly linked: ReadonlySet<string>;
}

/** What is kept of a build that has ended: the digest of its list of files, and of what each rendered file was made. */
interface EndedBuild {
  readonly list: string;
  readonly made: Readonly<Record<string, string>>;
}

/** Nothing of the last build can be taken over. */
const noLastBuild: LastBuild = {
  list: undefined,
  untouched: () => undefined,
  take: () => false,
  takeMade: () => false,
  taken: new Map(),
  linked: new Set(),
};

/** `staging` is where files are taken over to: on the same disk, or nothing is. */
export function lastBuild(place: KeptPlace, { outDir, staging }: { outDir: string; staging: string }): LastBuild {
  const built = readBuilt(outDir);
  const kept = built && place.value;
  if (built === undefined || kept === undefined) return noLastBuild;
  const { list, made } = JSON.parse(Buffer.from(kept).toString()) as EndedBuild;
  if (list !== listDigest(outDir)) return noLastBuild;
  const { mtimeMs: ended } = statSync(join(outDir, LIST));
  const isOld = (stats: Stats | undefined): stats is Stats => stats !== undefined && stats.mtimeMs <= ended;
  const statOf = (path: string): Stats | undefined => statSync(join(outDir, path), { throwIfNoEntry: false });
  const taken = new Map<string, BuiltFile>();
  const linked = new Set<string>();
  const folders = new Set<string>();
  const folderOf = (path: string): void => {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
  };
  const takeOver = (path: string): boolean => {
    const file = built.files[path];
    if (file === undefined) return false;
    const all = [path, ...siblingsOf(path, file)];
    const stats = all.map(statOf);
    if (!stats.every(isOld) || stats[0]?.size !== file.bytes) return false;
    try {
      folderOf(join(staging, path));
      for (const one of all) linkSync(join(outDir, one), join(staging, one));
    } catch {
      // Another disk, or one without links: files are written as if there were no last build.
      return false;
    }
    taken.set(path, file);
    for (const one of all) linked.add(one);
    return true;
  };
  return {
    list,
    untouched() {
      const sizes = new Map<string, number | undefined>([[LIST, undefined]]);
      for (const [path, file] of Object.entries(built.files)) {
        sizes.set(path, file.bytes);
        for (const sibling of siblingsOf(path, file)) sizes.set(sibling, undefined);
      }
      const found = filesBelow(outDir);
      const isAsBuilt = (path: string): boolean => {
        const stats = statOf(path);
        return isOld(stats) && sizes.has(path) && (sizes.get(path) ?? stats.size) === stats.size;
      };
      return found.length === sizes.size && found.every(isAsBuilt) ? built : undefined;
    },
    take: (path, sha256) => built.files[path]?.sha256 === sha256 && takeOver(path),
    takeMade: (path, key) => made[path] === key && takeOver(path),
    taken,
    linked,
  };
}

const LIST = '.assets.json';

const siblingsOf = (path: string, { br, gzip }: BuiltFile): string[] => [
  ...(br ? [`${path}.br`] : []),
  ...(gzip ? [`${path}.gz`] : []),
];

/** To be kept when a build has ended; `made` tells of rendered files, by path, what they were made of. */
export const endedBuild = (outDir: string, made: ReadonlyMap<string, string>): Uint8Array =>
  Buffer.from(JSON.stringify({ list: listDigest(outDir), made: Object.fromEntries(made) } satisfies EndedBuild));

/** What tells the list of files of a built folder from any other. */
export const listDigest = (outDir: string): string =>
  createHash('sha256')
    .update(readFileSync(join(outDir, LIST)))
    .digest('hex');
