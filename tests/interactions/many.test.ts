import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RawInput } from '../../src/api/inputs.ts';
import type { Finding } from '../../src/interactions/pair.ts';
import type { NamedRecord } from '../../src/names/name-index.ts';
import type { Envelope } from '../../src/schema/types.ts';
import {
  fives,
  type ToldPair,
  type ToldRecord,
  toldPairs,
  toldRecords,
  toldTogether,
} from '../measure/answer-facts.ts';
import { ownDist } from '../support/build.ts';
import { pairs } from '../support/lists.ts';
import { ownNameData } from '../support/own-catalog.ts';
import { type Answer, serviceOf } from '../support/service.ts';

interface Many {
  readonly items: readonly { name: string }[];
  readonly pairs: readonly {
    items: [number, number];
    status: string;
    severity: string | null;
    action: string | null;
    findings: Finding[];
  }[];
  readonly adds_up: readonly { effect: string; members: string[] }[];
  readonly same_ingredient: readonly { substance: string; members: string[] }[];
  readonly stopping: readonly { name: string; title: string; canonical_url: string }[];
}

let run: (tool: string, input: RawInput) => Promise<Answer>;
let slugs: string[];
let records: readonly NamedRecord[];
beforeAll(async () => {
  const service = await serviceOf(await ownDist());
  run = service.run;
  records = ownNameData().records;
  slugs = records.map(({ slug }) => slug);
});

const envelopeFor = async (input: RawInput): Promise<Envelope> => {
  const answer = await run('check_interactions', input);
  if (!answer.ok) throw new Error(answer.body.detail);
  return answer.body;
};
const many = async (...names: string[]): Promise<Many> => {
  const [item1, item2, ...more] = names;
  return (await envelopeFor({ item1, item2, more })).data as Many;
};
const pairOf = async (item1: string, item2: string) =>
  (await envelopeFor({ item1, item2 })).data as Many['pairs'][number];
const five = ['warfarin', 'sertraline', 'ibuprofen', 'omeprazole', "St. John's wort"];

describe('several items in one call', () => {
  it('have every pair once, worst first, each equal to the answer on the pair alone', async () => {
    const { pairs } = await many(...five);
    expect(pairs.map(({ items }) => items.join('-')).toSorted()).toEqual(
      five.flatMap((_, i) => five.slice(i + 1).map((__, after) => `${i}-${i + 1 + after}`)).toSorted(),
    );
    const order = ['major', 'moderate', 'minor', 'food'];
    const ranks = pairs.map(({ severity }) => (severity === null ? order.length : order.indexOf(severity)));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    for (const { items, status, findings } of pairs) {
      const alone = await envelopeFor({ item1: five[items[0]], item2: five[items[1]] });
      expect(alone.data).toMatchObject({ status, findings });
    }
  });

  it('tell what adds up over three weak ones', async () => {
    const { adds_up } = await many('citalopram', 'ondansetron', 'hydroxyzine');
    const qt = adds_up.find(({ effect }) => effect.includes('QT'));
    expect(qt?.members.length).toBe(3);
  });

  it('tell bleeding, sedation, serotonin and potassium from the records', async () => {
    const told = async (...names: string[]) => (await many(...names)).adds_up.map(({ effect }) => effect).join('; ');
    expect(await told('warfarin', 'aspirin', 'sertraline')).toContain('Bleeding');
    expect(await told('alprazolam', 'oxycodone', 'gabapentin')).toContain('Drowsiness');
    expect(await told('tramadol', 'sertraline', 'sumatriptan')).toContain('serotonin');
    expect(await told('lisinopril', 'spironolactone', 'potassium chloride')).toContain('potassium');
    expect(await told('hydroxyzine', 'oxybutynin', 'diphenhydramine')).toContain('anticholinergic');
  });

  it('tell the same substance in two of them, and what must not be stopped suddenly', async () => {
    const answer = await many('acetaminophen', 'Percocet', 'venlafaxine');
    expect(answer.same_ingredient).toEqual([{ substance: 'acetaminophen', members: expect.any(Array) }]);
    expect(answer.same_ingredient[0]?.members).toHaveLength(2);
    expect(answer.stopping.map(({ name }) => name)).toContain('Venlafaxine');
  });

  it('say of a pair without a record that it was not assessed', async () => {
    const { pairs, items } = await many('warfarin', 'grapefruit', 'alcohol');
    const names = (pair: (typeof pairs)[number]) => pair.items.map((at) => items[at]?.name);
    const foods = pairs.find((pair) => !names(pair).includes('Warfarin'));
    expect(foods?.status).toBe('not_assessed');
  });

  it('cost at most 2,500 tokens as text, five medicines of any sort', async () => {
    const heavy = ['warfarin', 'fluoxetine', 'tramadol', 'quetiapine', 'carbamazepine'];
    expect(Math.max(...(await toldTogether(run, [...fives(records), heavy])))).toBeLessThanOrEqual(2500);
  });

  it('are taken repeated, by commas, or as a list, all the same', async () => {
    const list = await envelopeFor({ item1: 'warfarin', item2: 'aspirin', more: ['sertraline', 'omeprazole'] });
    const commas = await envelopeFor({ item1: 'warfarin', item2: 'aspirin', more: 'sertraline, omeprazole' });
    expect(commas).toEqual(list);
  });

  it('are a pair where there are no more', async () => {
    const pair = await envelopeFor({ item1: 'warfarin', item2: 'aspirin' });
    for (const more of ['', [], [' '], undefined])
      expect(await envelopeFor({ item1: 'warfarin', item2: 'aspirin', more })).toEqual(pair);
  });

  it('may hold one item twice, which is one substance', async () => {
    const { pairs } = await many('warfarin', 'Coumadin', 'sertraline');
    expect(pairs.map(({ status }) => status)).toContain('same_substance');
  });

  it.each([
    ['21 items', { more: Array.from({ length: 19 }, () => 'aspirin') }, 'invalid_parameter', 'more'],
    ['no list', { more: { a: 1 } }, 'invalid_parameter', 'more'],
    ['a number', { more: [5] }, 'invalid_parameter', 'more'],
    ['a name nobody knows', { more: ['qzqzqz'] }, 'not_recognized', 'more'],
    ['a name longer than 200 characters', { more: ['a'.repeat(201)] }, 'invalid_parameter', 'more'],
  ])('are refused with a clear word: %s', async (_, more, code, parameter) => {
    const answer = await run('check_interactions', { item1: 'warfarin', item2: 'aspirin', ...more });
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect(answer.body.code).toBe(code);
    expect(answer.body.errors?.map((error) => error.parameter)).toEqual([parameter]);
  });
});

