import { beforeAll, describe, expect, it } from 'vitest';
import { spokenTitle } from '../../src/interactions/effects.ts';
import type { Finding } from '../../src/interactions/pair.ts';
import { ownDist } from '../support/build.ts';
import { pairsOf } from '../support/lists.ts';
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

/** Pairs that every checker must catch, the worst finding of which is major. */
const majorPairs = pairsOf({
  warfarin: `
    ibuprofen, naproxen, celecoxib, aspirin, clopidogrel, apixaban, heparin, NSAIDs, fluconazole, amiodarone,
    metronidazole, sulfamethoxazole-trimethoprim, Bactrim`,
  ibuprofen: 'apixaban, rivaroxaban',
  Advil: 'Eliquis',
  Vytorin: 'clarithromycin, simvastatin, Caduet',
  Ultracet: 'phenelzine',
  Janumet: 'alcohol',
  Hyzaar: 'lithium',
  Excedrin: 'warfarin',
  oxycodone: 'Percocet',
  simvastatin: `
    atorvastatin, clarithromycin, erythromycin, itraconazole, ketoconazole, ritonavir, gemfibrozil, cyclosporine,
    danazol`,
  Caduet: 'simvastatin',
  sertraline: 'phenelzine, tranylcypromine, linezolid, methylene blue, MAOIs, pimozide',
  Zocor: 'Biaxin',
  alprazolam: 'oxycodone, oxycodone-acetaminophen, morphine, opioids, ketoconazole, itraconazole',
  Percocet: 'Valium',
  "St. John's wort": 'cyclosporine',
  nitroglycerin: 'sildenafil, tadalafil',
  sildenafil: 'isosorbide mononitrate, riociguat',
  tramadol: 'alprazolam',
});
/** Pairs that every checker must catch, however severe. */
const mustCatch = [
  ...majorPairs,
  ...pairsOf({
    warfarin: `
    sertraline, fluoxetine, venlafaxine, rifampin, carbamazepine, St. John's wort, ginkgo, garlic, vitamin K,
    spinach, simvastatin, levothyroxine, omega-3, Percocet`,
    ibuprofen: `
    aspirin, naproxen, lithium, methotrexate, metformin, lisinopril, losartan, furosemide, hydrochlorothiazide,
    prednisone, sertraline`,
    Vytorin: 'grapefruit',
    omeprazole: 'pantoprazole',
    metoprolol: 'atenolol',
    prednisone: 'prednisolone',
    amlodipine: 'nifedipine',
    sertraline: "tramadol, fentanyl, sumatriptan, lithium, St John's wort, 5-HTP, fluoxetine",
    Zoloft: 'Imitrex',
    "St. John's wort": `
    paroxetine, phenelzine, oral contraceptives, birth control pills, tacrolimus, digoxin, indinavir, estradiol,
    alprazolam`,
    simvastatin: 'amiodarone, verapamil, diltiazem, amlodipine, colchicine, niacin, grapefruit, grapefruit juice',
    alprazolam: 'alcohol, carbamazepine',
    Percocet: 'alcohol, gabapentin, phenelzine, Tylenol, cyclobenzaprine',
    levothyroxine: `
    calcium, calcium carbonate, iron, ferrous sulfate, omeprazole, magnesium, cholestyramine, soy, estradiol,
    digoxin`,
    metformin: 'alcohol, iodinated contrast, cimetidine, topiramate',
    semaglutide: 'insulin, glipizide',
    magnesium: 'ciprofloxacin, doxycycline, alendronate',
    'vitamin D': 'hydrochlorothiazide, digoxin',
    lithium: 'NSAIDs, hydrochlorothiazide, lisinopril',
    methotrexate: 'trimethoprim, Bactrim, naproxen',
    clopidogrel: 'omeprazole',
    amiodarone: 'digoxin',
    tramadol: 'phenelzine',
  }),
];

/** Pairs of which nothing may be called documented: no member of the class, another substance, or nothing on file. */
const mustNotBeDocumented = pairsOf({
  warfarin: `
    amoxicillin clavulanate potassium chloride water, cetirizine, latanoprost, magnesium, latanoprost eye drops,
    apple`,
  ibuprofen: 'acetaminophen, levothyroxine, simvastatin, loratadine, grapefruit, omeprazole, alprazolam',
  simvastatin: 'ibuprofen, azithromycin, acetaminophen, loratadine, metformin, spinach',
  sertraline: 'acetaminophen, metformin, azelastine, levocetirizine, insulin glargine',
  alprazolam: 'metformin, acetaminophen, lisinopril, amoxicillin',
  metformin: 'simvastatin, acetaminophen, amoxicillin, warfarin',
  levothyroxine: 'acetaminophen, alprazolam, amoxicillin',
  semaglutide: 'alprazolam, ibuprofen',
  magnesium: 'warfarin, acetaminophen',
  'vitamin D': 'ibuprofen, alprazolam',
  'omega-3': 'amoxicillin, bpc-157',
  'bpc-157': 'tesamorelin',
  estradiol: 'metoprolol',
});

