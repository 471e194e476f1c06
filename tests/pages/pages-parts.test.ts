import { describe, expect, it } from 'vitest';
import { scriptJson } from '../../src/components/jsonld.ts';
import { anchor, byCategory, byClass, byLetter } from '../../src/components/lists/record-groups.ts';
import { renderProse } from '../../src/components/prose.ts';
import { payerBar, peopleBar } from '../../src/figures/people-bars.ts';
import { parseRate, rateLines } from '../../src/figures/rates.ts';
import { biasTally, funderTally, squares } from '../../src/figures/tallies.ts';
import { isWorse, verdicts } from '../../src/figures/verdicts.ts';
import type { InteractionClass } from '../../src/interactions/vocabulary.ts';
import { compareProfiles, inCommon, isDifference } from '../../src/profile/comparison.ts';
import { funderType } from '../../src/profile/funding.ts';
import { paidFor, peopleInName, studyFigures } from '../../src/profile/study-people.ts';
import { apiAddress } from '../../src/records/address.ts';
import { displayName, type Entry } from '../../src/records/entry.ts';
import { sourceDate, sourcesOf } from '../../src/records/sources.ts';
import { longDate } from '../../src/text/dates.ts';
import { phrases, words } from '../support/lists.ts';
import { visibleText, visibleValues } from '../support/page-text.ts';

const entry = (profile: object, more: object = {}): Entry =>
  ({
    kind: 'medication',
    slug: 'x',
    names: {},
    substances: ['x'],
    sources: [],
    supports: {},
    support: {},
    contraindications: [],
    practical: {},
    trialFindings: [],
    otherResults: [],
    changes: [],
    profile,
    ...more,
  }) as unknown as Entry;

describe('a rate is drawn', () => {
  it.each([
    ['26 of 100 people (26%), 12 of 100 on placebo', { treated: 26, placebo: 12 }],
    ['2.7 of 100 people (2.7%), 2.3 of 100 on placebo (4S)', { treated: 2.7, placebo: 2.3 }],
    ['11 of 100 women (10.7%), 6 of 100 on placebo', { treated: 11, placebo: 6 }],
    ['5 of 100 people (5%)', { treated: 5 }],
  ])('from "%s"', (text, rate) => {
    expect(parseRate(text)).toEqual(rate);
  });

  it.each([
    'About 7% of people',
    '3% to 9% of people; no placebo rate given',
    '10 of 100 or more with a patch',
    '7 of 100 people (7%), under 1 of 100 on placebo',
    '103 of 1,216 people (8.5%) on warfarin, 39 of 1,206 (3.2%) on aspirin',
    '6 of 100 people (6%), 2 of 100 on placebo; men 7% and 2%, women 4% and 2%',
    '26 of 100 people (62%), 12 of 100 on placebo',
    '126 of 100 people',
    'No rate in the label',
  ])('never from "%s"', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });

  it('with four units for each person', () => {
    expect(rateLines({ treated: 26, placebo: 12 }).map(({ d }) => d)).toEqual(phrases`
      M0 5h400, M0 5h104, M0 19h400, M0 19h48`);
  });
});

