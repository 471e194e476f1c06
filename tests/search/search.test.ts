import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserVocabulary } from '../../src/api/browser-index.ts';
import { openData } from '../../src/api/catalog-data.ts';
import type { PairItem } from '../../src/interactions/item.ts';
import { resolveItem } from '../../src/interactions/item.ts';
import { openVocabulary } from '../../src/interactions/vocabulary-shards.ts';
import { type NameIndex, openNames } from '../../src/names/name-index.ts';
import { shardedTables } from '../../src/names/name-shards.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import { type SearchAnswer, type SearchIndex, searchCatalog } from '../../src/search/search-index.ts';
import { openSearch, type SearchShardMap } from '../../src/search/search-shards.ts';
import { affirmed, isWithoutEffect, root, stem } from '../../src/search/words.ts';
import {
  type AskedQuestion,
  askedQuestions,
  askedUses,
  isApprovedFirst,
  isFirst,
  isInThree,
  isPairTold,
  isPartTold,
  type QuestionSet,
  shareOf,
} from '../measure/asked.ts';
import { ownDist } from '../support/build.ts';
import { phrases, words } from '../support/lists.ts';
import { ownCatalog, ownNames } from '../support/own-catalog.ts';
import { type Answer, readV1, serviceOf } from '../support/service.ts';
import { readerOf, searchOf, shardMapIn, shardsOf } from '../support/shard-files.ts';

let index: SearchIndex;
let names: NameIndex;
let run: (tool: string, input: Record<string, unknown>) => Promise<Answer>;
beforeAll(async () => {
  const service = await serviceOf(await ownDist());
  names = ownNames();
  index = searchOf(await ownDist(), names);
  run = service.run;
});

const ask = (query: string): SearchAnswer => searchCatalog(index, names, query);
const slugs = (query: string): string[] => ask(query).hits.map(({ slug }) => slug);

describe('the function', () => {
  it('reads of the index what a question asks for, and nothing of it before', async () => {
    const read = readV1(await ownDist());
    const { files } = shardsOf(await ownDist());
    const asked: string[] = [];
    const json = (path: string): Promise<unknown> => {
      if (path.startsWith('browser/')) asked.push(path);
      return read.json(path);
    };
    const data = await openData({ ...read, json });
    expect(asked).toEqual([]);
    const answer = await data.search('coumadin');
    expect(answer.hits[0]?.slug).toBe('warfarin');
    expect(asked.length).toBeLessThan(files.length / 5);
  });

  it('answers each question as with all in memory', async () => {
    const [read, known] = [readV1(await ownDist()), new Map<string, Promise<unknown>>()];
    const json = (path: string): Promise<unknown> => {
      const file = known.get(path) ?? read.json(path);
      known.set(path, file);
      return file;
    };
    const data = await openData({ ...read, json });
    const told = JSON.stringify;
    const differ = await Promise.all(
      askedQuestions.map(async ({ question }) =>
        told(await data.search(question)) === told(ask(question)) ? [] : [question],
      ),
    );
    expect(differ.flat()).toEqual([]);
  });

  it('tells of a shard that cannot be read, and answers once it can', async () => {
    const read = readV1(await ownDist());
    let isGone = true;
    const json = async (path: string): Promise<unknown> =>
      isGone && path.includes('/documents-') ? undefined : read.json(path);
    const data = await openData({ ...read, json });
    const answer = () => data.search('coumadin');
    await expect(answer()).rejects.toThrow('is missing: build the site again');
    isGone = false;
    expect((await answer()).hits[0]?.slug).toBe('warfarin');
  });
});

