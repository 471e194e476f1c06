import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { fixtures, writeSmall } from '../support/build.ts';
import { editedCatalog } from '../support/edited-catalog.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minimal = editedCatalog('minimal');
const full = editedCatalog('full');
const problemsOf = (file: string, text: string, { problemsWith } = minimal): string[] =>
  problemsWith({ [file]: text }).map(({ file, line, column, path, reason }) =>
    `${file}:${line}:${column} ${path} ${reason}`.replace('  ', ' '),
  );

it.each([
  ['that is not YAML', 'name: [Materia\n', /^site\.yaml:2:1 is not valid YAML/],
  ['that is empty', '', /^site\.yaml:1:1 is empty; fill it/],
  ['that is a list', '- name\n', /^site\.yaml:1:1 is a list; it must be a map of fields/],
  ['that lacks a field', 'name: Materia\n', /^site\.yaml:1:1 lacks summary; add it/],
  ['with a number for a name', 'name: 3\n', /^site\.yaml:1:7 name is a number/],
  ['with a field of no meaning', 'title: Materia\n', /^site\.yaml:1:1 title is not a field here/],
  ['with an address that is none', 'siteUrl: nowhere\n', /^site\.yaml:1:10 siteUrl /],
])('a broken site.yaml is a content problem %s', (_what, text, expected) => {
  expect(problemsOf('site.yaml', text)).toContainEqual(expect.stringMatching(expected));
});

it('a record that is refused does not make the links to it wrong as well', () => {
  const file = 'medication/testamine.yaml';
  const problems = problemsOf(file, `${readFileSync(join(fixtures, 'full', file), 'utf8')}\nunknown: field\n`, full);
  expect(problems.filter((problem) => problem.includes('slug of a medication'))).toEqual([]);
  expect(problems).toContainEqual(expect.stringMatching(/^medication\/testamine\.yaml:\d+:1 unknown/));
});

describe('a broken page of prose is a content problem', () => {
  it.each([
    ['without front matter', 'Only text.', 'pages/about.md:1:1 has no front matter'],
    ['with front matter that does not end', '---\ntitle: x\n', 'pages/about.md:1:1 has front matter without an end'],
    ['with front matter that is not YAML', '---\ntitle: [x\n---\nText', 'pages/about.md:2:10 is not valid YAML'],
    ['without a description', '---\ntitle: About\n---\nText', 'pages/about.md:1:1 lacks description'],
    ['with a program for front matter', '---js\n{ title: "x" }\n---\nText', 'pages/about.md:1:1 has no front matter'],
  ])('%s', (_what, text, expected) => {
    expect(problemsOf('pages/about.md', text)).toEqual([expect.stringContaining(expected)]);
  });

  it('that is a folder', () => {
    expect(problemsOf('pages/about.md/inside.md', 'Text')).toContainEqual(
      expect.stringContaining('pages/about.md:1:1 is not a file'),
    );
  });
});

describe('a command started from another directory', () => {
  const directory = temporaryFolder();
  const run = (command: string, args: string[] = [], env: Record<string, string> = {}) => {
    const { status, output } = runScript(command, args, { cwd: directory, env });
    return { status, output };
  };

  it('reads CONTENT_DIR and paths from there, and prints them as they were written', () => {
    writeSmall('minimal', join(directory, 'sound'));
    expect(run('check', ['sound/medication'], { CONTENT_DIR: 'sound' })).toEqual({
      status: 0,
      output: expect.stringMatching(/^1 record is in order \(\d+ ms\)\.\n$/),
    });
    cpSync(join(fixtures, 'broken/medication.broken-yaml.yaml'), join(directory, 'sound/medication/minimol.yaml'));
    const broken = run('check', [], { CONTENT_DIR: 'sound' });
    expect(broken).toEqual({ status: 1, output: expect.stringMatching(/^sound\/medication\/minimol\.yaml:\d+:\d+ /) });
  });

  it.each([
    ['a file that is not there', 'lost.yaml', 'content', 'There is no lost.yaml in '],
    ['a file that is no record', join(root, 'package.json'), 'content', 'package.json is not a record '],
    ['a content folder that is not there', '', 'lost', /^There is no content folder .*lost\. CONTENT_DIR must name/],
  ])('names %s', (_what, path, contentDir, message) => {
    writeSmall('minimal', join(directory, 'content'));
    for (const command of ['check', 'fix']) {
      const { status, output } = run(command, path ? [path] : [], { CONTENT_DIR: contentDir });
      expect([status, output]).toEqual([1, expect.stringMatching(message)]);
    }
  });

  it('that lacks arguments says how it is called', () => {
    expect(run('new')).toEqual({ status: 2, output: expect.stringContaining('npm run new <kind> <slug>') });
  });
});
