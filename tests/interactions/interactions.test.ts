import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/interactions/pair.ts';
import { ownDist } from '../support/build.ts';
import { serviceOf } from '../support/service.ts';

let lookUp: (name: string) => Promise<{ code?: string; suggestions?: { slug: string }[] }>;
let check: (item1: string, item2: string) => Promise<{ status: string; findings: Finding[]; code?: string }>;
beforeAll(async () => {
  const { run } = await serviceOf(await ownDist());
  lookUp = async (name) => (await run('lookup_medication', { name })).body as Awaited<ReturnType<typeof lookUp>>;
  check = async (item1, item2) => {
    const answer = await run('check_interactions', { item1, item2 });
    return answer.ok
      ? (answer.body.data as { status: string; findings: Finding[] })
      : { status: 'problem', findings: [], code: answer.body.code };
  };
});

/** Pairs that every checker must catch, and how severe the worst finding is at least. */
const mustCatch: readonly (readonly [string, string, 'major' | 'any'])[] = [
  // anticoagulant with what makes bleeding more likely
  ['warfarin', 'ibuprofen', 'major'],
  ['warfarin', 'naproxen', 'major'],
  ['warfarin', 'celecoxib', 'major'],
  ['warfarin', 'aspirin', 'major'],
  ['warfarin', 'clopidogrel', 'major'],
  ['warfarin', 'apixaban', 'major'],
  ['warfarin', 'heparin', 'major'],
  ['warfarin', 'NSAIDs', 'major'],
  ['warfarin', 'sertraline', 'any'],
  ['warfarin', 'fluoxetine', 'any'],
  ['warfarin', 'venlafaxine', 'any'],
  ['warfarin', 'fluconazole', 'major'],
  ['warfarin', 'amiodarone', 'major'],
  ['warfarin', 'metronidazole', 'major'],
  ['warfarin', 'sulfamethoxazole-trimethoprim', 'major'],
  ['warfarin', 'Bactrim', 'major'],
  ['warfarin', 'rifampin', 'any'],
  ['warfarin', 'carbamazepine', 'any'],
  ['warfarin', "St. John's wort", 'any'],
  ['warfarin', 'ginkgo', 'any'],
  ['warfarin', 'garlic', 'any'],
  ['warfarin', 'vitamin K', 'any'],
  ['warfarin', 'spinach', 'any'],
  ['warfarin', 'simvastatin', 'any'],
  ['warfarin', 'levothyroxine', 'any'],
  ['warfarin', 'omega-3', 'any'],
  ['ibuprofen', 'apixaban', 'major'],
  ['ibuprofen', 'rivaroxaban', 'major'],
  ['ibuprofen', 'aspirin', 'any'],
  ['ibuprofen', 'naproxen', 'any'],
  ['ibuprofen', 'lithium', 'any'],
  ['ibuprofen', 'methotrexate', 'any'],
  ['ibuprofen', 'metformin', 'any'],
  ['ibuprofen', 'lisinopril', 'any'],
  ['ibuprofen', 'losartan', 'any'],
  ['ibuprofen', 'furosemide', 'any'],
  ['ibuprofen', 'hydrochlorothiazide', 'any'],
  ['ibuprofen', 'prednisone', 'any'],
  ['ibuprofen', 'sertraline', 'any'],
  ['Advil', 'Eliquis', 'major'],
  // what an ingredient's record says holds for the product, with a record or without
  ['warfarin', 'Percocet', 'any'],
  ['Vytorin', 'clarithromycin', 'major'],
  ['Vytorin', 'grapefruit', 'any'],
  ['Vytorin', 'simvastatin', 'major'],
  ['Vytorin', 'Caduet', 'major'],
  ['Ultracet', 'phenelzine', 'major'],
  ['Janumet', 'alcohol', 'major'],
  ['Hyzaar', 'lithium', 'major'],
  ['Excedrin', 'warfarin', 'major'],
  ['oxycodone', 'Percocet', 'major'],
  // two of one kind
  ['simvastatin', 'atorvastatin', 'major'],
  ['Caduet', 'simvastatin', 'major'],
  ['omeprazole', 'pantoprazole', 'any'],
  ['metoprolol', 'atenolol', 'any'],
  ['prednisone', 'prednisolone', 'any'],
  ['amlodipine', 'nifedipine', 'any'],
  // serotonin
  ['sertraline', 'phenelzine', 'major'],
  ['sertraline', 'tranylcypromine', 'major'],
  ['sertraline', 'linezolid', 'major'],
  ['sertraline', 'methylene blue', 'major'],
  ['sertraline', 'MAOIs', 'major'],
  ['sertraline', 'pimozide', 'major'],
  ['sertraline', 'tramadol', 'any'],
  ['sertraline', 'fentanyl', 'any'],
  ['sertraline', 'sumatriptan', 'any'],
  ['sertraline', 'lithium', 'any'],
  ['sertraline', "St John's wort", 'any'],
  ['sertraline', '5-HTP', 'any'],
  ['sertraline', 'fluoxetine', 'any'],
  ['Zoloft', 'Imitrex', 'any'],
  ["St. John's wort", 'paroxetine', 'any'],
  ["St. John's wort", 'phenelzine', 'any'],
  // statins
  ['simvastatin', 'clarithromycin', 'major'],
  ['simvastatin', 'erythromycin', 'major'],
  ['simvastatin', 'itraconazole', 'major'],
  ['simvastatin', 'ketoconazole', 'major'],
  ['simvastatin', 'ritonavir', 'major'],
  ['simvastatin', 'gemfibrozil', 'major'],
  ['simvastatin', 'cyclosporine', 'major'],
  ['simvastatin', 'danazol', 'major'],
  ['simvastatin', 'amiodarone', 'any'],
  ['simvastatin', 'verapamil', 'any'],
  ['simvastatin', 'diltiazem', 'any'],
  ['simvastatin', 'amlodipine', 'any'],
  ['simvastatin', 'colchicine', 'any'],
  ['simvastatin', 'niacin', 'any'],
  ['simvastatin', 'grapefruit', 'any'],
  ['simvastatin', 'grapefruit juice', 'any'],
  ['Zocor', 'Biaxin', 'major'],
  // breathing
  ['alprazolam', 'oxycodone', 'major'],
  ['alprazolam', 'oxycodone-acetaminophen', 'major'],
  ['alprazolam', 'morphine', 'major'],
  ['alprazolam', 'opioids', 'major'],
  ['alprazolam', 'alcohol', 'any'],
  ['alprazolam', 'ketoconazole', 'major'],
  ['alprazolam', 'itraconazole', 'major'],
  ['alprazolam', 'carbamazepine', 'any'],
  ['Percocet', 'Valium', 'major'],
  ['Percocet', 'alcohol', 'any'],
  ['Percocet', 'gabapentin', 'any'],
  ['Percocet', 'phenelzine', 'any'],
  ['Percocet', 'Tylenol', 'any'],
  ['Percocet', 'cyclobenzaprine', 'any'],
  // hormones
  ["St. John's wort", 'oral contraceptives', 'any'],
  ["St. John's wort", 'birth control pills', 'any'],
  ["St. John's wort", 'cyclosporine', 'major'],
  ["St. John's wort", 'tacrolimus', 'any'],
  ["St. John's wort", 'digoxin', 'any'],
  ["St. John's wort", 'indinavir', 'any'],
  ["St. John's wort", 'estradiol', 'any'],
  ["St. John's wort", 'alprazolam', 'any'],
  ['levothyroxine', 'calcium', 'any'],
  ['levothyroxine', 'calcium carbonate', 'any'],
  ['levothyroxine', 'iron', 'any'],
  ['levothyroxine', 'ferrous sulfate', 'any'],
  ['levothyroxine', 'omeprazole', 'any'],
  ['levothyroxine', 'magnesium', 'any'],
  ['levothyroxine', 'cholestyramine', 'any'],
  ['levothyroxine', 'soy', 'any'],
  ['levothyroxine', 'estradiol', 'any'],
  ['levothyroxine', 'digoxin', 'any'],
  // sugar
  ['metformin', 'alcohol', 'any'],
  ['metformin', 'iodinated contrast', 'any'],
  ['metformin', 'cimetidine', 'any'],
  ['metformin', 'topiramate', 'any'],
  ['semaglutide', 'insulin', 'any'],
  ['semaglutide', 'glipizide', 'any'],
  // minerals
  ['magnesium', 'ciprofloxacin', 'any'],
  ['magnesium', 'doxycycline', 'any'],
  ['magnesium', 'alendronate', 'any'],
  ['vitamin D', 'hydrochlorothiazide', 'any'],
  ['vitamin D', 'digoxin', 'any'],
  // lithium, methotrexate, nitrates and their partners
  ['lithium', 'NSAIDs', 'any'],
  ['lithium', 'hydrochlorothiazide', 'any'],
  ['lithium', 'lisinopril', 'any'],
  ['methotrexate', 'trimethoprim', 'any'],
  ['methotrexate', 'Bactrim', 'any'],
  ['methotrexate', 'naproxen', 'any'],
  ['nitroglycerin', 'sildenafil', 'major'],
  ['nitroglycerin', 'tadalafil', 'major'],
  ['sildenafil', 'isosorbide mononitrate', 'major'],
  ['sildenafil', 'riociguat', 'major'],
  ['clopidogrel', 'omeprazole', 'any'],
  ['amiodarone', 'digoxin', 'any'],
  ['tramadol', 'phenelzine', 'any'],
  ['tramadol', 'alprazolam', 'major'],
];