describe('content/vocabulary/questions.yaml', () => {
  const { catalog } = ownCatalog();
  const { everyday, sections } = catalog.vocabulary.questions;

  it('names classes that there are', () => {
    const ids = new Set(catalog.vocabulary.classes.map(({ id }) => id));
    expect(everyday.flatMap(({ classes = [] }) => classes).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('gives each everyday word one meaning, and each word that asks one part', () => {
    const twice = (words: string[]): string[] => words.filter((word, at) => words.indexOf(word) !== at);
    expect(twice(everyday.flatMap(({ say }) => say.map((word) => word.toLowerCase())))).toEqual([]);
    expect(twice(sections.flatMap(({ words }) => words))).toEqual([]);
  });
});

// Before their misses were looked at and repaired the third that was held out scored 93.9% first and 96.5% in three, 37
// written after that 89% and 95%, and `fresh` 85.0% and 91.7%. `last` was measured before anything was made for it; since
// then two of its misses have been repaired, one on an allergy and one on an earache that more records had brought, so it
// flatters by two questions in forty.
describe('questions as people ask them', () => {
  const of = (...sets: QuestionSet[]) => askedQuestions.filter(({ set }) => sets.includes(set));

  it('are at least 300, and more than a third was written or held out before the search was asked', () => {
    expect(askedQuestions.length).toBeGreaterThanOrEqual(300);
    expect(of('held', 'fresh', 'last').length).toBeGreaterThanOrEqual(askedQuestions.length * 0.4);
    expect(new Set(askedQuestions.map(({ question }) => question)).size).toBe(askedQuestions.length);
  });

  it('have the right record first in 90 of 100, and among the first three in 97', () => {
    expect(shareOf(askedQuestions, ask, isFirst)).toBeGreaterThanOrEqual(0.9);
    expect(shareOf(askedQuestions, ask, isInThree)).toBeGreaterThanOrEqual(0.97);
  });

  it.each<[QuestionSet, number, number]>([
    ['held', 0.97, 0.98],
    ['fresh', 0.97, 0.99],
    ['last', 0.92, 0.92],
  ])('of the set "%s" have it first in %d, and among the first three in %d', (set, first, three) => {
    expect(shareOf(of(set), ask, isFirst)).toBeGreaterThanOrEqual(first);
    expect(shareOf(of(set), ask, isInThree)).toBeGreaterThanOrEqual(three);
  });

  it('are told the part of the record that answers', () => {
    const told = (some: readonly AskedQuestion[]): number =>
      shareOf(
        some.filter(({ sections }) => sections.length > 0),
        ask,
        isPartTold,
      );
    expect(told(askedQuestions)).toBeGreaterThanOrEqual(0.95);
    expect(told(of('last'))).toBeGreaterThanOrEqual(0.75);
  });

  it('with two records name the pair', () => {
    const some = askedQuestions.filter(({ pair }) => pair !== '');
    expect(some.filter((one) => !isPairTold(one, ask(one.question)))).toEqual([]);
  });

  it('on a real name that is not covered never name another record', () => {
    for (const { question, right } of askedQuestions)
      if (right.length === 0) expect(ask(question).read.names).toEqual([]);
  });
});

describe('a use or a class', () => {
  it('has at least 60 examples here', () => expect(askedUses.length).toBeGreaterThanOrEqual(60));

  it.each(askedUses)('$query: first what is approved for it', (use) => {
    expect(isApprovedFirst(use, { ask, index }), slugs(use.query).join(' ')).toBe(true);
  });

  it.each(['porphyria', 'myasthenia', 'angle-closure glaucoma', 'pheochromocytoma'])(
    'is never read from what forbids a medicine: %s',
    (query) => {
      const uses = ({ type, slug }: { type: string; slug: string }): unknown =>
        index.documentAt(index.placeOf(`${type}/${slug}`) as number).fields.use;
      for (const hit of ask(query).hits) {
        for (const { text } of hit.matched) expect(uses(hit), `${query}: ${hit.slug}`).toContain(text);
      }
    },
  );

  it('is not read from a clause that denies it', () => {
    expect(affirmed('Coronary artery disease, without heart failure and with an ejection fraction of 40%')).not.toMatch(
      /failure/,
    );
    expect(affirmed('Pain reliever and fever reducer (not an NSAID)')).not.toMatch(/NSAID/);
    expect(slugs('heart failure')).not.toContain('amlodipine');
    expect(slugs('nsaid')).not.toContain('acetaminophen');
  });

  it('puts what was tested in vain behind what helped', () => {
    expect(isWithoutEffect('Prevention of dementia (no effect)')).toBe(true);
    expect(isWithoutEffect('Major depression (no better than placebo)')).toBe(true);
    expect(isWithoutEffect('Jet lag')).toBe(false);
  });

  it('gives supplements before medicines only to who asks for supplements', () => {
    expect(slugs('high cholesterol')[0]).not.toBe('red-yeast-rice');
    expect(slugs('supplements for high cholesterol')[0]).toBe('red-yeast-rice');
    const { hits } = ask('peptides for weight loss');
    expect(hits[0]?.type).toBe('medication');
  });
});

describe('of equally near records', () => {
  it('the most used is first, then the name', () => {
    expect(new Set(slugs('blood pressure').slice(0, 3))).toEqual(new Set(words`amlodipine lisinopril losartan`));
    expect(slugs('statin').slice(0, 4)).toEqual(words`atorvastatin rosuvastatin simvastatin pravastatin`);
    expect(slugs('diabetes')[0]).toBe('metformin');
    expect(slugs('underactive thyroid')[0]).toBe('levothyroxine');
  });

  it('all have the score of the best, so that scores fall from hit to hit', () => {
    for (const query of ['blood pressure', 'depression', 'what makes me bleed']) {
      const scores = ask(query).hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  it('none that may harm what is to be spared is before one that may not', () => {
    for (const query of ['kidney safe painkiller', 'painkiller safe for kidneys']) {
      const [first, ...others] = ask(query).hits;
      expect(first).toMatchObject({ slug: 'acetaminophen', section: 'populations' });
      const found = others.map(({ slug }) => slug);
      expect(found).not.toContain('triamcinolone');
      for (const slug of words`tramadol oxycodone ibuprofen naproxen`) expect(found, query).toContain(slug);
    }
  });
});

describe('what happens between two things', () => {
  it.each([
    ['what makes me bleed', 'effect-bleeding'],
    ['bleeding risk', 'effect-bleeding'],
    ['serotonin syndrome', 'effect-serotonin-syndrome'],
    ['QT prolongation', 'effect-long-qt'],
    ['what raises my potassium', 'effect-high-potassium'],
  ])('%s: leads to the records that tell of it, at %s on their pages', async (query, anchor) => {
    const { hits } = ask(query);
    expect(hits.length).toBeGreaterThan(3);
    for (const hit of hits) {
      expect(hit).toMatchObject({ section: 'interactions', anchor });
      const page = readFileSync(join(await ownDist(), hit.type, `${hit.slug}.html`), 'utf8');
      expect(page, hit.slug).toContain(`id="${anchor}"`);
    }
  });

  it('is not what two names ask for, nor what a name is asked with', () => {
    expect(ask('lithium and ibuprofen').pair).toEqual(['lithium', 'ibuprofen']);
    expect(slugs('warfarin bleeding risk')).toEqual(['warfarin']);
  });
});

describe('names in a question', () => {
  it.each([
    ['warfarin', 'warfarin', 1],
    ['what about my Lipitor 20 mg tablets?', 'atorvastatin', 1],
    ['metformin hcl er 500mg', 'metformin', 1],
  ])('%s: the record is first', (query, slug, score) => {
    expect(ask(query).hits[0]).toMatchObject({ slug, score });
  });

  it('stand alone: nothing else is listed with them', () => expect(slugs('warfarin')).toEqual(['warfarin']));

  it('that are misspelled have less than a full score, and the answer says what was read', () => {
    const { hits, corrected } = ask('lisinoprl cough');
    expect(hits[0]).toMatchObject({ slug: 'lisinopril', section: 'side_effects' });
    expect(hits[0]?.score).toBeLessThan(1);
    expect(corrected).toBe('lisinopril cough');
  });

  it.each(['kisqali', 'entyvio', 'tagrisso', 'ocrevus', 'cosentyx'])(
    'of drugs that are not covered lead to no other: %s',
    (name) => {
      const { hits, read } = ask(name);
      expect(read.unknown).toEqual([name]);
      expect(hits.filter(({ matched }) => matched.some(({ field }) => field !== 'ingredient'))).toEqual([]);
    },
  );

  it('of which one is not covered are no pair', () => {
    const { pair, read, hits } = ask('ozempic vs kisqali');
    expect({ pair, unknown: read.unknown, slugs: hits.map(({ slug }) => slug) }).toEqual({
      pair: undefined,
      unknown: ['kisqali'],
      slugs: ['semaglutide'],
    });
  });

  it('are never what a plain word is corrected into', () => {
    for (const word of words('creation forum security extract private federal broken singular ambient'))
      expect(ask(word).read.names, word).toEqual([]);
  });

  it('are taken as they stand until all names are known', () => {
    expect(searchCatalog(index, names, 'warfrin', { isExact: true }).read.names).toEqual([]);
    expect(searchCatalog(index, names, 'warf', { isExact: true }).hits[0]?.slug).toBe('warfarin');
  });
});

describe('words', () => {
  it.each([
    ['blod presure', 'blood pressure'],
    ['antidepresant', 'antidepressant'],
    ['numonia', 'pneumonia'],
    ['diarea after antibiotics', 'diarrhea after antibiotics'],
  ])('%s is read as %s', (query, corrected) => {
    expect(ask(query).corrected).toBe(corrected);
    expect(ask(query).hits.length).toBeGreaterThan(0);
  });

  it('rank by how many of them a record has, and by how rare they are', () => {
    expect(slugs('heartburn zebra quantum')).toEqual(slugs('heartburn'));
    expect(slugs('knee osteoarthritis')[0]).toBeDefined();
    expect(ask('erectile dysfunction').hits[0]?.score).toBeGreaterThan(
      ask('heartburn erectile dysfunction').hits[0]?.score ?? 1,
    );
  });

  it('are one in singular and plural', () => {
    expect(['statins', 'allergies', 'rashes', 'diabetes', 'bus', 'gas'].map(stem)).toEqual(words`
      statin allergy rash diabete bus gas`);
    expect(slugs('statins')).toEqual(slugs('statin'));
  });

  it('that are verbs are one in any form, where the vocabulary has them', () => {
    expect(['stopped', 'stopping', 'stop', 'missed', 'swelling'].map(root)).toEqual(words`
      stop stop stop miss swel`);
    expect(ask('i missed my lamictal').hits[0]).toMatchObject({ slug: 'lamotrigine', section: 'practical' });
  });

  it('that stand apart are still one phrase', () => {
    expect(ask('my ankles are so swollen, amlodipine').hits[0]).toMatchObject({
      slug: 'amlodipine',
      section: 'side_effects',
    });
    expect(slugs('my clot was in the leg')).toContain('apixaban');
  });

  it('are no slip of others that they are not', () => {
    for (const word of ['pounding', 'hanging', 'wonderful']) expect(ask(word).corrected, word).toBeUndefined();
  });

  it('for a condition that a named record is not for ask about its side effects', () => {
    expect(ask('zolpidem and memory').hits[0]?.section).toBe('side_effects');
    expect(ask('sertraline panic').hits[0]?.section).toBe('uses');
  });

  it('of what a class does ask the class, not medicines for it', () => {
    expect(ask('do statins cause muscle aches').hits[0]).toMatchObject({ section: 'side_effects' });
    expect(slugs('do statins cause muscle aches')).not.toContain('ibuprofen');
  });

  it('of food and of classes without a record lead to what is documented with them', async () => {
    const { classes } = (await serviceOf(await ownDist())).data.vocabulary;
    const documented = [...classes.values()].filter(({ id, kind }) => {
      const { members = [], documented: places = [] } = index.classOf(id) ?? {};
      return kind === 'class' && members.length === 0 && places.length > 0;
    });
    // "Vaccines" asks for the part on them, of whatever record.
    const names = documented.map(({ name }) => name).filter((name) => ask(name).section === undefined);
    expect(names.length).toBeGreaterThan(30);
    for (const query of ['grapefruit', 'alcohol', 'maoi', ...names])
      expect(ask(query).hits[0], query).toMatchObject({ section: 'interactions' });
  });

  it('of a class lead to its members, which are equally near however their records word it', () => {
    expect(slugs('barbiturates')[0]).toBe('primidone');
    const { hits } = ask('steroids');
    const members = hits.filter(({ matched }) => matched.some(({ text }) => text === 'Corticosteroids'));
    expect(hits[0]?.slug).toBe('prednisone');
    expect(members.length).toBeGreaterThan(4);
    expect(new Set(members.map(({ score }) => score)).size).toBe(1);
  });

  it('of a class beside a use lead to its members first', () => {
    const { hits } = ask('best antidepressant for weight loss');
    const isMember = hits.map(({ matched }) => matched.some(({ text }) => text === 'Antidepressants'));
    expect(isMember.slice(0, 5)).toEqual([true, true, true, true, true]);
    expect(hits.map(({ slug }) => slug)).toContain('semaglutide');
  });

  it('that call a class a pill are no line of a list of medicines', () => {
    expect(ask('water pill')).toMatchObject({ read: { unknown: [] } });
    expect(slugs('water pill')[0]).toBe('hydrochlorothiazide');
    expect(slugs('antifungal pill')[0]).toBe('fluconazole');
  });

  it('for what somebody is allergic to come after the medicine that is asked about', () => {
    for (const query of [
      'allergic to penicillin, can I have amoxicillin',
      'amoxicillin with an allergy to penicillin',
    ]) {
      const { hits, pair } = ask(query);
      expect(hits.map(({ slug }) => slug)).toEqual(['amoxicillin', 'penicillin']);
      expect(hits[0]).toMatchObject({ section: 'safety' });
      expect(pair).toBeUndefined();
    }
  });
});

describe('bad inputs', () => {
  it.each([
    ['nothing', {}, 'missing_parameter'],
    ['blanks', { q: ' \u200b ' }, 'missing_parameter'],
    ['201 characters', { q: 'a'.repeat(201) }, 'invalid_parameter'],
    ['control characters', { q: 'a\u0000b' }, 'invalid_parameter'],
    ['a repeated one', { q: ['a', 'b'] }, 'invalid_parameter'],
  ])('%s: refused', async (_, input, code) => {
    const { ok, body } = await run('search', input);
    expect({ ok, code: (body as { code?: string }).code }).toEqual({ ok: false, code });
  });

  it.each([
    'the of and',
    '12345',
    '???',
    '💊',
    'варфарин 薬',
    'a'.repeat(200),
    'x y '.repeat(50),
    '%E0'.repeat(66),
    '<script>',
  ])('%s: an empty answer that says what was read', async (q) => {
    const { ok, body } = await run('search', { q: q.trim() });
    expect(ok).toBe(true);
    expect(body.data).toMatchObject({ total: 0, results: [], read: { names: [], unknown: [] } });
    expect(body.assessment_summary).toContain('No record matches');
  });

  it('a question without a thing is told to name one', async () => {
    const { body } = await run('search', { q: 'side effects' });
    expect(body.data).toMatchObject({ total: 0, results: [] });
    expect(body.assessment_summary).toContain('Name a medicine');
  });

  it('equal questions have equal answers', () => {
    for (const { question } of askedQuestions.slice(0, 40)) expect(ask(question)).toEqual(ask(question));
  });
});

describe('the answer', () => {
  it('says what was read, what is not covered, and the pair', async () => {
    const { body } = await run('search', { q: 'can i take plavix with omeprazol or kisqali' });
    expect(body.data).toMatchObject({ read: { unknown: ['kisqali'] } });
    expect(body.assessment_summary).toContain('Not in the catalog: kisqali');
    expect(body.must_not.join(' ')).toContain('kisqali');
    const pair = await run('search', { q: 'warfarin and ibuprofen' });
    expect(pair.body.data).toMatchObject({ pair: ['warfarin', 'ibuprofen'] });
  });

  it('has the fields of the contract in each result, and a part only where the record has it', async () => {
    const { body } = await run('search', { q: 'zoloft withdrawal', limit: 1 });
    const [first] = (body.data as { results: Record<string, unknown>[] }).results;
    expect(Object.keys(first ?? {})).toEqual(words`
      type slug name subtitle canonical_url score matched section`);
    expect(first).toMatchObject({ slug: 'sertraline', section: 'stopping' });
    expect(ask('magnesium cost').hits[0]).toMatchObject({ slug: 'magnesium', section: null, anchor: null });
  });

  it('knows no more of a record than its uses, classes, names and the line below its name', () => {
    const document = searchDocument(
      {
        kind: 'medication',
        slug: 'x',
        substances: ['x'],
        names: {},
        contraindications: ['Porphyria'],
        profile: { genericName: 'X', indications: ['Fever'], blackBox: { warning: 'Gout' } },
      } as never,
      { standing: 'approved', anchors: {} },
    );
    expect(JSON.stringify(document)).not.toMatch(/Porphyria|Gout/);
  });
});

describe('in shards, as a browser fetches them', () => {
  const questions = [
    ...askedQuestions.map(({ question }) => question),
    ...askedUses.map(({ query }) => query),
    ...['', 'me', 'warf', 'warfrin', 'zzzzzzz', 'metfromin and ibuprofen', 'iron pills', 'grapefruit', 'statins'],
  ];

  it('search answers each question as it does with all in memory, whatever was fetched before', async () => {
    const { reader, search, named } = await fetched();
    const hits = { most: 25 };
    const differ = questions.filter(
      (question) =>
        JSON.stringify(reader.answer(() => searchCatalog(search, named, question, hits))) !==
        JSON.stringify(searchCatalog(index, names, question, hits)),
    );
    expect(differ).toEqual([]);
  });

  it('names mean the same to the checker', async () => {
    const { reader, named, vocabulary } = await fetched();
    const { vocabulary: whole } = (await serviceOf(await ownDist())).data;
    const told = (item: PairItem | object): string =>
      JSON.stringify(item, (key, value) =>
        key === 'record' || key === 'parts' ? [value].flat().map(({ slug }: { slug: string }) => slug) : value,
      );
    const texts = [
      ...questions,
      ...[...whole.classes.values()].flatMap(({ name, synonyms, everyday }) => [name, ...synonyms, ...everyday]),
      ...phrases`
        alcohol, grapefruit juice, potassium, jardiance, Coumadin 5 mg, warfarin and aspirin, ibuprofin`,
    ];
    const differ = texts.filter(
      (text) =>
        told(reader.answer(() => resolveItem(text, named, vocabulary))) !== told(resolveItem(text, names, whole)),
    );
    expect(differ).toEqual([]);
  });

  /** The shards of a build, none of them read yet. */
  async function fetched() {
    const { browser, files } = shardsOf(await ownDist());
    const reader = readerOf(files);
    const named = openNames(shardedTables(browser.names, reader.shards));
    const search = openSearch(shardMapIn<SearchShardMap>(files, 'search'))(reader.shards, named.placeOf);
    const vocabulary = openVocabulary(() => shardMapIn<BrowserVocabulary>(files, 'vocabulary'), reader.shards);
    return { reader, named, search, vocabulary };
  }
});
