import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../src/build/options.ts';

const src = join(root, 'src');

/** Who may import whom: the table of DESIGN.md, room by room. */
const mayImport = new Map(
  [...readFileSync(join(root, 'DESIGN.md'), 'utf8').matchAll(/^\| `([a-z]+)` \|[^|]*\| ([^|]*) \|$/gm)].map(
    ([, room = '', allowed = '']) => [room, [...allowed.matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name)],
  ),
);

const codeBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|astro)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

const files = codeBelow('src').map((file) => file.slice('src/'.length));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Import {
  /** File below src, for one of ours. */
  readonly file?: string;
  /** Package, for one that is not. */
  readonly name?: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = textOf(`src/${file}`);
  const statics = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^;']*?\sfrom\s+)?'([^']+)'/gm);
  return [...statics].map(([, typeOnly, from = '']) => {
    const isOurs = from.startsWith('.');
    const target = relative(src, join(src, file, '..', from.replace(/\?.*$/, ''))).replaceAll('\\', '/');
    return isOurs ? { file: target, typeOnly: Boolean(typeOnly) } : { name: from, typeOnly: Boolean(typeOnly) };
  });
}

const roomOf = (file: string): string => file.split('/')[0] as string;

describe('rooms', () => {
  it('are those of the table in DESIGN.md', () => {
    const rooms = readdirSync(src, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    expect([...mayImport.keys()].toSorted()).toEqual(rooms.toSorted());
  });

  it.each(files)('%s imports only what its room may', (file) => {
    const foreign = importsOf(file).flatMap((one) => (one.file === undefined ? [] : [roomOf(one.file)]));
    // Recipes of the developers page are texts of content/pages, shown as they stand.
    const outside = foreign.filter((room) => room !== roomOf(file) && room !== '..');
    expect(outside.filter((room) => !mayImport.get(roomOf(file))?.includes(room))).toEqual([]);
  });

  it('have no circle of imports, types included', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file).flatMap((one) => one.file ?? [])]));
    expect(circles(graph)).toEqual([]);
  });

  it('keep YAML and ajv in the catalog, and Node out of what runs everywhere', () => {
    const offenders = files.flatMap((file) =>
      importsOf(file).flatMap(({ name = '', typeOnly }) => {
        const isYaml = /^(?:yaml|ajv)/.test(name) && !['catalog', 'publish'].includes(roomOf(file));
        const isNode =
          name.startsWith('node:') && !['catalog', 'publish', 'components', 'build', 'function'].includes(roomOf(file));
        return !typeOnly && (isYaml || isNode) ? [`${file}: ${name}`] : [];
      }),
    );
    expect(offenders).toEqual([]);
  });
});

describe('names of the code', () => {
  // A page is named by its address and a script by its command.
  const named = files.filter((file) => roomOf(file) !== 'pages');

  it('give each file a name of its own', () => {
    const byName = Map.groupBy(named, (file) => (file.split('/').at(-1) ?? '').replace(/\.\w+$/, '').toLowerCase());
    expect([...byName.values()].filter((same) => same.length > 1)).toEqual([]);
  });

  it('give each type a name of its own', () => {
    const declared = [...codeBelow('src'), ...codeBelow('scripts')].flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export\s+)?(?:interface|type|class)\s+([A-Z]\w*)/gm)].map(([, name]) => ({
        name,
        file,
      })),
    );
    const twice = [...Map.groupBy(declared, ({ name }) => name)].filter(
      ([name, places]) => name !== 'Props' && places.length > 1,
    );
    expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
  });
});

/** Each circle once, as the files it goes through. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.add([...path.slice(at), file].join(' -> '));
      return;
    }
    if (finished.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return [...found];
}
