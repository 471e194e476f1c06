import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { factDifferences, warningCount } from '../../scripts/facts/record-facts.ts';
import { root } from '../../src/build/options.ts';
import { fixtures } from '../support/build.ts';

const names = new Map([
  ['warfarin', 'warfarin'],
  ['aspirin', 'aspirin'],
  ['asa', 'aspirin'],
  ['minimol', 'minimol'],
]);
const ownNames = new Set(['minimol']);
const said = (text: string) => ({ practical: { missedDose: { text, sources: ['label'] } } });
const told = (before: unknown, after: unknown, ignoredKeys = new Set<string>()): string[] =>
  factDifferences(before, after, { names, ownNames, ignoredKeys }).map(
    ({ path, type, lost, added }) => `${path} ${type} -[${lost.join(', ')}] +[${added.join(', ')}]`,
  );
const toldOf = (before: string, after: string): string[] =>
  told(said(before), said(after)).map((line) => line.replace('practical.missedDose.text ', ''));

describe('factDifferences', () => {
  it.each([
    [
      'A missed dose is taken as soon as possible on the same day, at most 5 mg. Two doses are not taken at once.',
      "If you miss a dose, take it as soon as you can on the same day, at most 5 mg. Don't take 2 doses together.",
    ],
    ['Liver values rise, above all with weak kidneys.', 'Liver tests rise, especially with reduced kidney function.'],
    [
      'Blurred sight and low sugar may come in 1,200 people.',
      'Blurred vision and low blood sugar can occur in 1200 people.',
    ],
    ['Minimol is weaker with aspirin.', 'It is weaker with ASA.'],
    ['Deadly at times (2 percent), 20 to 25°C.', 'Sometimes fatal (2%), at 20 to 25 °C.'],
  ])('finds nothing in a sentence that says the same: %s', (before, after) => {
    expect(toldOf(before, after)).toEqual([]);
  });

  it.each([
    ['a figure', 'At most 5 mg a day', 'At most 50 mg a day', ['figure -[5 mg] +[50 mg]']],
    ['a unit', 'At most 5 mg a day', 'At most 5 mcg a day', ['figure -[5 mg] +[5 mcg]']],
    ['a figure in words', 'for six hours', 'for five hours', ['figure -[6 hour] +[5 hour]']],
    ['an identifier', 'ARTS (NCT00839657)', 'ARTS (NCT00839658)', ['figure -[nct00839657] +[nct00839658]']],
    ['a name', 'less with aspirin or warfarin', 'less with warfarin', ['name -[aspirin] +[]']],
    ['a negation', 'It is not removed', 'It is removed', ['negation -[not] +[]']],
    ['a second negation', 'Do not crush, do not chew', 'Do not crush and chew', ['negation -[not] +[]']],
    ['a restriction', 'Only with a meal', 'With a meal', ['negation -[only] +[]']],
    ['a doubt', 'This may harm', 'This harms', ['doubt -[may] +[]']],
    [
      'a severity',
      'Call for help now: rash',
      'Call the same day: rash',
      ['severity -[call for help now] +[call the same day]'],
    ],
    ['a condition', 'Tell them of glaucoma', 'Tell them', ['condition -[glaucoma] +[]']],
  ])('finds %s that changed', (_what, before, after, expected) => {
    expect(toldOf(before, after)).toEqual(expected);
  });

  it('finds another verdict, another source and another link', () => {
    const entry = { drug: 'Aspirin', action: 'avoid', sources: ['label'], link: 'https://a.test/1' };
    expect(told([entry], [{ ...entry, action: 'monitor' }])).toEqual(['[0].action value -[avoid] +[monitor]']);
    expect(told([entry], [{ ...entry, sources: ['review'] }])).toEqual(['[0].sources[0] value -[label] +[review]']);
    expect(told([entry], [{ ...entry, link: 'https://a.test/2' }])).toHaveLength(1);
  });

  it('finds an entry that is gone, and compares the others with their own', () => {
    const before = { serious: ['Chest pain that is new', 'Yellow skin for 2 days', 'Rash with fever'] };
    const after = { serious: ['New chest pain, any', 'Rash with fever'] };
    expect(told(before, after)).toEqual([
      'serious structure -[3 entries] +[2 entries]',
      'serious[1] structure -[entry] +[]',
    ]);
  });

  it('finds keys that are lost or new, except those it is told to ignore', () => {
    const [before, after] = [{ note: 'x' }, { effects: ['bleeding'] }];
    expect(told(before, after)).toEqual(['note structure -[note] +[]', 'effects structure -[] +[effects]']);
    expect(told(before, after, new Set(['effects']))).toEqual(['note structure -[note] +[]']);
  });

  it('takes a question for a question, not for a doubt', () => {
    const asked = (text: string) => ({ doctorQuestions: { questions: [text] } });
    expect(told(asked('Is alcohol allowed?'), asked("May I drink alcohol, or can't I?"))).toEqual([]);
  });

  it('says where a fact has moved to', () => {
    expect(told({ rates: 'In 4 weeks', tip: 'Mild' }, { rates: 'Mild', tip: 'Within 4 weeks' })).toEqual([
      'rates figure -[4 week (now in tip)] +[]',
      'tip figure -[] +[4 week]',
    ]);
  });

  it('leaves out what an editor writes about the edit', () => {
    expect(told({ changes: [{ date: '2026-01-01' }] }, { changes: [{ date: '2026-01-02' }, {}] })).toEqual([]);
  });
});

it('warningCount counts contraindications, boxed and serious warnings, groups at risk and interactions', () => {
  const record = {
    contraindications: [{ text: 'A', sources: ['label'] }],
    profile: {
      blackBox: { warning: 'B', description: 'no', contraindications: ['C'] },
      sideEffects: { serious: [{ text: 'D' }, 'E'], common: [{ effect: 'no' }] },
      drugInteractions: { major: [{ drug: 'no', effect: 'F' }] },
      cautionGroups: ['G'],
    },
  };
  expect(warningCount(record)).toBe(7);
});

describe('npm run facts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'materia-facts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const record = join(fixtures, 'full/medication/testamine.yaml');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('node', ['scripts/facts.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, out: stdout + stderr };
  };

  it('ends with 0 where a record says the same', () => {
    expect(run(record, record)).toEqual({
      status: 0,
      out: expect.stringMatching(/^0 differences in 0 of 1 record\.\nWarnings: (\d+) before, \1 after\.\n$/),
    });
  });

  it('prints the place and both texts, and ends with 1', () => {
    const edited = join(folder, 'testamine.yaml');
    const text = readFileSync(record, 'utf8');
    writeFileSync(edited, text.replace(/(\d+) mg/, '77777 mg'));
    const { status, out } = run(record, edited);
    expect(status).toBe(1);
    expect(out).toMatch(
      /testamine\.yaml {2}\S+\n {2}figure: - \d+ mg, \+ 77777 mg\n {2}before: .*\n {2}after: {2}.*77777 mg/,
    );
  });

  it('refuses what is neither a path nor a revision', () => {
    expect(run('no-such-thing', record)).toEqual({
      status: 1,
      out: 'no-such-thing is no file, no folder and no revision of git.\n',
    });
  });
});
