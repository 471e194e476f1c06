import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblems } from '../../src/catalog/problems.ts';
import { fixtures } from '../support/build.ts';
import { editedCatalog } from '../support/edited-catalog.ts';

const files = { medication: 'minimol', supplement: 'miniroot', peptide: 'minide' };
const fileOf = (kind: string): string => `${kind}/${files[kind as keyof typeof files]}.yaml`;
const read = (path: string): string => readFileSync(join(fixtures, path), 'utf8');
const { problemsWith } = editedCatalog('minimal');

it.each(readdirSync(join(fixtures, 'broken')).filter((name) => name.endsWith('.yaml')))(
  'a broken record is refused with its reason %s',
  (fixture) => {
    const text = read(`broken/${fixture}`);
    const file = fileOf(fixture.split('.')[0] ?? '');
    const printed = formatProblems(problemsWith({ [file]: text }), 3);
    expect(printed).toContain(/^# refused: (.*)$/m.exec(text)?.[1] ?? '');
    expect(printed).toMatch(new RegExp(`^${file}:\\d+:\\d+ {2}`, 'm'));
  },
);

describe('the minimal catalog', () => {
  it('is in order', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it('refuses a long sentence of two records', () => {
    const sentence =
      'In a trial of twelve people with a small soreness of the left hand the score fell by two points of ten after four weeks.';
    const copied = ([kind, text]: [string, string]): [string, string] => [
      fileOf(kind),
      read(`minimal/${fileOf(kind)}`).replace(text, sentence),
    ];
    const edits: [string, string][] = [
      ['supplement', 'A small root.'],
      ['peptide', 'A small peptide.'],
    ];
    expect(problemsWith(Object.fromEntries(edits.map(copied))).map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'profile.whatItIs repeats a sentence of supplement/miniroot; write what is particular to this record',
    ]);
  });

  it('gives all problems of all files at once, each at its line', () => {
    const problems = problemsWith({
      [fileOf('medication')]: read('broken/medication.html-in-text.yaml'),
      [fileOf('supplement')]: read('broken/supplement.id-not-slug.yaml'),
    });
    expect(problems.map(({ path, line }) => [path, line])).toEqual([
      ['profile.indications[0]', 24],
      ['profile.id', 16],
    ]);
  });
});