describe('a comparison', () => {
  it('keeps every field that any of them states, in the order of the fields', () => {
    const rows = compareProfiles([
      { profile: { genericName: 'A', manufacturer: 'M' }, contraindications: [] },
      { profile: { genericName: 'B' }, contraindications: ['allergy to B'] },
      { profile: { genericName: 'C', drugClass: 'K' }, contraindications: [] },
    ]);
    expect(rows.map(({ field, values }) => [field, ...values])).toEqual([
      ['genericName', 'A', 'B', 'C'],
      ['drugClass', null, null, 'K'],
      ['contraindications', null, ['allergy to B'], null],
      ['manufacturer', 'M', null, null],
    ]);
  });

  it('takes neither names nor order, spelling or silence for a difference', () => {
    const rows = compareProfiles([
      {
        profile: {
          genericName: 'A',
          brandName: 'X',
          schedule: 'Not controlled.',
          indications: ['Pain', 'Fever'],
          drugClass: 'K',
          specialPopulations: { pregnancy: { category: 'Avoid', details: 'One reason' } },
        },
        contraindications: [],
      },
      {
        profile: {
          genericName: 'B',
          schedule: 'not controlled',
          indications: ['fever', 'Pain'],
          taperingInfo: { tierLabel: 'Slowly' },
          drugClass: 'L',
          specialPopulations: { pregnancy: { category: 'Avoid', details: 'Another' } },
        },
        contraindications: [],
      },
    ]);
    expect(rows.filter(({ same }) => same).map(({ field }) => field)).toEqual(words`
      genericName brandName schedule indications`);
    expect(rows.filter(isDifference).map(({ field }) => field)).toEqual(['drugClass']);
  });

  it('tells the entries that every record has', () => {
    expect(inCommon([['Pain', 'Fever', 'Cough'], ['fever', 'pain'], 'Fever.'])).toEqual(['Fever']);
    expect(inCommon([['Pain'], null])).toEqual([]);
  });
});

describe('people of a study', () => {
  it.each([
    ['ARISTOTLE: apixaban against warfarin in atrial fibrillation, 18,201 people', 18_201],
    ['Weight in adults with type 2 diabetes (938 people)', 938],
    ['Adderall XR and atomoxetine in children aged 6 to 12 (215 children)', 215],
    ['COZI: sleep therapy (155 people; 1,200 were planned; another use: insomnia)', 155],
    ['Delirium and pain after surgery (another use: 750 people, phase 3)', 750],
    ['Going on or switching to placebo after 36 weeks (670 people randomized)', 670],
  ])('are read from "%s"', (name, people) => {
    expect(peopleInName(name)).toBe(people);
  });

  it.each([
    'Apixaban compared with rivaroxaban, 10,000 people planned',
    'CATIE: antipsychotics in chronic schizophrenia (1,600 people planned, phase 4)',
    'REDUCE-AMI: beta-blocker or none after a heart attack, about 5,000 people',
    'ALLHAT: amlodipine or chlorthalidone; 9,048 people on amlodipine',
    'COGENT-1: clopidogrel with or without omeprazole (3,761 people analyzed)',
    'TNT: 80 mg against 10 mg',
  ])('are not read from "%s"', (name) => {
    expect(peopleInName(name)).toBeUndefined();
  });

  it('are not counted again in a review, nor guessed from words', () => {
    const figures = [
      { name: 'A trial', n: '1,000', funded: 'NIH (public)' },
      { name: 'B trial', n: '250', funded: 'Maker, Inc (manufacturer; sponsor: a university)' },
      { name: 'Meta-analysis (J X)', n: '90,000', funded: 'NIH (public)' },
      { name: 'C', n: '46 trials' },
      { name: 'D', n: '2,282 (306 treated)' },
    ].map(studyFigures);
    expect(paidFor(figures)).toEqual({
      paid: [
        { payer: 'public', people: 1_000, studies: 1 },
        { payer: 'manufacturer', people: 250, studies: 1 },
      ],
      stated: 2,
      unstated: 3,
    });
    const bar = payerBar(figures, 'study');
    expect(bar?.words).toContain('2 of 5 studies');
    expect(bar?.words).toContain('Reviews are left out');
    expect(payerBar(figures.slice(0, 1), 'study')).toBeUndefined();
  });

  it('are a line as long as they are many', () => {
    expect(peopleBar(500, 1_000)).toBe('M0 0h50v6h-50z');
  });

  it.each([
    ['AlzChem (maker), collaborator (manufacturer; sponsor: University of X)', 'manufacturer'],
    ['Stichting Coolsingel (foundation; charity)', 'public'],
    ['British Heart Foundation (charity); Bayer gave study drug (mixed)', 'mixed'],
    ['NIDDK (public); Bayer (industry)', 'mixed'],
    ['Not checked (sponsor: Pfizer)', 'not_checked'],
  ])('were paid for, in "%s", by: %s', (funder, type) => {
    expect(funderType(funder, undefined)).toBe(type);
  });
});