/** Pairs of which nothing may be called documented: no member of the class, another substance, or nothing on file. */
const mustNotBeDocumented: readonly (readonly [string, string])[] = [
  ['warfarin', 'amoxicillin clavulanate potassium chloride water'],
  ['warfarin', 'cetirizine'],
  ['warfarin', 'latanoprost'],
  ['warfarin', 'magnesium'],
  ['warfarin', 'latanoprost eye drops'],
  ['warfarin', 'apple'],
  ['ibuprofen', 'acetaminophen'],
  ['ibuprofen', 'levothyroxine'],
  ['ibuprofen', 'simvastatin'],
  ['ibuprofen', 'loratadine'],
  ['ibuprofen', 'grapefruit'],
  ['ibuprofen', 'omeprazole'],
  ['ibuprofen', 'alprazolam'],
  ['simvastatin', 'ibuprofen'],
  ['simvastatin', 'azithromycin'],
  ['simvastatin', 'acetaminophen'],
  ['simvastatin', 'loratadine'],
  ['simvastatin', 'metformin'],
  ['simvastatin', 'spinach'],
  ['sertraline', 'acetaminophen'],
  ['sertraline', 'metformin'],
  ['sertraline', 'loratadine'],
  ['sertraline', 'levocetirizine'],
  ['sertraline', 'insulin glargine'],
  ['alprazolam', 'metformin'],
  ['alprazolam', 'acetaminophen'],
  ['alprazolam', 'lisinopril'],
  ['alprazolam', 'amoxicillin'],
  ['metformin', 'simvastatin'],
  ['metformin', 'acetaminophen'],
  ['metformin', 'amoxicillin'],
  ['metformin', 'warfarin'],
  ['levothyroxine', 'acetaminophen'],
  ['levothyroxine', 'alprazolam'],
  ['levothyroxine', 'amoxicillin'],
  ['semaglutide', 'alprazolam'],
  ['semaglutide', 'ibuprofen'],
  ['magnesium', 'warfarin'],
  ['magnesium', 'acetaminophen'],
  ['vitamin D', 'ibuprofen'],
  ['vitamin D', 'alprazolam'],
  ['omega-3', 'amoxicillin'],
  ['omega-3', 'bpc-157'],
  ['bpc-157', 'tesamorelin'],
  ['estradiol', 'metoprolol'],
];

