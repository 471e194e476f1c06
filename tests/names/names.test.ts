import { describe, expect, it } from 'vitest';
import type { NamedRecord } from '../../src/names/name-index.ts';
import { knownIngredients, resolveName } from '../../src/names/resolve.ts';
import { suggestRecords } from '../../src/names/suggestions.ts';
import { catalog, rowsOf } from '../fixtures/names/catalog.ts';
import { answerOf, fixtureNames, indexOf } from '../fixtures/names/index.ts';
import { pairs, phrases } from '../support/lists.ts';

const index = fixtureNames();
/** Rows of a group of tests/fixtures/names/readings.tsv. */
const readings = (group: string) => rowsOf('readings.tsv').flatMap(([of, ...row]) => (of === group ? [row] : []));
const answer = (query: string): string => answerOf(resolveName(index, query));
const suggested = (query: string): string[] => resolveSuggestions(query).map(({ kind, slug }) => `${kind}/${slug}`);
function resolveSuggestions(query: string) {
  const resolution = resolveName(index, query);
  return resolution.status === 'found' ? [] : resolution.suggestions;
}

describe('an exact name', () => {
  it.each(readings('exact'))('%s is %s by its %s', (query = '', expected = '', method = '') => {
    const resolution = resolveName(index, query);
    expect(answerOf(resolution)).toBe(expected);
    expect(resolution).toMatchObject({ match: { query, method, score: 1 } });
  });

  it.each(readings('known names'))(
    '%s, which only the known names have, is %s by its %s',
    (query = '', expected = '', method = '') => {
      const bare = indexOf(catalog.map((record) => ({ ...record, names: record.names.slice(0, 1) })));
      const resolution = resolveName(bare, query);
      expect(answerOf(resolution)).toBe(expected);
      expect(resolution).toMatchObject({ match: { method, score: 1 } });
    },
  );
});

describe('words that are no part of the name', () => {
  it.each(readings('more words'))('%s is %s', (query = '', expected = '') => {
    expect(answer(query)).toBe(expected);
  });

  it.each(phrases`
    Tylenol 3, Tylenol #3, Tylenol with codeine, Tylenol PM, Panadol Extra, Advil PM, losartan HCTZ,
    lisinopril/hydrochlorothiazide 20-12.5 mg, potassium chloride, sodium chloride, magnesium stearate,
    lithium orotate, zinc oxide, Zyrtec-D`)('%s is a real name of something else', (query) => {
    expect(answer(query)).toBe('not_in_catalog');
  });

  it.each(phrases`
    warfarin xyz, warfarin 5, lisinopril 20/25, amlodipine 5/10, lisinopril 20/25 mg, losartan 50-12.5 mg,
    losartan 50mg/12.5mg, tylenol 300-30 mg tablets, vitamin d calcium, calcium magnesium zinc,
    warfarin and ibuprofen, metformin side effects`)('%s is not cut down to a name that it may not mean', (query) => {
    expect(['ambiguous_name', 'not_recognized']).toContain(answer(query));
    expect(suggested(query).length).toBeGreaterThan(0);
  });
});

it.each(['humulinn 70/30', 'novolinn 70/30'])('%s is no other insulin with figures behind it', (query) => {
  expect(['ambiguous_name', 'not_recognized']).toContain(answer(query));
});

it.each(readings('how often'))('how often it is taken %s is %s', (query = '', expected = '') => {
  expect(answer(query)).toBe(expected);
});

describe('a figure without a unit', () => {
  const withStrengths = indexOf(
    catalog.map((record) =>
      record.slug === 'atorvastatin' ? { ...record, strengths: ['10', '20', '40', '80'] } : record,
    ),
  );

  it.each(['Lipitor 20', 'atorvastatin 80', 'atorvastatin calcium 10', 'atorvastatn 40', 'Lipitr 20'])(
    '%s is a strength of the record',
    (query) => {
      expect(answerOf(resolveName(withStrengths, query))).toBe('medication/atorvastatin');
    },
  );

  it.each(['Lipitor 25', 'Lipitor 20 20', 'warfarin 5', 'atorvastatn 25'])('%s is none', (query) => {
    expect(['ambiguous_name', 'not_recognized']).toContain(answerOf(resolveName(withStrengths, query)));
  });
});

