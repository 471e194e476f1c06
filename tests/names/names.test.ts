import { describe, expect, it } from 'vitest';
import type { NamedRecord } from '../../src/names/name-index.ts';
import { knownIngredients, resolveName } from '../../src/names/resolve.ts';
import { suggestRecords } from '../../src/names/suggestions.ts';
import { catalog } from '../fixtures/names/catalog.ts';
import { answerOf, indexOf } from '../fixtures/names/index.ts';
import { pairs, phrases } from '../support/lists.ts';

const index = indexOf();
const answer = (query: string): string => answerOf(resolveName(index, query));
const suggested = (query: string): string[] => resolveSuggestions(query).map(({ kind, slug }) => `${kind}/${slug}`);
function resolveSuggestions(query: string) {
  const resolution = resolveName(index, query);
  return resolution.status === 'found' ? [] : resolution.suggestions;
}

describe('an exact name', () => {
  it.each([
    ['warfarin', 'medication/warfarin', 'slug'],
    ['Warfarin', 'medication/warfarin', 'name'],
    ['  WARFARIN  ', 'medication/warfarin', 'name'],
    ['ｗａｒｆａｒｉｎ', 'medication/warfarin', 'name'],
    ['warfarín', 'medication/warfarin', 'name'],
    ['Coumadin®', 'medication/warfarin', 'alias'],
    ['Ozempic™', 'medication/semaglutide', 'alias'],
    ['Ozempic(R)', 'medication/semaglutide', 'alias'],
    ['St. John’s wort', 'supplement/st-johns-wort', 'name'],
    ["st john's-wort", 'supplement/st-johns-wort', 'name'],
    ['St.%20John%27s%20Wort', 'supplement/st-johns-wort', 'name'],
    ['"saw palmetto"', 'supplement/saw-palmetto', 'name'],
    ['bpc157', 'peptide/bpc-157', 'name'],
    ['BPC 157', 'peptide/bpc-157', 'name'],
    ['B.P.C.-157', 'peptide/bpc-157', 'name'],
    ['thymosin α1', 'peptide/thymosin-alpha-1', 'name'],
    ['Thymosin alpha 1', 'peptide/thymosin-alpha-1', 'name'],
    ['vitamin-d3', 'supplement/vitamin-d', 'alias'],
    ['vitamin B 12', 'supplement/vitamin-b12', 'name'],
    ['Co Q 10', 'supplement/coq10', 'name'],
    ['omega 3', 'supplement/omega-3', 'name'],
    ['5-MTHF', 'supplement/folate', 'alias'],
    ['HCTZ', 'medication/hydrochlorothiazide', 'alias'],
    ['APAP', 'medication/acetaminophen', 'alias'],
    ['paracetamol', 'medication/acetaminophen', 'alias'],
    ['glyceryl trinitrate', 'medication/nitroglycerin', 'alias'],
    ['Silybum marianum', 'supplement/milk-thistle', 'alias'],
    ['17β-estradiol', 'medication/estradiol', 'alias'],
    ['warfarin sodium', 'medication/warfarin', 'salt'],
    ['Magnesium Citrate', 'supplement/magnesium', 'salt'],
  ])('%s is %s by its %s', (query, expected, method) => {
    const resolution = resolveName(index, query);
    expect(answerOf(resolution)).toBe(expected);
    expect(resolution).toMatchObject({ match: { query, method, score: 1 } });
  });

  it.each([
    ['Jantoven', 'medication/warfarin', 'alias'],
    ['Nuprin', 'medication/ibuprofen', 'alias'],
    ['Advil Liqui-Gels', 'medication/ibuprofen', 'alias'],
    ['frusemide', 'medication/furosemide', 'alias'],
    ['Roxicet', 'medication/oxycodone-acetaminophen', 'alias'],
    ['hydroxyzine pamoate', 'medication/hydroxyzine', 'salt'],
    ['levothyroxine sodium anhydrous', 'medication/levothyroxine', 'salt'],
  ])('%s, which only the known names have, is %s by its %s', (query, expected, method) => {
    const bare = indexOf(catalog.map((record) => ({ ...record, names: record.names.slice(0, 1) })));
    const resolution = resolveName(bare, query);
    expect(answerOf(resolution)).toBe(expected);
    expect(resolution).toMatchObject({ match: { method, score: 1 } });
  });
});

