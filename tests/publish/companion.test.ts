import { createHash } from 'node:crypto';
import fc from 'fast-check';
import matter from 'gray-matter';
import type { Nodes, Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { mustNot } from '../../src/api/envelope.ts';
import { effectIndex } from '../../src/interactions/effects.ts';
import type { RecordInteractions } from '../../src/interactions/findings.ts';
import { joinInteractions } from '../../src/interactions/join.ts';
import { partners } from '../../src/profile/partners.ts';
import { safetyFacts } from '../../src/profile/safety.ts';
import { sections } from '../../src/profile/sections.ts';
import { companionBody, HEAD_LIMIT } from '../../src/publish/companion/companion.ts';
import { makeCompanions } from '../../src/publish/companion/companions.ts';
import { paragraph, toMarkdown } from '../../src/publish/companion/markdown.ts';
import type { Entry } from '../../src/records/entry.ts';
import { refOf } from '../../src/records/entry.ts';
import record from '../../src/schema/content/record.json' with { type: 'json' };
import { ownCatalog } from '../support/own-catalog.ts';
import { editionOf, medication, peptide, supplement } from '../support/small-catalog.ts';

const site = 'https://materia.test';
const markdown = remark().use(remarkGfm);

/** What a reader sees of Markdown: no marks, no escapes. */
const visible = (body: string): string => textOf(markdown.parse(matter(body).content));
const textOf = (node: Nodes): string =>
  'value' in node
    ? node.value
    : 'children' in node
      ? (node as Root).children.map(textOf).join(node.type === 'paragraph' ? '' : '\n')
      : '';

const whole = medication('Testamine', {
  brandName: 'Testa',
  doses: ['5 mg tablet', '~10 mg * capsule'],
  costs: { listPrice: '$10 [2026]', costPeriod: 'monthly', dosesInSeries: 3 },
  blackBox: { warning: 'Bleeding', description: 'It can cause bleeding.', contraindications: ['Bleeding now'] },
  sideEffects: { common: [{ effect: 'Rash', rate: '3 of 100 people', tip: 'Goes away.' }], serious: ['Bleeding'] },
  drugInteractions: {
    major: [{ drug: 'Otheramine', effect: 'More bleeding.' }],
    moderate: [{ drug: 'Thirdamine', effect: 'Slightly more.' }],
  },
  specialPopulations: { pregnancy: { category: 'Not used', details: 'Harm was seen.', color: 'red' } },
  clinicalTrials: {
    results: [{ text: 'Fewer clots.', sources: ['label'] }],
    trialLinks: [
      { id: 'NCT00000001', name: 'A trial', link: 'https://clinicaltrials.gov/study/NCT00000001', funder: 'NIH' },
    ],
  },
  taperingInfo: {
    tier: 'critical',
    tierLabel: 'Sudden stops are risky',
    reason: 'Clots can return.',
    protocol: ['Slowly'],
  },
  nti: { note: 'Small changes matter.' },
});
const said = (text: string) => ({ text, sources: ['label'] });
const practicalFacts = Object.keys(record.properties.practical.properties).map((key) => [
  key,
  said(`All about ${key}.`),
]);
Object.assign(whole, {
  practical: Object.fromEntries(practicalFacts),
  contraindications: [said('Allergy to testing')],
});
const effects = new Map();
const edition = editionOf({
  records: {
    'medication/testamine': whole,
    'medication/otheramine': medication('Otheramine'),
    'medication/thirdamine': medication('Thirdamine', {
      drugInteractions: { moderate: [{ drug: 'Otheramine', effect: 'A little.' }] },
    }),
    'supplement/fishium': supplement('fishium', {
      relatedMedications: [{ medId: 'testamine', medName: 'Testamine', relationship: 'Studied together.' }],
    }),
    'peptide/pepto-1': peptide('pepto-1', {
      greyMarketRisks: ['Unknown purity'],
      interactions: [{ drug: 'Testamine', risk: 'High', note: 'Unknown.' }],
    }),
  },
});
const bodyOf = (ref: string): string => edition.companions.get(ref)?.body ?? '';
const entryOf = (slug: string): Entry => edition.catalog.entries.find((entry) => entry.slug === slug) as Entry;
const body = bodyOf('medication/testamine');

describe('the front matter of a companion', () => {
  const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(body) ?? [];

  it('names the record, its page, its dates and the digest of its profile', () => {
    expect(parseYaml(yaml)).toEqual({
      kind: 'medication',
      slug: 'testamine',
      name: 'Testamine',
      canonical: `${site}/medication/testamine`,
      version: '2026-11',
      lastReviewed: '2026-11-01',
      updated: '2026-11-21',
      sha256: createHash('sha256')
        .update(JSON.stringify(entryOf('testamine').profile))
        .digest('hex'),
    });
  });

  it('reads alike in YAML 1.1, where a bare date would be a time', () => {
    expect(matter(body).data).toEqual(parseYaml(yaml));
  });
});

const factsOf = (entry: Entry) => edition.safety.get(refOf(entry)) ?? [];

describe('the head of a companion', () => {
  const head = (text: string) => text.slice(0, HEAD_LIMIT);

  it('says in 5,000 characters what a careless reader must not miss', () => {
    for (const said of [
      '# Testamine',
      'Bleeding',
      'It can cause bleeding.',
      'Sudden stops are risky',
      'Otheramine',
      ...mustNot(entryOf('testamine'), factsOf(entryOf('testamine'))),
    ]) {
      expect(head(body)).toContain(said);
    }
    expect(head(body)).toContain(`${edition.catalog.site.attribution}, <${site}/medication/testamine>`);
    expect(body.slice(0, 600)).toContain('/llms.txt');
  });

  it('still does when the texts are very long', () => {
    const length = fc.integer({ min: 0, max: 9_000 });
    fc.assert(
      fc.property(length, length, fc.integer({ min: 0, max: 60 }), (warning, reason, majors) => {
        const entry = structuredClone(entryOf('testamine')) as Extract<Entry, { kind: 'medication' }>;
        entry.profile.blackBox = { warning: 'Bleeding', description: 'w '.repeat(warning).trim() };
        entry.profile.taperingInfo = { tier: 'caution', tierLabel: 'Slowly', reason: 'r '.repeat(reason).trim() };
        const interactions = edition.interactions.get('medication/testamine');
        const [one] = interactions?.entries ?? [];
        if (!interactions || !one) throw new Error('The fixture has no interactions.');
        const entries = Array.from({ length: majors }, (_, at) => ({
          ...one,
          text: `A drug with a long name, number ${at} (a, b, c)`,
        }));
        const facts = safetyFacts(entry, partners({ ...interactions, entries }, effects));
        const top = head(
          companionBody(entry, {
            site: edition.catalog.site,
            sections: sections(entry, partners({ ...interactions, entries }, effects)),
            interactions: { ...interactions, entries },
            related: [],
            sourcesLength: Number.POSITIVE_INFINITY,
            grave: entries.map(({ text }) => text),
            facts,
            mustNot: mustNot(entry, facts),
            updated: '2026-11-21',
          }),
        );
        for (const said of ['Bleeding', 'Slowly', edition.catalog.site.attribution, ...mustNot(entry, facts)])
          expect(top).toContain(said);
        if (majors > 0) expect(top).toContain('A drug with a long name, number 0');
      }),
      { numRuns: 40 },
    );
  });

  it('never calls an absence safe', () => {
    expect(bodyOf('medication/otheramine')).toContain('**Major interactions:** Testamine.');
    expect(bodyOf('medication/thirdamine')).toContain('none on file. That is not evidence of safety.');
    expect(bodyOf('supplement/fishium')).toContain('not assessed. That says nothing about safety.');
  });

  it('says of a peptide where it stands with regulators and on the market', () => {
    expect(head(bodyOf('peptide/pepto-1'))).toMatch(/Regulatory position[\s\S]*Not approved[\s\S]*Unknown purity/);
  });
});

describe('the body of a companion', () => {
  it.each(['testamine', 'otheramine', 'fishium', 'pepto-1'])(
    'shows every value of the profile of %s, and those beside it',
    (slug) => {
      const entry = entryOf(slug);
      const shown = visible(bodyOf(`${entry.kind}/${slug}`));
      for (const value of leaves([entry.profile, entry.practical, entry.contraindications]))
        expect(shown).toContain(value);
    },
  );

  it('numbers its sources and points to them from the sections they support', () => {
    expect(body).toContain('1. Text on Testamine. Guideline, 2026-01-05. <https://example.org/Testamine>');
    expect(body).toMatch(/## Stopping\n[\s\S]*?\n_Sources: 1_\n/);
  });

  it('says what a trial found in the words of the record, and nothing of one whose record does not', () => {
    const trial = (id: string, more: object) => ({ id, link: `https://clinicaltrials.gov/study/${id}`, ...more });
    const first = trial('NCT00000001', {
      name: 'First',
      funder: 'NIH',
      found: 'Fewer clots than on *warfarin*.',
      arms: ['testamine', 'warfarin'],
      outcomes: [
        { outcome: 'Clots a year', values: ['1.27%', '1.60%'], difference: 'hazard ratio 0.79' },
        { outcome: 'Bleeding', difference: 'hazard ratio 0.69' },
      ],
    });
    const second = trial('NCT00000002', { name: 'Second', funder: 'NIH' });
    const { companions } = editionOf({
      records: {
        'medication/testamine': medication('Testamine', { clinicalTrials: { trialLinks: [first, second] } }),
        'medication/otheramine': medication('Otheramine', { clinicalTrials: { trialLinks: [second] } }),
      },
    });
    const [said, silent] = [
      companions.get('medication/testamine')?.body ?? '',
      companions.get('medication/otheramine')?.body ?? '',
    ];
    expect(visible(said)).toMatch(
      /What was found: Fewer clots than on \*warfarin\*\.\s+(?:- )?Clots a year: testamine 1\.27%, warfarin 1\.60% \(hazard ratio 0\.79\)\s+(?:- )?Bleeding: hazard ratio 0\.69/,
    );
    expect(said.match(/What was found/g)).toHaveLength(1);
    expect(silent).toContain('Second');
    expect(silent).not.toContain('What was found');
  });

  it('says what other records document of this one', () => {
    expect(bodyOf('medication/otheramine')).toMatch(
      /## Interactions\n\n### Other effects \(1 Major, 1 Moderate\)\n\n- \*\*Testamine\*\* \(Major\)\. From the record of Testamine, on “Otheramine”: More bleeding\./,
    );
  });

  it('says how a related record goes with this one, and no word that says nothing', () => {
    const related = body.slice(body.indexOf('## Related records'));
    expect(related).toMatch(/fishium\]\([^)]*\) \(supplement\)\. Studied together\./);
  });

  it('leads to records of the same site by whole addresses', () => {
    expect(bodyOf('supplement/fishium')).toContain(`<${site}/medication/testamine>`);
  });

  it('differs between sites by the address alone', () => {
    const elsewhere = editionOf(
      { records: { 'medication/testamine': medication('Testamine') } },
      { siteUrl: 'http://127.0.0.1:4321' },
    );
    const here = editionOf({ records: { 'medication/testamine': medication('Testamine') } });
    const [one, other] = [here, elsewhere].map(({ companions }) => companions.get('medication/testamine')?.body);
    expect(other).toBe(one?.replaceAll(site, 'http://127.0.0.1:4321'));
    expect(elsewhere.catalog.ledger).toEqual(here.catalog.ledger);
  });

  it('tells of many other records only what fits, the worst first, and counts the rest', () => {
    const entry = entryOf('otheramine');
    const record = edition.interactions.get('medication/otheramine');
    const [one] = record?.entries ?? [];
    if (!record || !one) throw new Error('The fixture has no interactions.');
    const entries = Array.from({ length: 3_000 }, (_, at) => ({
      ...one,
      severity: at === 2_999 ? ('major' as const) : ('moderate' as const),
      reaches: [{ ref: `medication/d${at}`, name: `Drug ${at}`, basis: 'direct' as const, via: 'Otheramine' }],
    }));
    const text = companionBody(entry, {
      site: edition.catalog.site,
      sections: sections(entry, partners({ ...record, entries }, effects)),
      interactions: { ...record, entries },
      related: [],
      sourcesLength: Number.POSITIVE_INFINITY,
      grave: [],
      facts: safetyFacts(entry, partners(record, effects)),
      mustNot: mustNot(entry, safetyFacts(entry, partners(record, effects))),
      updated: '2026-11-21',
    });
    const section = /## Interactions\n\n([\s\S]*?)\n\n## /.exec(text)?.[1] ?? '';
    expect(section.length).toBeLessThan(42_000);
    expect(section).toMatch(/^### Other effects \(1 Major, \d+ Moderate\)\n\n- \*\*Drug 2999\*\* \(Major\)/);
    expect(section).toMatch(
      /### Further partners, told in full on the page \(\d{4}\)\n\n- Other effects\. Moderate: .*; and \d{4} more\.\n\nA name that is not listed was not found/,
    );
  });
});

describe('the interactions of our own records', () => {
  const { catalog, terms } = ownCatalog();
  const joined = joinInteractions(catalog.entries, terms, () => site, catalog.vocabulary.guidance);
  const ours = catalog.entries.map((entry) => ({
    entry,
    all: partners(joined.get(refOf(entry)) as RecordInteractions, effectIndex(catalog.vocabulary.effects)),
  }));

  it.each([0, 2_000, 8_000, 40_000])('name and count each partner once with room for %i characters', (room) => {
    for (const { entry, all } of ours) {
      const { blocks = [] } =
        sections(entry, all, { statementsLength: room }).find(({ id }) => id === 'interactions') ?? {};
      const headings = blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : []));
      const [, further = '0'] = /Further partners, .* [(](\d+)[)]/.exec(headings.at(-1) ?? '') ?? [];
      const shown = blocks.flatMap((block) => (block.type === 'items' ? block.items.flatMap(namesIn) : []));
      expect(shown.length + Number(further), refOf(entry)).toBe(all.length);
      const counts = headings.flatMap((text) => text.match(/(?<=[(,] ?)\d+(?= [A-Z])/g) ?? []).map(Number);
      const lists = all.filter(({ enzyme, title }) => enzyme && shown.includes(title));
      expect(
        counts.reduce((sum, count) => sum + count, lists.length),
        refOf(entry),
      ).toBe(shown.length);
    }
  });
  const namesIn = ({ title }: { title: string }): string[] => title.split('; ');
});

it('a companion of more than 35,000 characters is refused, by name', () => {
  const catalog = { ...edition.catalog, entries: [entryOf('testamine')] };
  const [entry] = structuredClone(catalog.entries) as Extract<Entry, { kind: 'medication' }>[];
  if (!entry) throw new Error('The fixture has no medication.');
  entry.profile.indications = ['a long text '.repeat(5_000).trim()];
  expect(() => makeCompanions({ ...edition, catalog: { ...catalog, entries: [entry] } }, '2026-11-21')).toThrow(
    /medication\/testamine has a companion of \d{5} characters/,
  );
});

it('any text comes back from Markdown as it went in', () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ab1 *_~`#>[]()<>!&;:@/\\|-+=.$^"\'{}µé5') })
    .map((value) => value.replace(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(text, (value) => {
      fc.pre(value !== '');
      expect(textOf(markdown.parse(toMarkdown([paragraph(value)])))).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
