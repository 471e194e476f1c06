/** `npm run facts -- <before> <after>`: the differences in facts between two versions of records. Exit 1 where there are any. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { recordFiles } from '../src/catalog/load.ts';
import { readYaml } from '../src/catalog/yaml.ts';
import { kinds } from '../src/schema/kinds.ts';
import { printable } from '../src/text/invisible.ts';
import { counted } from '../src/text/sentences.ts';
import { argumentsOf, contentOptions, orExit, Stop } from './cli.ts';
import { type FactDifference, factDifferences, warningCount } from './facts/record-facts.ts';

const { positionals, values } = argumentsOf({
  purpose: `Prints what differs between two versions of records in facts: figures with units, names, conditions, negations,
doubts, severities, sources, identifiers, number of entries. Exit code 1 where anything does. Other words alone are no difference.`,
  usage: 'npm run facts -- [--ignore-keys <keys>] <before> <after>',
  options: {
    'ignore-keys': {
      type: 'string',
      takes: 'keys',
      help: 'keys of records that are not compared, with commas between',
    },
  },
  notes: `<before> and <after> are each a record file, a folder, or a revision of git. A revision beside a file or folder is that
path then; two revisions compare the records that changed between them.`,
  example: 'npm run facts -- HEAD content/medication/warfarin.yaml',
  least: 2,
  most: 2,
});

/** Words of every day that are also names, such as that of S-adenosylmethionine. */
const EVERYDAY = new Set(['electrolytes', 'same']);

/** A version of a record; undefined where there is none. */
type Version = string | undefined;
interface RecordVersions {
  readonly file: string;
  readonly before: Version;
  readonly after: Version;
}

await orExit(() => {
  const { contentDir } = contentOptions();
  const [before, after] = positionals as [string, string];
  const options = {
    names: namesOf(contentDir),
    ignoredKeys: new Set(values['ignore-keys']?.split(',').map((key) => key.trim())),
  };
  const pairs = pairsOf(before, after, contentDir);
  const results = pairs.map((pair) => {
    const [was, is] = [recordIn(pair, pair.before), recordIn(pair, pair.after)];
    const ownNames = new Set((is as { substances?: string[] }).substances);
    return {
      pair,
      found: factDifferences(was, is, { ...options, ownNames }),
      warnings: [warningCount(was), warningCount(is)] as const,
    };
  });
  for (const { pair, found } of results)
    for (const at of Map.groupBy(found, ({ path }) => path).values()) console.log(printed(pair.file, at));
  const total = results.reduce((sum, { found }) => sum + found.length, 0);
  const [had, has] = [0, 1].map((side) => results.reduce((sum, { warnings }) => sum + (warnings[side] ?? 0), 0));
  const concerned = results.filter(({ found }) => found.length > 0).length;
  console.log(`${counted(total, 'difference')} in ${concerned} of ${counted(pairs.length, 'record')}.`);
  console.log(`Warnings: ${had} before, ${has} after.`);
  if (total > 0 || had !== has) process.exit(1);
});

/** The differences at one place, with its text before and after. */
function printed(file: string, at: readonly FactDifference[]): string {
  const [{ path, before, after }] = at as [FactDifference];
  const changes = at.map(
    ({ type, lost, added }) =>
      `  ${type}: ${[...lost.map((fact) => `- ${fact}`), ...added.map((fact) => `+ ${fact}`)].join(', ')}`,
  );
  const texts = [before && `  before: ${before}`, after && `  after:  ${after}`].filter(Boolean);
  return [`${file}  ${path}`, ...changes, ...texts].map(printable).join('\n');
}

function recordIn({ file }: RecordVersions, text: Version): unknown {
  if (text === undefined) return {};
  const { value, problems } = readYaml(file, text);
  if (problems.length > 0) throw new Stop(`${file} is not valid YAML: npm run check says where.`);
  return value;
}

/** Names of the vocabulary and of the catalog's records in lower case, each to the first of its synonyms. */
function namesOf(contentDir: string): Map<string, string> {
  const read = (name: string): { name: string; synonyms?: string[] }[] => {
    const path = join(contentDir, 'vocabulary', name);
    return existsSync(path) ? (readYaml(path, readFileSync(path, 'utf8')).value as never) : [];
  };
  const records = recordFiles(contentDir).map(({ slug }) => ({ name: slug.replaceAll('-', ' ') }));
  const words = [...records, ...read('substances.yaml'), ...read('classes.yaml')];
  const names = words.flatMap(({ name, synonyms = [] }: { name: string; synonyms?: string[] }) =>
    [name, ...synonyms].map((one) => [one.toLowerCase(), name.toLowerCase()] as const),
  );
  return new Map(names.filter(([one]) => !EVERYDAY.has(one)));
}

function pairsOf(before: string, after: string, contentDir: string): RecordVersions[] {
  const [was, is] = [before, after].map((one) => (existsSync(one) ? 'path' : revision(one)));
  if (was === 'path' && is === 'path') return pairsOfPaths(before, after);
  if (was === 'path' || is === 'path') {
    const path = was === 'path' ? before : after;
    return filesIn(path, was === 'path' ? after : before).map((file) => ({
      file,
      before: was === 'path' ? textOf(file) : textAt(before, file),
      after: is === 'path' ? textOf(file) : textAt(after, file),
    }));
  }
  const changed = git([
    'diff',
    '--name-only',
    '--no-renames',
    before,
    after,
    '--',
    relative(process.cwd(), contentDir),
  ]);
  return recordsAmong(changed.split('\n')).map((file) => ({
    file,
    before: textAt(before, file),
    after: textAt(after, file),
  }));
}

function pairsOfPaths(before: string, after: string): RecordVersions[] {
  if (!statSync(before).isDirectory()) return [{ file: after, before: textOf(before), after: textOf(after) }];
  const names = [before, after].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => /\.ya?ml$/.test(name) && isRecord(join(folder, name))),
  );
  return [...new Set(names)].toSorted().map((name) => ({
    file: join(after, name),
    before: textOf(join(before, name)),
    after: textOf(join(after, name)),
  }));
}

/** The record files of a path, now and at a revision. */
function filesIn(path: string, at: string): string[] {
  const inside = relative(process.cwd(), resolve(path)) || '.';
  if (existsSync(path) && !statSync(path).isDirectory()) return [inside];
  const now = readdirSync(path, { recursive: true }).map((name) => join(inside, String(name)));
  const then = git(['ls-tree', '-r', '--name-only', at, '--', inside]).split('\n');
  return [...new Set(recordsAmong([...now, ...then]))].toSorted();
}

function isRecord(path: string): boolean {
  return kinds.some((kind) => basename(join(path, '..')) === kind);
}

function recordsAmong(paths: readonly string[]): string[] {
  return paths.filter((path) => /\.ya?ml$/.test(path) && isRecord(path));
}

function textOf(path: string): Version {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function textAt(at: string, file: string): Version {
  const name = `./${file.split(sep).join('/')}`;
  return git(['ls-tree', '--name-only', at, '--', name]) === '' ? undefined : git(['show', `${at}:${name}`]);
}

/** @throws {Stop} where the text is neither a path nor a revision */
function revision(text: string): 'revision' {
  try {
    git(['rev-parse', '--verify', '--quiet', `${text}^{commit}`]);
    return 'revision';
  } catch {
    throw new Stop(`${text} is no file, no folder and no revision of git.`);
  }
}

function git(args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] });
}
