import { describe, expect, it } from 'vitest';
import { type Effect, effectIndex, spokenRecord, spokenTitle, wholeDetail } from '../../src/interactions/effects.ts';
import { ownCatalog } from '../support/own-catalog.ts';

const effect = (id: string, more: Partial<Effect>): Effect =>
  ({ id, name: id, help: 'now', signs: [], sources: [], ...more }) as Effect;
const effects = effectIndex([
  effect('bleeding', { name: 'Bleeding', follows: 'bleeding becomes more likely' }),
  effect('seizures', { name: 'Seizures', follows: 'a seizure becomes more likely' }),
  effect('drowsiness', { name: 'Drowsiness', follows: 'drowsiness can get worse', words: ['sleep'] }),
  effect('poisonous-level', { name: 'Poisoning', follows: '{affected} can build up to a poisonous level' }),
  effect('other', { name: 'Other' }),
  effect('low-sugar', { name: 'Low blood sugar', follows: 'blood sugar can fall too low' }),
  effect('high-sugar', { name: 'High blood sugar', follows: 'blood sugar can rise too high' }),
  effect('low-sugar', { name: 'Low blood sugar', follows: 'blood sugar can fall too low' }),
  effect('high-sugar', { name: 'High blood sugar', follows: 'blood sugar can rise too high' }),
  effect('stronger-effect', { name: 'Stronger effect', follows: '{affected} can act more strongly' }),
]);
const names = [spokenRecord('Tramadol'), spokenTitle('SSRIs (sertraline)')] as const;
const detailOf = (said: object): string =>
  wholeDetail({ effects: [], detail: '', evidence: 'label', ...said }, names, effects);

describe('the further effects of an entry', () => {
  it.each([
    ['told where it says nothing', { effects: ['bleeding', 'seizures'] }, 'A seizure becomes more likely, too.'],
    [
      'told before what it says itself',
      { effects: ['bleeding', 'seizures'], detail: 'Especially at the start.' },
      'A seizure becomes more likely, too. Especially at the start.',
    ],
    [
      'not told again',
      { effects: ['bleeding', 'seizures'], detail: 'Seizures were reported.' },
      'Seizures were reported.',
    ],
    [
      'not told again in other words',
      { effects: ['bleeding', 'drowsiness'], detail: 'People became sleepy.' },
      'People became sleepy.',
    ],
    [
      'told with whom they concern',
      { effects: ['bleeding', 'poisonous-level'], affects: 'this' },
      'Tramadol can build up to a poisonous level, too.',
    ],
    [
      'told where only the opposite is named',
      { effects: ['low-sugar', 'high-sugar'], detail: 'Low blood sugar was reported.' },
      'Blood sugar can rise too high, too. Low blood sugar was reported.',
    ],
    [
      'told as theory',
      { effects: ['bleeding', 'seizures'], evidence: 'theory' },
      'In theory, a seizure becomes more likely, too.',
    ],
    ['not told where they follow anyway', { effects: ['bleeding', 'stronger-effect'] }, ''],
    [
      'told after what it says itself, where the first has no sentence',
      { effects: ['other', 'bleeding'], detail: 'The rash gets worse' },
      'The rash gets worse. Bleeding becomes more likely, too.',
    ],
    ['not told where the first has no sentence and nothing is said of it', { effects: ['other', 'bleeding'] }, ''],
    ['none', { effects: ['bleeding'], detail: 'Check the INR.' }, 'Check the INR.'],
  ])('are %s', (_, said, told) => {
    expect(detailOf(said)).toBe(told);
  });

  it('are in what our own records say of a pair', () => {
    const tramadol = ownCatalog().catalog.entries.find(({ slug }) => slug === 'tramadol');
    const opioids = tramadol?.statements?.find(({ text }) => text.startsWith('Other opioids'));
    expect(opioids?.effects).toContain('seizures');
    expect(opioids?.detail).toMatch(/seizure/i);
  });
});