describe('an identifier', () => {
  const withIds = indexOf(
    catalog.map((record) =>
      record.slug === 'warfarin'
        ? { ...record, identifiers: ['5q7zvv76ei', 'unii 5q7zvv76ei', 'rxcui 11289'] }
        : record,
    ),
  );

  it.each(['5Q7ZVV76EI', 'unii:5Q7ZVV76EI', 'UNII 5q7zvv76ei', 'rxcui:11289', 'RxCUI 11289'])(
    '%s is warfarin',
    (query) => {
      const resolution = resolveName(withIds, query);
      expect(answerOf(resolution)).toBe('medication/warfarin');
      expect(resolution).toMatchObject({ match: { method: 'identifier', score: 1 } });
    },
  );

  it.each(['5Q7ZVV76E1', 'rxcui:11290', '11289', 'unii:'])('%s is none, and no identifier is ever guessed', (query) => {
    expect(answerOf(resolveName(withIds, query))).toBe('not_recognized');
  });
});

describe('a combination', () => {
  it.each(pairs`
    oxycodone and acetaminophen = medication/oxycodone-acetaminophen,
    acetaminophen / oxycodone = medication/oxycodone-acetaminophen,
    paracetamol with oxycodone = medication/oxycodone-acetaminophen, Percocet = medication/oxycodone-acetaminophen,
    Tylox = medication/oxycodone-acetaminophen, acetaminophen = medication/acetaminophen,
    oxycodone = not_in_catalog, Vicodin = not_in_catalog, hydrocodone APAP = not_in_catalog`)(
    '%s is %s',
    (query, expected) => {
      expect(answer(query)).toBe(expected);
    },
  );

  it('says what is in one that we do not have, and suggests only records of its ingredients', () => {
    expect(resolveName(index, 'Vicodin')).toMatchObject({
      name: 'vicodin',
      canonical: ['acetaminophen', 'hydrocodone'],
    });
    expect(suggested('Vicodin')).toEqual(['medication/acetaminophen']);
  });

  it('does not pass as one ingredient when its other ones are unknown', () => {
    expect(answer('Acetadryl')).toBe('not_in_catalog');
    expect(knownIngredients(index, 'Acetadryl')).toEqual(['acetaminophen']);
  });
});

describe('one substance with several records', () => {
  it.each(readings('several records'))('%s is %s, with %s beside it', (query = '', expected = '', other = '') => {
    const resolution = resolveName(index, query);
    expect(answerOf(resolution)).toBe(expected);
    const alternatives = resolution.status === 'found' ? resolution.match.alternatives : [];
    expect(alternatives.map(({ kind, slug }) => `${kind}/${slug}`)).toEqual([other]);
  });

  it('leaves a name open that two substances claim alike', () => {
    const claim = (slug: string): NamedRecord => ({
      kind: 'supplement',
      slug,
      name: slug,
      substances: [slug],
      names: [
        { text: slug, sort: 'slug' },
        { text: 'Wonder Root', sort: 'alias' },
      ],
    });
    const resolution = resolveName(indexOf([claim('abcdine'), claim('xyzium')]), 'wonder root');
    expect(resolution.status).toBe('ambiguous_name');
  });

  it('prefers a record of that name to an alias of another', () => {
    const named = (slug: string, alias: string): NamedRecord => ({
      kind: 'supplement',
      slug,
      name: slug,
      substances: [slug],
      names: [
        { text: alias, sort: 'alias' },
        { text: slug, sort: 'slug' },
      ],
    });
    expect(answerOf(resolveName(indexOf([named('xyzium', 'abcdine'), named('abcdine', 'abc')]), 'abcdine'))).toBe(
      'supplement/abcdine',
    );
  });
});

