import { describe, expect, it } from 'vitest';
import { fleschKincaid } from '../../src/catalog/rules/language.ts';
import { perTenThousand, wordingOf } from '../../src/catalog/wording.ts';
import type { Entry } from '../../src/records/entry.ts';

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
const record = (slug: string, practical: string[], effect = ''): Entry =>
  ({
    kind: 'medication',
    slug,
    contraindications: [],
    practical: { ...practical },
    profile: { drugInteractions: { major: [{ drug: 'Above all', effect }] } },
  }) as unknown as Entry;

describe('fleschKincaid', () => {
  it('is 0.39 words a sentence plus 11.8 syllables a word less 15.59', () => {
    // Ten words of one syllable in each sentence, then ten of three.
    expect(fleschKincaid(times(12, 'a b c d a b c d a b'))).toBeCloseTo(0.39 * 10 + 11.8 - 15.59, 5);
    expect(fleschKincaid(times(12, times(10, 'banana').join(' ')))).toBeCloseTo(0.39 * 10 + 11.8 * 3 - 15.59, 5);
  });

  it('counts each sentence of a text, and tells nothing of few words', () => {
    const [short, long] = ['The cat sat. The dog ran. The sun set.', 'The cat sat the dog ran the sun set.'];
    expect(fleschKincaid(times(20, short))).toBeLessThan(fleschKincaid(times(20, long)));
    expect(fleschKincaid([short])).toBe(0);
  });
});

describe('wordingOf', () => {
  const easy = record('easy', times(30, 'You can take it with food (bioavailability unchanged).'));
  const hard = record(
    'hard',
    times(30, 'Administration of anticoagulation necessitates periodic monitoring.'),
    'Above all',
  );

  it('counts words and phrases, not those of names', () => {
    const { words, refused } = wordingOf([hard]);
    expect([words, refused, perTenThousand(refused, words)]).toEqual([182, 1, '54.9']);
  });

  it('orders records by the grade of what patients read, without what is in brackets', () => {
    const { grades } = wordingOf([hard, easy]);
    expect(grades.map(({ ref }) => ref)).toEqual(['medication/easy', 'medication/hard']);
    const bare = record('easy', times(30, 'You can take it with food.'));
    expect(wordingOf([bare]).grades).toEqual([grades[0]]);
  });
});