describe('a kind of medicine', () => {
  it.each([
    ['blood thinner', 'warfarin'],
    ['water pill', 'hydrochlorothiazide'],
    ['statin', 'simvastatin'],
  ])('%s is not looked up as one thing; members are suggested, such as %s', async (name, member) => {
    const answer = await lookUp(name);
    expect(answer.code).toBe('is_a_class');
    expect(answer.suggestions?.map(({ slug }) => slug)).toContain(member);
  });
});

describe('pairs that every checker must catch', () => {
  it.each(mustCatch)('%s and %s (%s)', async (a, b, least) => {
    const { status, findings, code } = await check(a, b);
    expect([status, code]).toEqual(['documented', undefined]);
    if (least === 'major') expect(findings[0]?.severity).toBe('major');
  });

  it.each(mustCatch)('%s and %s, the other way round', async (a, b) => {
    expect((await check(b, a)).findings).toEqual((await check(a, b)).findings);
  });
});

describe('pairs of which nothing is on file', () => {
  it.each(mustNotBeDocumented)('%s and %s', async (a, b) => {
    const { status, findings } = await check(a, b);
    expect(status).not.toBe('documented');
    expect(findings).toEqual([]);
  });
});

describe('statuses', () => {
  it.each([
    ['warfarin', 'ibuprofen', 'documented'],
    ['omega-3', 'bpc-157', 'none_documented'],
    ['warfarin', 'loratadine', 'not_assessed'],
    ['warfarin', 'Coumadin', 'same_substance'],
    ['Tylenol', 'paracetamol', 'same_substance'],
    ['grapefruit', 'spinach', 'problem'],
  ])('%s and %s: %s', async (a, b, status) => {
    expect((await check(a, b)).status).toBe(status);
  });

  it('gives the worst finding first', async () => {
    const order = ['major', 'moderate', 'minor', 'food'];
    for (const [a, b] of mustCatch) {
      const ranks = (await check(a, b)).findings.map(({ severity }) => order.indexOf(severity));
      expect(ranks).toEqual(ranks.toSorted((x, y) => x - y));
    }
  });

  it('gives what is said of the very two before what is said of their kind, where both are as grave and as firm', async () => {
    const nearness = ['direct', 'duplicate_ingredient', 'ingredient', 'class'];
    const pairs = [
      ...mustCatch,
      ['albuterol', 'propranolol'],
      ['alendronate', 'calcium'],
      ['allopurinol', 'hydrochlorothiazide'],
    ];
    for (const [a = '', b = ''] of pairs) {
      const places = (await check(a, b)).findings.map(({ severity, evidence, action, basis }) => ({
        rank: [severity, evidence === 'theory', action].join(),
        place: nearness.indexOf(basis),
      }));
      for (const [at, { rank, place }] of places.entries())
        for (const before of places.slice(0, at))
          if (before.rank === rank) expect(before.place).toBeLessThanOrEqual(place);
    }
    expect((await check('albuterol', 'propranolol')).findings[0]).toMatchObject({ basis: 'direct' });
  });

  it('answers a class member by class, naming the class', async () => {
    const { findings } = await check('warfarin', 'ibuprofen');
    expect(findings).toContainEqual(
      expect.objectContaining({
        basis: 'class',
        via: 'NSAIDs',
        documented_in: expect.objectContaining({ slug: 'warfarin' }),
      }),
    );
  });

  it("tells what an ingredient's record documents as such, and where it stands", async () => {
    const { findings } = await check('carbamazepine', 'Percocet');
    expect(findings).toContainEqual(
      expect.objectContaining({
        basis: 'ingredient',
        via: expect.stringContaining('Acetaminophen'),
        documented_in: expect.objectContaining({ slug: 'acetaminophen' }),
      }),
    );
  });

  it("tells what an ingredient's record documents with the product's own words where both say it, and names both places", async () => {
    const { findings } = await check('warfarin', 'Percocet');
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ basis: 'direct', documented_in: { slug: 'oxycodone-acetaminophen' } });
    const also = (findings[0]?.also_in ?? []).map(({ slug }) => slug);
    expect(also).toEqual(expect.arrayContaining(['warfarin', 'acetaminophen']));
  });

  it('tells no finding twice when both sides lead to it', async () => {
    for (const [a, b] of [
      ['Hyzaar', 'lithium'],
      ['Vytorin', 'Caduet'],
      ['Percocet', 'warfarin'],
    ] as const) {
      const places = (await check(a, b)).findings.map(({ documented_in: at }) => `${at.type}/${at.slug} ${at.field}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it('finds an ingredient of a combination', async () => {
    const { findings } = await check('Percocet', 'alprazolam');
    expect(findings.map(({ basis }) => basis)).toContain('class');
    expect((await check('Percocet', 'acetaminophen')).findings.length).toBeGreaterThan(0);
  });
});
