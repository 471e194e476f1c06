import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { endpoints } from '../src/api/operations.ts';
import { problems } from '../src/api/problem.ts';
import { root } from '../src/build/options.ts';
import record from '../src/schema/content/record.json' with { type: 'json' };
import { words } from './support/lists.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const codeOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|astro|mjs|json)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
const readme = read('README.md');
const contract = read('docs/contract.md');
const design = read('DESIGN.md');
const practicalFacts = Object.keys(record.properties.practical.properties);

/** Cells of the first column of a table in a section, without their back quotes. */
function firstColumn(text: string, heading: string): string[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = '']) => cell);
}

describe('the README and docs/settings.md', () => {
  it('list every npm script among the commands', () => {
    const listed = firstColumn(readme, 'Commands').map((cell) => /^npm (?:run )?([\w:-]+)/.exec(cell)?.[1]);
    expect([...new Set(listed)].toSorted()).toEqual(Object.keys(JSON.parse(read('package.json')).scripts).toSorted());
  });

  it('list every variable of the environment that the code reads', () => {
    const texts = ['astro.config.mjs', ...codeOf('src'), ...codeOf('scripts')].map(read).join('\n');
    const direct = [...texts.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name);
    const named = [...texts.matchAll(/\(env, '([A-Z][A-Z_]+)'/g)].map(([, name = '']) => name);
    // Astro's own, and the database binding of Workers.
    const ours = [...direct, ...named].filter((name) => !['PROD', 'DEV', 'ASSETS', 'REPORTS'].includes(name));
    const documented = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
    expect([...new Set(ours)].filter((name) => !documented.includes(name))).toEqual([]);
    expect(documented.filter((name) => !texts.includes(name))).toEqual([]);
  });
});

describe('docs/contract.md', () => {
  it.each(endpoints.map((one) => [one.path, one.tool] as const))('names %s', (path, tool) => {
    expect(contract).toContain(path);
    if (tool !== null) expect(contract).toContain(`\`${tool}\``);
  });

  it('names every page among the files of a build', () => {
    const [, listed = ''] = /^\| pages \| (.*) \|$/m.exec(contract) ?? [];
    const pages = readdirSync(join(root, 'src/pages')).flatMap((file) => /^(\w[\w-]*)\.astro$/.exec(file)?.[1] ?? []);
    expect(pages.filter((page) => !new RegExp(`\`${page}(?:\\.html)?\``).test(listed))).toEqual([]);
  });

  it('names every practical fact, as content/README.md does', () => {
    for (const text of [contract, read('content/README.md')])
      expect(practicalFacts.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  });

  it.each(Object.entries(problems))('gives the code %s its status', (code, { status }) => {
    expect(contract).toMatch(new RegExp(`^\\| ${status} \\|[^|]*\`${code}\``, 'm'));
  });
});

describe('what comments and tests cite', () => {
  const cited = ['src', 'scripts', 'tests'].flatMap(codeOf).filter((file) => file !== 'tests/docs.test.ts');

  it('are headings of docs/contract.md', () => {
    const headings = [...contract.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading);
    const lost = cited.flatMap((file) =>
      [...read(file).matchAll(/docs\/contract\.md(?:, | \()([A-Z][\w\- ]*)\)/g)].flatMap(([, heading]) =>
        headings.includes(heading) ? [] : [`${file}: ${heading}`],
      ),
    );
    expect(lost).toEqual([]);
  });

  it('are decisions of DESIGN.md', () => {
    const decisions = [...design.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number);
    const lost = cited.flatMap((file) =>
      [...read(file).matchAll(/DESIGN\.md, decision (\d+)/g)].flatMap(([, number]) =>
        decisions.includes(number) ? [] : [`${file}: ${number}`],
      ),
    );
    expect(lost).toEqual([]);
  });
});

it('DESIGN.md names every package', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const table = design.split('\n## Dependencies\n')[1] ?? '';
  const isNamed = (name: string): boolean =>
    table.includes(name) ||
    table.includes(`${name.split('/')[0]}/*`) ||
    (name.startsWith('@modelcontextprotocol/') && table.includes(name.slice('@modelcontextprotocol'.length)));
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isNamed(name))).toEqual([]);
});

describe('paths that a document names', () => {
  const places = ['src', 'scripts', 'tests', 'content', 'docs', ...readdirSync(join(root, 'src'))];
  const isThere = (path: string): boolean =>
    ['', 'src/'].some((folder) => ['', '.ts'].some((ending) => existsSync(join(root, folder, path + ending))));

  it.each(words`
    README.md CONTRIBUTING.md DESIGN.md DEPLOY.md SECURITY.md content/README.md content/VOICE.md
    docs/settings.md`)('are there: %s', (document) => {
    const named = [...read(document).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
    const ours = named.filter((path) => places.includes(path.split('/')[0] ?? ''));
    expect(ours.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe('the fullest records of the fixtures', () => {
  it.each(['medication/testamine', 'supplement/testroot', 'peptide/testide'])('%s has every field', (ref) => {
    const { profile, practical } = parse(read(`tests/fixtures/full/${ref}.yaml`));
    const wanted = Object.keys(JSON.parse(read(`src/schema/profile/${ref.split('/')[0]}.json`)).properties);
    expect(wanted.filter((field) => !(field in profile))).toEqual([]);
    // One of them is enough: practical facts are the same for every kind.
    if (ref.startsWith('medication')) expect(Object.keys(practical)).toEqual(practicalFacts);
  });
});

describe('.github', () => {
  it('runs the two commands of the README on the Node versions that it names', () => {
    const { jobs } = parse(read('.github/workflows/test.yml'));
    const runs = jobs.test.steps.map(({ run = '' }) => run).join('\n');
    const [first = '', second = ''] = [...readme.matchAll(/^```sh\n(npm ci && npm \w+)\n```$/gm)].map(
      ([, line]) => line,
    );
    expect(runs).toContain(second);
    for (const part of first.split(' && ')) expect(runs).toContain(part);
    const { engines } = JSON.parse(read('package.json'));
    const [least = ''] = /Node \d+ or newer/.exec(readme) ?? [];
    expect(least).toBe(`Node ${engines.node.replace('>=', '')} or newer`);
    expect(jobs.test.strategy.matrix.node).toEqual([engines.node.replace('>=', ''), '22', '24']);
  });

  it.each(['wrong-fact', 'defect'])('has a form for a %s whose fields have ids of their own', (name) => {
    const { body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
    const ids = body.flatMap(({ id }: { id?: string }) => id ?? []);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