describe('a finding', () => {
  it('says what its source does, what it rests on and which source that is', async () => {
    const { findings } = await pairOf('warfarin', 'fluconazole');
    expect(findings[0]).toMatchObject({ severity: 'major', evidence: 'label' });
    expect(findings[0]?.action).not.toBeNull();
    expect(findings[0]?.sources[0]).toMatchObject({ id: expect.any(String), title: expect.any(String) });
  });

  it('that two records have is one, with both places', async () => {
    const { findings } = await pairOf('warfarin', 'ibuprofen');
    const places = findings.flatMap((one) => [one.documented_in, ...(one.also_in ?? [])]);
    expect(new Set(places.map(({ slug }) => slug))).toEqual(new Set(['warfarin', 'ibuprofen']));
    expect(findings.filter(({ severity }) => severity === 'major')).toHaveLength(1);
  });

  it('that two records grade differently is as grave as the graver says, and told once', async () => {
    const { findings } = await pairOf('hydroxyzine', 'quetiapine');
    const drowsy = findings.filter(({ effect, evidence }) => /drows|sleepi/i.test(effect) && evidence !== 'theory');
    expect(drowsy).toHaveLength(1);
    expect(drowsy[0]).toMatchObject({ severity: 'major', action: 'avoid', documented_in: { slug: 'hydroxyzine' } });
    expect(drowsy[0]?.also_in).toContainEqual(expect.objectContaining({ slug: 'quetiapine' }));
  });

  it('that is a theory documents nothing, and is told as a theory', async () => {
    const theories: { a: string; b: string; status: string; summary: string }[] = [];
    for (const a of slugs.slice(-31)) {
      for (const b of ['warfarin', 'metformin', 'sertraline', 'aspirin']) {
        const answer = await run('check_interactions', { item1: a, item2: b });
        if (!answer.ok) continue;
        const { status, findings } = answer.body.data as Many['pairs'][number];
        if (findings.length === 0 || findings.some(({ evidence }) => evidence !== 'theory')) continue;
        theories.push({ a, b, status, summary: answer.body.assessment_summary });
        expect(answer.body.must_not).toContain('Do not present a theory as a documented interaction.');
      }
    }
    expect(theories.length).toBeGreaterThan(0);
    for (const { status, summary } of theories) {
      expect(['none_documented', 'not_assessed', 'same_substance']).toContain(status);
      expect(summary).toContain('theory');
    }
  });

  it('is the same whichever item is named first', async () => {
    for (const [a, b] of pairs('warfarin = amiodarone, sertraline = tramadol, venlafaxine = tramadol'))
      expect((await pairOf(b, a)).findings).toEqual((await pairOf(a, b)).findings);
  });
});

describe('the text of a tool result', () => {
  let told: ToldRecord[];
  beforeAll(async () => {
    told = await toldRecords(run, records);
  });

  it('of a lookup has at most 6 KB, and all constraints', () => {
    for (const { slug, bytes, text, mustNot } of told) {
      expect(bytes, slug).toBeLessThanOrEqual(6144);
      for (const entry of mustNot) expect(text).toContain(entry);
    }
  });

  it('has the facts that are asked most within 1,500 tokens in 95 of 100 medications, and within 4,000 in all', () => {
    const medications = told.filter(({ factTokens }) => factTokens !== undefined);
    const tokens = medications.map(({ factTokens }) => factTokens as number);
    expect(tokens.length).toBeGreaterThan(50);
    expect(Math.max(...tokens)).toBeLessThanOrEqual(4000);
    expect(tokens.filter((one) => one <= 1500).length / tokens.length).toBeGreaterThanOrEqual(0.95);
    expect(medications.filter(({ isComplete }) => isComplete).length / tokens.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the pairs of records that have most to tell, and a sixth of the others', () => {
  const [LONGEST, SHARE] = [100, 6];
  let pairs: ToldPair[];
  beforeAll(async () => {
    const dist = await ownDist();
    const sizeOf = ({ kind, slug }: NamedRecord) => statSync(join(dist, `v1/interactions/${kind}/${slug}.json`)).size;
    const sizes = records.map(sizeOf);
    const places = [...records.keys()].toSorted((a, b) => (sizes[b] as number) - (sizes[a] as number));
    const longest = new Set(places.slice(0, LONGEST));
    const areLong = (a: number, b: number) => longest.has(a) && longest.has(b);
    pairs = await toldPairs(run, records, (a, b) => areLong(a, b) || (a + b) % SHARE === 0);
  });

  it('are looked at', () => {
    expect(pairs.length).toBeGreaterThan((records.length * (records.length - 1)) / 2 / SHARE);
  });

  it('have a text of at most 3 KB, and an envelope of at most 6', () => {
    expect(pairs.filter(({ textBytes, bytes }) => textBytes > 3 * 1024 || bytes > 6 * 1024)).toEqual([]);
  });
});
