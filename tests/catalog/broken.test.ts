import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOptions } from '../../src/build/options.ts';
import { inspectCatalog } from '../../src/catalog/load.ts';
import { formatProblems } from '../../src/catalog/problems.ts';
import { fixtures } from '../support/build.ts';

const slugs: Record<string, string> = { medication: 'minimol', supplement: 'miniroot', peptide: 'minide' };
const directory = mkdtempSync(join(tmpdir(), 'materia-broken-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The minimal catalog with one file put in the place of its own. */
function problemsWith(fixture: string, name = fixture): string {
  const content = join(directory, name);
  const [kind = ''] = fixture.split('.');
  cpSync(join(fixtures, 'minimal'), content, { recursive: true });
  cpSync(join(fixtures, 'broken', fixture), join(content, kind, `${slugs[kind]}.yaml`));
  const { problems, files } = inspectCatalog({ ...loadOptions({}), contentDir: content });
  return formatProblems(problems, files.length);
}

describe('a broken record is refused with its reason', () => {
  const broken = readdirSync(join(fixtures, 'broken')).filter((name) => name.endsWith('.yaml'));

  it.each(broken)('%s', (fixture) => {
    const promised = /^# refused: (.*)$/m.exec(readFileSync(join(fixtures, 'broken', fixture), 'utf8'))?.[1] ?? '';
    const [kind = ''] = fixture.split('.');
    const printed = problemsWith(fixture);
    expect(printed).toContain(promised);
    expect(printed).toMatch(new RegExp(`${kind}/${slugs[kind]}\\.yaml:\\d+:\\d+ {2}`));
  });
});

describe('the minimal catalog', () => {
  it('is in order', () => {
    expect(inspectCatalog({ ...loadOptions({}), contentDir: join(fixtures, 'minimal') }).problems).toEqual([]);
  });

  it('refuses a long sentence that stands in two records', () => {
    const content = join(directory, 'copied');
    cpSync(join(fixtures, 'minimal'), content, { recursive: true });
    const sentence =
      'In a trial of twelve people with a small soreness of the left hand the score fell by two points of ten after four weeks.';
    for (const [file, text] of [
      ['supplement/miniroot.yaml', 'A small root.'],
      ['peptide/minide.yaml', 'A small peptide.'],
    ] as const) {
      const path = join(content, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(text, sentence));
    }
    const { problems } = inspectCatalog({ ...loadOptions({}), contentDir: content });
    expect(problems.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'profile.whatItIs repeats a sentence of supplement/miniroot; write what is particular to this record',
    ]);
  });

  it('gives all problems of all files at once, each at its line', () => {
    const content = join(directory, 'several');
    cpSync(join(fixtures, 'minimal'), content, { recursive: true });
    cpSync(join(fixtures, 'broken/medication.html-in-text.yaml'), join(content, 'medication/minimol.yaml'));
    cpSync(join(fixtures, 'broken/supplement.id-not-slug.yaml'), join(content, 'supplement/miniroot.yaml'));
    const { problems } = inspectCatalog({ ...loadOptions({}), contentDir: content });
    expect(problems.map(({ path, line }) => [path, line])).toEqual([
      ['profile.indications[0]', 24],
      ['profile.id', 16],
    ]);
  });
});