describe('a misspelling', () => {
  it.each(pairs`
    warferin = medication/warfarin, hydralizine = medication/hydralazine, zanax = medication/alprazolam,
    st jons wort = supplement/st-johns-wort, vitamen d = supplement/vitamin-d,
    tymosin alpha-1 = peptide/thymosin-alpha-1, sertraline hydrocloride = medication/sertraline`)(
    '%s is %s, marked as a guess',
    (query, expected) => {
      const resolution = resolveName(index, query);
      expect(answerOf(resolution)).toBe(expected);
      expect(resolution).toMatchObject({ match: { method: 'fuzzy' } });
      expect(resolution.status === 'found' && resolution.match.score).toBeLessThan(1);
    },
  );

  it.each(readings('open'))('%s is not guessed: %s', (query = '') => {
    expect(['ambiguous_name', 'not_recognized']).toContain(answer(query));
  });

  it('offers both sides of a confusable pair', () => {
    expect(suggested('hydrolazine')).toEqual(
      expect.arrayContaining(['medication/hydralazine', 'medication/hydroxyzine']),
    );
  });

  it.each(pairs`
    asprin = aspirin, clinidine = povidone-iodine, estracyt = estramustine, niravi = lidocaine, Paxel = paclitaxel,
    Dociton = propranolol, Volmax = albuterol`)('%s is read as %s, which has no record', (query, ingredient) => {
    expect(resolveName(index, query)).toMatchObject({ status: 'not_in_catalog', canonical: [ingredient] });
  });

  it.each(['clinidine', 'estracyt', 'niravi', 'paxel', 'dociton', 'volmax', 'cetapred', 'panafil', 'silexan'])(
    '%s is no slip in one of our names, even if nobody lists it, and not led to it alone',
    (query) => {
      const unlisted = indexOf(catalog, (name) => name !== query);
      expect(resolveName(unlisted, query).status).not.toBe('found');
    },
  );

  it('does not offer our nearest name for what is rather a drug outside the catalog', () => {
    expect(suggested('celebrx')).toEqual([]);
  });
});

describe('suggestions for an address that does not exist', () => {
  it.each([
    ['warfari', 'medication', 'medication/warfarin'],
    ['bpc-157', 'medication', 'peptide/bpc-157'],
    ['semaglutid', 'peptide', 'peptide/semaglutide'],
    ['omega', 'supplement', 'supplement/omega-3'],
    ['vitamin-d2', 'supplement', 'supplement/vitamin-d'],
  ] as const)('%s among %ss suggests %s first', (query, kind, expected) => {
    const [first] = suggestRecords(index, query, kind);
    expect(`${first?.kind}/${first?.slug}`).toBe(expected);
  });

  it('are never more than five, and none for nothing', () => {
    expect(suggestRecords(index, 'pr').length).toBeLessThanOrEqual(5);
    expect(suggestRecords(index, '')).toEqual([]);
  });
});

it.each([
  ['warfarin', ['warfarin']],
  ['Zantac', ['ranitidine']],
  ['Augmentin', ['amoxicillin', 'clavulanate']],
  ['warfarin sodium 5 mg', ['warfarin']],
  ['acetaminophen and codeine', ['acetaminophen', 'codeine']],
  ['qwertyuiop', undefined],
  ['', undefined],
])('the ingredients of a known name %s: %j', (query, expected) => {
  expect(knownIngredients(index, query)?.toSorted()).toEqual(expected);
});

it('an address that leads nowhere suggests the record whose slug has one letter more, whichever is missing', () => {
  const lacking = catalog.flatMap(({ slug }) =>
    [...slug].flatMap((_, at) => {
      const asked = slug.slice(0, at) + slug.slice(at + 1);
      const isRecord = catalog.some((record) => record.slug === asked);
      return isRecord || suggestRecords(index, asked).some((one) => one.slug === slug) ? [] : [`${asked} for ${slug}`];
    }),
  );
  expect(lacking).toEqual([]);
});
