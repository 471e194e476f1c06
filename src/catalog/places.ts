import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { kinds } from '../schema/kinds.ts';
import { type ContentProblem, wholeFile } from './problems.ts';
import { prosePageNames } from './prose-pages.ts';

/** What may be in the folder of a catalog: in it, and in each folder of it. Everything else is a mistake. */
const places: Readonly<Record<string, RegExp>> = {
  '.': /^(?:site\.yaml|redirects\.yaml|ledger\.json|LICENSE|VOICE\.md)$/,
  ...Object.fromEntries(kinds.map((kind) => [kind, /\.ya?ml$/])),
  corrections: /\.ya?ml$/,
  pages: new RegExp(`^(?:${prosePageNames.join('|')})\\.md$`),
  'pages/recipes': /^sync\.(?:ts|py)$/,
  vocabulary:
    /^(?:(?:classes|substances|confusable|label-exceptions|populations|effects|guidance|most-used|questions)\.yaml|(?:known-names|rxnorm)\.tsv)$/,
};

export interface Misplaced {
  readonly path: string;
  readonly reason: string;
}

export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Every file and folder that belongs nowhere, and every second file of a slug. What begins with a dot is not looked at. */
export const misplaced = (contentDir: string): Misplaced[] => [
  ...Object.keys(places).flatMap((folder) => strangers(contentDir, folder)),
  ...kinds.flatMap((kind) => secondFiles(contentDir, kind)),
];

function strangers(contentDir: string, folder: string): Misplaced[] {
  const allowed = places[folder] as RegExp;
  const folders = Object.keys(places).flatMap((one) => {
    const [parent, name] = one.includes('/') ? one.split('/') : ['.', one];
    return parent === folder && name !== undefined && name !== '.' ? [name] : [];
  });
  return entriesOf(join(contentDir, folder)).flatMap((entry): Misplaced[] => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return folders.includes(entry.name)
        ? []
        : [{ path, reason: `is a folder that belongs nowhere in a catalog${hint(entry.name, folders)}` }];
    if (allowed.test(entry.name) || entry.name === 'README.md') return [];
    return [{ path, reason: 'is a file that belongs nowhere in a catalog; move it out, or give it its right name' }];
  });
}

function hint(name: string, folders: readonly string[]): string {
  if (folders.length === 0) return '; move it out';
  const near = closest(name.toLowerCase(), folders);
  if (distance(name.toLowerCase(), near) <= 3) return `; did you mean ${near}?`;
  return `; the folders are: ${folders.toSorted().join(', ')}`;
}

/** `x.yml` beside `x.yaml`: one of the two would win in silence. */
function secondFiles(contentDir: string, kind: string): Misplaced[] {
  const names = entriesOf(join(contentDir, kind)).map(({ name }) => name);
  return names
    .filter((name) => name.endsWith('.yml') && names.includes(name.replace(/\.yml$/, '.yaml')))
    .map((name) => ({
      path: `${kind}/${name}`,
      reason: `has the slug of ${name.replace(/\.yml$/, '.yaml')}; keep one of the two files`,
    }));
}

/** Editors keep locks and copies under such names; they are nobody's content. */
const entriesOf = (folder: string) =>
  isFolder(folder) ? readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isHidden(name)) : [];

export const isHidden = (name: string): boolean => /^[.#]|~$/.test(name);

/**
 * Links anywhere below a content folder. A link publishes what it leads to, and content comes from strangers too: a page
 * that leads to a file of the machine that builds would put it on the site. None is followed to find out.
 */
export const linksBelow = (contentDir: string, shown: (path: string) => string): ContentProblem[] =>
  (existsSync(contentDir) ? linkedPaths(contentDir) : []).map((path) => wholeFile(shown(path), IS_LINK));

const IS_LINK = 'is a link; put the file itself there, or set FOLLOW_LINKS=1 where the folder is mounted from links';

// Not readdir's own recursion: that goes into folders that are links.
const linkedPaths = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() ? linkedPaths(path) : [];
  });
