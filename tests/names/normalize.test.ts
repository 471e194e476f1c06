import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveName } from '../../src/names/resolve.ts';
import { biSim, difference, isOneSlip, soundOf, soundSim } from '../../src/names/similarity.ts';
import { suggestRecords } from '../../src/names/suggestions.ts';
import { joined, normalize } from '../../src/text/normalize.ts';
import { catalog } from '../fixtures/names/catalog.ts';
import { answerOf, fixtureNames } from '../fixtures/names/index.ts';

const index = fixtureNames();
const everyName = catalog.flatMap((record) => record.names.map(({ text }) => ({ record, text })));
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

describe('a normalized name', () => {
  it.each([
    ['Advil®  Liqui-Gels', 'advil liqui gels'],
    ['Coumadin™', 'coumadin'],
    ['Ozempic(R)', 'ozempic'],
    ['(R)-lipoic acid', 'r lipoic acid'],
    ['St. John’s%20Wort', 'st johns wort'],
    ['ＷＡＲＦＡＲＩＮ', 'warfarin'],
    ['Estradiól', 'estradiol'],
    ['Thymosin α1', 'thymosin alpha 1'],
    ['Tβ4', 't beta 4'],
    ['α-Lipoic Acid', 'alpha lipoic acid'],
    ['100 µg', '100 mcg'],
    ['1,000 IU', '1000 iu'],
    ['2.5 mg', '2.5 mg'],
    ['vitamin D₃', 'vitamin d3'],
    ['hydrocortisone 1%', 'hydrocortisone 1 percent'],
    ['5%zz', '5 percent zz'],
    ['A&amp;D', 'a d'],
    ['war​farin', 'war farin'],
    ['варфарин', 'варфарин'],
    ['\ud800', ''],
    ['', ''],
  ])('of %j is %j', (name, expected) => {
    expect(normalize(name)).toBe(expected);
  });

  it('is the same on the short way that plain texts take as on the long one', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZt019 .,-/;:()rRcC%&') });
    // A mark is left out, and makes any text one that is not plain.
    fc.assert(
      fc.property(plain, (text) => {
        expect(normalize(text)).toBe(normalize(`${text}®`));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is not changed by normalizing it again', () => {
    fc.assert(fc.property(anyText, (text) => normalize(normalize(text)) === normalize(text)));
  });

  it('has no spaces at its ends or next to one another', () => {
    fc.assert(fc.property(anyText, (text) => !/^ | $| {2}/.test(normalize(text))));
  });
});

describe('the resolver', () => {
  it('answers any text without throwing, twice the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(resolveName(index, text)).toEqual(resolveName(index, text));
        expect(suggestRecords(index, text, 'peptide').length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('does not care about case, spaces, accents and hyphens', () => {
    const disguises = [
      (text: string) => text.toUpperCase(),
      (text: string) => `  ${text.replaceAll(' ', '   ')}\t`,
      (text: string) => text.replaceAll('e', 'é').replaceAll('o', 'ö'),
      (text: string) => text.replaceAll(/[ -]/g, '-'),
      (text: string) => encodeURIComponent(text),
      (text: string) => `“${text}”`,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...everyName), fc.constantFrom(...disguises), ({ text }, disguise) => {
        expect(answerOf(resolveName(index, disguise(text)))).toBe(answerOf(resolveName(index, text)));
      }),
    );
  });

  it.each(everyName)(
    'leads from "$text" to $record.kind/$record.slug or a record of the same substance',
    ({ record, text }) => {
      const resolution = resolveName(index, text);
      const substances = resolution.status === 'found' ? resolution.record.substances : resolution.status;
      expect([record.substances, 'ambiguous_name']).toContainEqual(substances);
    },
  );
});

describe('the difference between what is typed and a name', () => {
  it.each([
    ['warfarin', 'warfarin', 0],
    ['warferin', 'warfarin', 0.5],
    ['warfsrin', 'warfarin', 0.75],
    ['wafrarin', 'warfarin', 0.75],
    ['warffarin', 'warfarin', 0.5],
    ['warfrin', 'warfarin', 1],
    ['warbarin', 'warfarin', 1],
    ['larfarin', 'warfarin', 1.5],
    ['prozaque', 'prozac', 2],
    ['flucofage', 'glucophage', 1.75],
    ['zanax', 'xanax', 0.5],
    ['abcdefghij', 'z', Number.POSITIVE_INFINITY],
  ])('%s for %s is %d errors', (typed, name, expected) => {
    expect(difference(typed, name)).toBe(expected);
  });

  it('is the same whatever was compared before', () => {
    const words = fc.stringMatching(/^[a-z]{0,30}$/);
    fc.assert(
      fc.property(words, words, words, words, (a, b, c, d) => {
        const first = difference(a, b);
        difference(c, d);
        return difference(a, b) === first && first >= 0;
      }),
    );
  });

  it.each([
    ['celexa', 'celexxa', true],
    ['celexa', 'cleexa', true],
    ['celexa', 'celex', true],
    ['celexa', 'celebrex', false],
    ['ab', 'ba', true],
    ['abcd', 'badc', false],
  ])('%s and %s are one slip apart: %s', (a, b, expected) => {
    expect(isOneSlip(a, b)).toBe(expected);
  });
});

describe('the similarity of two names', () => {
  it.each([
    ['zantac', 'xanax', 0.42],
    ['zantac', 'contac', 0.58],
    ['warfarin', 'warfarin', 1],
    ['abc', 'xyz', 0],
  ])('in letters, %s and %s, is %d', (a, b, expected) => {
    expect(biSim(a, b)).toBeCloseTo(expected, 1);
  });

  it('in sound is high where the letters differ', () => {
    expect(soundSim(soundOf('zanax'), soundOf('xanax'))).toBe(1);
    expect(soundSim(soundOf('foto'), soundOf('photo'))).toBe(1);
    expect(joined('st johns wort')).toBe('stjohnswort');
  });
});