describe('words that are no part of the name', () => {
  it.each([
    ['warfarin 5 mg tablet', 'medication/warfarin'],
    ['Warfarin 2.5mg', 'medication/warfarin'],
    ['metformin hcl er 500mg', 'medication/metformin'],
    ['metformin hydrochloride extended-release tablets, 1,000 mg', 'medication/metformin'],
    ['Percocet 5/325 mg', 'medication/oxycodone-acetaminophen'],
    ['oxycodone-acetaminophen 5-325 mg tablets', 'medication/oxycodone-acetaminophen'],
    ['Vitamin D3 5000 IU softgels', 'supplement/vitamin-d'],
    ['vitamin B12 1000 mcg', 'supplement/vitamin-b12'],
    ['CoQ10 100 mg', 'supplement/coq10'],
    ['omega-3 1000mg capsules', 'supplement/omega-3'],
    ['BPC-157 500 mcg oral capsules', 'peptide/bpc-157'],
    ['estradiol patch 0.05 mg', 'medication/estradiol'],
    ['generic Zocor', 'medication/simvastatin'],
    ["Children's Tylenol", 'medication/acetaminophen'],
    ['Tylenol extra strength', 'medication/acetaminophen'],
    ['semaglutide 0.25 mg subcutaneous injection pen', 'medication/semaglutide'],
    ['sildenafil citrate 50 mg', 'medication/sildenafil'],
    ['warfrin 5 mg tablets', 'medication/warfarin'],
    ['Coumadin (warfarin sodium)', 'medication/warfarin'],
    ['semaglutide (Ozempic)', 'medication/semaglutide'],
  ])('%s is %s', (query, expected) => {
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

it.each([
  ['metformin 500 mg twice a day', 'medication/metformin'],
  ['metformine 500 mg twice daily with meals', 'medication/metformin'],
  ['lamotrigine 25 mg every 12 hours as needed', 'medication/lamotrigine'],
  ['warfarin 5mg at bedtime', 'medication/warfarin'],
  ['sertraline 50 mg qd', 'medication/sertraline'],
  ['ibuprofen 400 mg three times a day', 'medication/ibuprofen'],
  ['One A Day', 'not_in_catalog'],
])('how often it is taken %s is %s', (query, expected) => {
  expect(answer(query)).toBe(expected);
});

describe('a figure without a unit', () => {
  const withStrengths = indexOf(
    catalog.map((record) =>
      record.slug === 'atorvastatin' ? { ...record, strengths: ['10', '20', '40', '80'] } : record,
    ),
  );

  it.each(['Lipitor 20', 'atorvastatin 80', 'atorvastatin calcium 10'])('%s is a strength of the record', (query) => {
    expect(answerOf(resolveName(withStrengths, query))).toBe('medication/atorvastatin');
  });

  it.each(['Lipitor 25', 'Lipitor 20 20', 'warfarin 5'])('%s is none', (query) => {
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
  it.each([
    ['semaglutide', 'medication/semaglutide', 'peptide/semaglutide'],
    ['semaglutide peptide', 'peptide/semaglutide', 'medication/semaglutide'],
    ['research semaglutide', 'peptide/semaglutide', 'medication/semaglutide'],
    ['compounded semaglutide 5 mg vial', 'peptide/semaglutide', 'medication/semaglutide'],
    ['prescription semaglutide', 'medication/semaglutide', 'peptide/semaglutide'],
    ['semaglutid', 'medication/semaglutide', 'peptide/semaglutide'],
    ['Ozempic', 'medication/semaglutide', 'peptide/semaglutide'],
  ])('%s is %s, with %s beside it', (query, expected, other) => {
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

  it.each([
    ['clinidin', 'between clonidine and Clinidine'],
    ['hydrolazine', 'between hydralazine and hydroxyzine'],
    ['prednislone', 'one letter from prednisone and from prednisolone'],
    ['scitalopram', 'one letter from citalopram and from escitalopram'],
    ['vistarel', 'Vistaril, or Vastarel, which is another drug'],
    ['xanx', 'too short'],
    ['tb-50', 'a wrong code'],
    ['bcp-157', 'a wrong code'],
    ['vitamin x', 'a wrong letter where one letter is the name'],
    ['thymosin alpha 2', 'a wrong figure'],
    ['zyrtec-dd', 'a suffix that nobody knows'],
    ['celebrx', 'Celebrex, which is not ours'],
    ['potasium chloride', 'potassium chloride, which is not ours'],
    ['qwertyuiop', 'nothing'],
    ['import', 'a word that is no name'],
    ['', 'empty'],
    ['💊', 'no letters'],
  ])('%s is not guessed: %s', (query) => {
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