describe('tallies', () => {
  it('count trials by who paid, and never take silence for independence', () => {
    const trialLinks = [
      { funder: 'Pfizer (manufacturer)' },
      { funder: 'NHLBI (public)' },
      { funder: 'Not reported' },
      {},
    ];
    const tally = funderTally(entry({ clinicalTrials: { trialLinks } }));
    expect(tally?.rows.map(({ label, count }) => [label, count])).toEqual([
      ['The manufacturer', 1],
      ['Public or charity', 1],
      ['Not reported', 1],
      ['Not checked', 1],
    ]);
  });

  it('count studies by risk of bias, and those that nobody judged', () => {
    const studies = [{ biasRisk: 'High' }, { biasRisk: 'Low', funded: 'NIH (public)' }, {}];
    const tally = biasTally(entry({ studies }, { kind: 'supplement' }));
    expect(tally?.rows.map(({ label, count }) => [label, count])).toEqual([
      ['Low', 1],
      ['High', 1],
      ['Not judged', 1],
    ]);
    expect(tally?.note).toBe('Who paid was not checked for 2 of 3; that does not mean independent.');
    const stated = biasTally(entry({ studies: [{ biasRisk: 'Low', funded: 'NIH (public)' }] }, { kind: 'supplement' }));
    expect(stated?.note).toBe('Who paid is stated for it.');
  });

  it('draw one square for each', () => {
    expect(squares(3, 'open').outline.match(/z/g)).toHaveLength(3);
  });
});

describe('lists', () => {
  const named = (genericName: string, drugClass?: string) => entry({ genericName, drugClass });

  it('stand under the first letter without its accent, else under 0-9', () => {
    const groups = byLetter([named('Ébastine'), named('Estradiol'), named('5-HTP')]);
    expect(groups.map(({ title, entries }) => [title, entries.length])).toEqual([
      ['0-9', 1],
      ['E', 2],
    ]);
  });

  it('of supplements and peptides stand under their category, or are said to have none', () => {
    const supplement = (name: string, category?: string) => entry({ name, category }, { kind: 'supplement' });
    expect(byCategory([supplement('A', 'Mineral'), supplement('B')]).map(({ title }) => title)).toEqual([
      'Mineral',
      'Not classified',
    ]);
  });

  const headed = (id: string, heading?: number) => ({ id, name: id, heading }) as unknown as InteractionClass;
  const headings = {
    classes: [headed('statins', 2), headed('fats', 3), headed('clots', 1), headed('enzymes')],
    classesOf: ({ profile }: Entry) => ((profile as { drugClass?: string }).drugClass ?? '').split(' '),
    pathOf: (id: string) => (id === 'fats' ? '/class/fats' : undefined),
  };
  const shown = (...entries: Entry[]) =>
    byClass(entries, headings).map(({ title, path, entries }) => [title, path, entries.map(displayName)]);

  it('of medications stand under the first heading of their classes, each once', () => {
    const entries = [
      named('A', 'fats statins'),
      named('B', 'statins fats'),
      named('C', 'clots fats'),
      named('D', 'clots'),
    ];
    expect(shown(...entries)).toEqual([
      ['clots', undefined, ['C', 'D']],
      ['statins', undefined, ['A', 'B']],
    ]);
  });

  it('of medications stand under a broader heading rather than alone, and say where none fits', () => {
    expect(shown(named('A', 'statins fats'), named('B', 'clots fats'), named('C', 'enzymes'))).toEqual([
      ['fats', '/class/fats', ['A', 'B']],
      ['Not classified', undefined, ['C']],
    ]);
  });

  it('have anchors of letters, digits and hyphens', () => {
    expect(anchor('GLP-1 receptor agonist (glucagon-like)')).toBe('glp-1-receptor-agonist-glucagon-like');
  });
});