it.each([
  ['blood thinner', 'warfarin'],
  ['water pill', 'hydrochlorothiazide'],
  ['statin', 'simvastatin'],
])('a kind of medicine %s is not looked up as one thing; members are suggested, such as %s', async (name, member) => {
  const answer = await lookUp(name);
  expect(answer.code).toBe('is_a_class');
  expect(answer.suggestions?.map(({ slug }) => slug)).toContain(member);
});

describe('pairs that every checker must catch', () => {
  it.each(mustCatch)('%s and %s, either way round', async (a, b) => {
    const { status, findings, code } = await check(a, b);
    expect([status, code]).toEqual(['documented', undefined]);
    expect((await check(b, a)).findings).toEqual(findings);
  });

  it.each(majorPairs)('%s and %s as major', async (a, b) => {
    expect((await check(a, b)).findings[0]?.severity).toBe('major');
  });
});

it.each(mustNotBeDocumented)('pairs of which nothing is on file %s and %s', async (a, b) => {
  const { status, findings } = await check(a, b);
  expect(status).not.toBe('documented');
  expect(findings).toEqual([]);
});

describe('statuses', () => {
  it.each([
    ['warfarin', 'ibuprofen', 'documented'],
    ['omega-3', 'bpc-157', 'none_documented'],
    ['warfarin', 'loratadine', 'none_documented'],
    ['warfarin', 'desloratadine', 'not_assessed'],
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

  it('begins a finding with what is said of the very two, before what is said of their kind', async () => {
    const { findings } = await check('albuterol', 'propranolol');
    expect(findings[0]).toMatchObject({ basis: 'direct' });
  });

  it('answers a class member by class, naming the class', async () => {
    const { findings } = await check('warfarin', 'ibuprofen');
    expect(findings[0]).toMatchObject({ basis: 'class', via: 'Anticoagulants', documented_in: { slug: 'ibuprofen' } });
    expect(findings[0]?.also_in).toContainEqual(expect.objectContaining({ slug: 'warfarin' }));
  });

  it('names the record of an ingredient that documents the same of a product', async () => {
    const { findings } = await check('carbamazepine', 'Percocet');
    expect(findings.flatMap(({ also_in = [] }) => also_in.map(({ slug }) => slug))).toContain('acetaminophen');
  });

  it('tells apart what holds for everybody and what holds for some', async () => {
    const { findings } = await check('warfarin', 'Percocet');
    expect(findings.map(({ effect_id, when }) => [effect_id, when !== undefined])).toEqual([
      ['bleeding', false],
      ['bleeding', true],
    ]);
  });

  it('says nothing of a medicine that a condition leaves out, and leaves the condition out for the others', async () => {
    const codeine = (await check('paroxetine', 'codeine')).findings.map(({ effect_id }) => effect_id);
    expect(codeine).toContain('less-pain-relief');
    expect(codeine).not.toContain('stronger-effect');
    const [atomoxetine] = (await check('paroxetine', 'atomoxetine')).findings;
    expect(atomoxetine).toMatchObject({ effect_id: 'stronger-effect', affects: 'Atomoxetine' });
    expect(atomoxetine?.when).toBeUndefined();
  });

  it('begins with the harm that guidance names, where a record says only that one acts more strongly', async () => {
    const { findings } = await check('alprazolam', 'itraconazole');
    expect(findings.map(({ effect_id }) => effect_id)).toEqual(['slowed-breathing']);
    expect(findings[0]?.effect).toMatch(
      /^Itraconazole can raise the level of alprazolam, so you can become very drowsy/,
    );
  });

  it.each([
    ['Caduet', 'clarithromycin', 'Clarithromycin can raise the level of Caduet, so'],
    ['Vytorin', 'clarithromycin', 'Clarithromycin can raise the level of Vytorin'],
    ['albuterol', 'doxepin', 'If albuterol and doxepin are taken together, albuterol can act'],
    ['isosorbide', 'sildenafil', 'Isosorbide dinitrate or isosorbide mononitrate and sildenafil both lower'],
  ])('writes the names of %s and %s as within a sentence', async (a, b, start) => {
    expect((await check(a, b)).findings[0]?.effect.slice(0, start.length)).toBe(start);
  });

  it('writes a list of names with "and" before the last', () => {
    const written = ['NSAIDs (ibuprofen, naproxen)', 'Verapamil, diltiazem', 'Class IA or III antiarrhythmics'];
    expect(written.map((text) => spokenTitle(text))).toEqual([
      { text: 'NSAIDs', isList: false },
      { text: 'verapamil and diltiazem', isList: true },
      { text: 'class IA or III antiarrhythmics', isList: false },
    ]);
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
