import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOptions, root } from '../../src/build/options.ts';
import { inspectCatalog } from '../../src/catalog/load.ts';
import { fixtures } from '../support/build.ts';

const directory = mkdtempSync(join(tmpdir(), 'materia-bad-input-'));
afterAll(() => rmSync(directory, { recursive: true }));

let folders = 0;
/** The minimal catalog with one file of it written anew. */
function catalogWith(file: string, text: string): string {
  folders += 1;
  const content = join(directory, String(folders));
  cpSync(join(fixtures, 'minimal'), content, { recursive: true });
  mkdirSync(dirname(join(content, file)), { recursive: true });
  writeFileSync(join(content, file), text);
  return content;
}

function problemsOf(contentDir: string): string[] {
  const { problems } = inspectCatalog({ ...loadOptions({}), contentDir });
  return problems.map(({ file, line, column, path, reason }) =>
    `${file.slice(contentDir.length + 1)}:${line}:${column} ${path} ${reason}`.replace('  ', ' '),
  );
}

describe('a broken site.yaml is a content problem', () => {
  it.each([
    ['that is not YAML', 'name: [Materia\n', /^site\.yaml:2:1 is not valid YAML/],
    ['that is empty', '', /^site\.yaml:1:1 is empty; fill it/],
    ['that is a list', '- name\n', /^site\.yaml:1:1 is a list; it must be a map of fields/],
    ['that lacks a field', 'name: Materia\n', /^site\.yaml:1:1 lacks summary; add it/],
    ['with a number for a name', 'name: 3\n', /^site\.yaml:1:7 name is a number/],
    ['with a field of no meaning', 'title: Materia\n', /^site\.yaml:1:1 title is not a field here/],
    ['with an address that is none', 'siteUrl: nowhere\n', /^site\.yaml:1:10 siteUrl /],
  ])('%s', (_what, text, expected) => {
    expect(problemsOf(catalogWith('site.yaml', text))).toContainEqual(expect.stringMatching(expected));
  });
});

describe('a record that is refused', () => {
  it('does not make the links to it wrong as well', () => {
    const content = join(directory, 'linked');
    cpSync(join(fixtures, 'full'), content, { recursive: true });
    const file = join(content, 'medication/testamine.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nunknown: field\n`);
    expect(problemsOf(content).filter((problem) => problem.includes('slug of a medication'))).toEqual([]);
    expect(problemsOf(content)).toContainEqual(expect.stringMatching(/^medication\/testamine\.yaml:\d+:1 unknown/));
  });
});

describe('a broken page of prose is a content problem', () => {
  it.each([
    ['without front matter', 'Only text.', 'pages/about.md:1:1 has no front matter in YAML'],
    ['with front matter that does not end', '---\ntitle: x\n', 'pages/about.md:1:1 has front matter without an end'],
    ['with front matter that is not YAML', '---\ntitle: [x\n---\nText', 'pages/about.md:2:10 is not valid YAML'],
    ['without a description', '---\ntitle: About\n---\nText', 'pages/about.md:1:1 lacks description'],
    [
      'with front matter that is a program',
      '---js\n{ title: "x" }\n---\nText',
      'pages/about.md:1:1 has no front matter in YAML',
    ],
  ])('%s', (_what, text, expected) => {
    expect(problemsOf(catalogWith('pages/about.md', text))).toEqual([expect.stringContaining(expected)]);
  });

  it('that is a folder', () => {
    const content = catalogWith('pages/about.md/inside.md', 'Text');
    expect(problemsOf(content)).toContainEqual(expect.stringContaining('pages/about.md:1:1 is not a file'));
  });
});

describe('a command started from another directory', () => {
  const content = catalogWith('site.yaml', 'name: [Materia\n');
  const run = (command: string, args: string[] = [], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `scripts/${command}.ts`), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };

  it('reads CONTENT_DIR and paths from there, and prints them as they were written', () => {
    cpSync(join(fixtures, 'minimal'), join(directory, 'sound'), { recursive: true });
    expect(run('check', ['sound/medication'], { CONTENT_DIR: 'sound' })).toEqual({
      status: 0,
      output: expect.stringContaining('1 file is in order'),
    });
    const broken = run('check', [], { CONTENT_DIR: content.slice(directory.length + 1) });
    expect(broken).toEqual({ status: 1, output: expect.stringMatching(/^\d+\/site\.yaml:2:1 {2}is not valid YAML/) });
  });

  it('says where it looked for a file that is not there', () => {
    expect(run('check', ['content/medication/warfarin.yaml'])).toEqual({
      status: 1,
      output: `There is no content/medication/warfarin.yaml in ${directory}. Nothing was checked.\n`,
    });
  });

  it('that lacks arguments says how it is called', () => {
    expect(run('new')).toEqual({ status: 2, output: expect.stringContaining('npm run new <kind> <slug>') });
  });
});
