import { hash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { FILE_LIST, type FileList, type ListedFile, parseFileList } from '../api/file-list.ts';
import type { Cache } from '../catalog/cache.ts';
import { ledgerText } from '../catalog/ledger.ts';
import type { Ledger } from '../schema/types.ts';
import { filesBelow } from './file-system.ts';
import { root } from './options.ts';

export interface PreviousBuild {
  /** Its file list, whoever built it; undefined where there is none that can be read. */
  readonly site: FileList | undefined;
  /** Whether a build with this cache made it: files of any other are not reused. */
  readonly isKnown: boolean;
  readonly made: Readonly<Record<string, string>>;
  isCurrent(inputs: string): boolean;
  reuseIn(folder: string): ReusedFiles;
  /** Records the build that took its place: the text of its file list, its inputs if all of it can be reused, and `made`. */
  replaceBy(list: string, inputs: string | undefined, made: ReadonlyMap<string, string>): void;
}

/** Hard links to files of the previous build, with their encodings; only of files unchanged since they were built. */
export interface ReusedFiles {
  /** Links the file if its bytes have this SHA-256; false where it cannot be reused. */
  byDigest(path: string, sha256: string): boolean;
  /** Links the file if it was made of the same (see {@link madeOf}). */
  byInputs(path: string, made: string): boolean;
  readonly files: ReadonlyMap<string, ListedFile>;
  readonly paths: ReadonlySet<string>;
}

interface EndedBuild {
  readonly list: string;
  readonly inputs?: string | undefined;
  readonly made: Readonly<Record<string, string>>;
}

export function previousBuild(cache: Cache, outDir: string): PreviousBuild {
  const entry = cache.at('previous', [outDir]);
  const [text, site] = readList(outDir) ?? [];
  const value = site && entry.value;
  const recorded = value && (JSON.parse(Buffer.from(value).toString()) as EndedBuild);
  const ended = recorded?.list === listDigest(text ?? '') ? recorded : undefined;
  const made = ended?.made ?? {};
  return {
    site,
    isKnown: ended !== undefined,
    made,
    isCurrent: (inputs) => ended?.inputs === inputs && site !== undefined && isUntouched(outDir, site.files),
    reuseIn(folder) {
      const files = new Map<string, ListedFile>();
      const paths = new Set<string>();
      const unchanged = ended && unchangedIn(outDir);
      const link = linker(outDir, folder);
      const reuse = (path: string): boolean => {
        const file = site?.files.get(path);
        if (file === undefined || unchanged === undefined) return false;
        const all = [path, ...encodingsOf(path, file)];
        const sizes = all.map(unchanged);
        if (sizes[0] !== file.bytes || sizes.includes(undefined) || !link(all)) return false;
        files.set(path, file);
        for (const one of all) paths.add(one);
        return true;
      };
      return {
        byDigest: (path, sha256) => site?.files.get(path)?.sha256 === sha256 && reuse(path),
        byInputs: (path, inputs) => made[path] === inputs && reuse(path),
        files,
        paths,
      };
    },
    replaceBy: (list, inputs, of) =>
      entry.put(
        Buffer.from(
          JSON.stringify({ list: listDigest(list), inputs, made: Object.fromEntries(of) } satisfies EndedBuild),
        ),
      ),
  };
}

/** Digest of all that a build is made of: sources and content, the day of what changes, and the ledger. */
export const buildInputs = (of: { fingerprint: string; today: string }, ledger: Ledger): string =>
  hash('sha256', [of.fingerprint, of.today, ledgerText(ledger)].join(' '), 'base64');

const listDigest = (text: string): string => hash('sha256', text, 'base64');

function readList(outDir: string): [text: string, list: FileList] | undefined {
  try {
    const text = readFileSync(join(outDir, FILE_LIST), 'utf8');
    return [text, parseFileList(text)];
  } catch {
    return undefined;
  }
}

/** Returns the size of a file that nobody has written since its build ended; undefined for any other. */
function unchangedIn(outDir: string): (path: string) => number | undefined {
  const { mtimeMs: ended } = statSync(join(outDir, FILE_LIST));
  return (path) => {
    const stats = statSync(`${outDir}/${path}`, { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs <= ended ? stats.size : undefined;
  };
}

function isUntouched(outDir: string, files: FileList['files']): boolean {
  const unchanged = unchangedIn(outDir);
  const sizes = new Map<string, number | undefined>([[FILE_LIST, undefined]]);
  for (const [path, file] of files) {
    sizes.set(path, file.bytes);
    for (const encoding of encodingsOf(path, file)) sizes.set(encoding, undefined);
  }
  const found = filesBelow(outDir);
  return (
    found.length === sizes.size &&
    found.every((path) => {
      const size = unchanged(path);
      return size !== undefined && sizes.has(path) && (sizes.get(path) ?? size) === size;
    })
  );
}

const encodingsOf = (path: string, { br, gzip }: ListedFile): string[] => [
  ...(br ? [`${path}.br`] : []),
  ...(gzip ? [`${path}.gz`] : []),
];

/** Links files from one folder into another, all or none; false on another disk, or one without links. */
function linker(from: string, to: string): (paths: readonly string[]) => boolean {
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
      for (const place of made) rmSync(place);
      return false;
    }
  };
}

export const builtFingerprint = (outDir: string): string | undefined => readList(outDir)?.[1].fingerprint;

export const builtRecords = ({ files }: FileList): string[] =>
  [...files.keys()].flatMap((path) => /^((?:medication|supplement|peptide)\/[^/]+)\.md$/.exec(path)?.[1] ?? []);

/** The path of a content folder in the project; a digest for one elsewhere, whose place is nobody's business. */
export function folderId(contentDir: string): string {
  const path = relative(root, contentDir).replaceAll('\\', '/');
  return path.startsWith('..') ? hash('sha256', contentDir).slice(0, 16) : path;
}