describe('sources', () => {
  const sources = [
    { id: 'a', type: 'fda-label', title: 'A', url: 'https://a', date: '2026-01', effective: '2026-01-15' },
    { id: 'b', type: 'trial', title: 'B', url: 'https://b' },
  ];
  const record = entry(
    {},
    {
      sources,
      support: { '/profile/doses/0': ['b'], '/profile/costs/listPrice': ['a'], '/profile/costsOfLiving': ['b'] },
    },
  );

  it('are found by field and by the paths below it, numbered as in the record', () => {
    expect(sourcesOf(record, ['costs']).map(({ number, id }) => [number, id])).toEqual([[1, 'a']]);
    expect(sourcesOf(record, ['doses', 'costs']).map(({ number }) => number)).toEqual([1, 2]);
  });

  it('are dated by the effective date of a label, or said to be undated', () => {
    expect(record.sources.map(sourceDate)).toEqual(['2026-01-15', 'undated']);
  });
});

describe('addresses and dates', () => {
  it('give scripts a path where the API shares the origin, the whole address where not', () => {
    expect(apiAddress({ siteUrl: 'https://a.org', baseUrl: 'https://a.org' })).toBe('');
    expect(apiAddress({ siteUrl: 'https://a.org', baseUrl: 'https://a.org/api' })).toBe('/api');
    expect(apiAddress({ siteUrl: 'https://a.org', baseUrl: 'https://api.a.org/x' })).toBe('https://api.a.org/x');
  });

  it.each([
    ['2026-11-01', '1 November 2026'],
    ['2023-04', 'April 2023'],
    ['1993', '1993'],
  ])('read %s as %s', (date, words) => {
    expect(longDate(date)).toBe(words);
  });
});

describe('texts', () => {
  it('cannot end the script element they stand in', () => {
    const data = { name: '</script><script>alert(1)</script><!--' };
    expect(scriptJson(data)).not.toContain('<');
    expect(JSON.parse(scriptJson(data))).toEqual(data);
  });

  it('of the prose pages are markdown, with values put in and raw HTML left out', () => {
    const source = {
      title: 'T of {name}',
      description: 'D',
      markdown: '## Heading & more\n\nHi {name}, {unknown}. <b onclick="x()">raw</b>\n',
    };
    const { title, html } = renderProse(source, { name: 'Materia' });
    expect(title).toBe('T of Materia');
    expect(html).toContain('<h2 id="heading-more">Heading &#x26; more</h2>');
    expect(html).toContain('Hi Materia, {unknown}. raw');
    expect(html).not.toContain('onclick');
  });
});

describe('the check that every value is visible', () => {
  const profile = {
    name: 'Testroot',
    costs: { listPrice: 'A & B', costDurationMonths: 3 },
    forms: [{ form: 'Tea', preferred: true }],
  };

  it('reads a page as its readers do', () => {
    expect(
      visibleText(
        '<head>x</head><body><p>A &amp; B</p><script>no</script><svg><path d="M0"/></svg>\n<b title="no">3</b>',
      ),
    ).toBe('A & B 3');
  });

  it('asks for every text and number of a profile, and for nothing that may stand in attributes', () => {
    expect(visibleValues(profile)).toEqual([
      { path: '.name', text: 'Testroot' },
      { path: '.costs.listPrice', text: 'A & B' },
      { path: '.costs.costDurationMonths', text: '3' },
      { path: '.forms[0].form', text: 'Tea' },
    ]);
  });
});

describe('verdicts', () => {
  it('put what is unknown before what is merely not on file', () => {
    expect(isWorse('not_assessed', 'none_documented')).toBe(true);
    expect(isWorse('major', 'same_substance')).toBe(true);
  });

  it('differ by shape or by word wherever they share a colour', () => {
    const seen = Object.values(verdicts).map(({ tone, word }) => `${tone} ${word}`);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
