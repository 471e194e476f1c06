import { describe, expect, it } from 'vitest';
import { openNames } from '../../src/names/name-index.ts';
import { nameShards, shardedTables } from '../../src/names/name-shards.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { rxnormRows } from '../../src/names/rxnorm.ts';
import { answerOf } from '../fixtures/names/index.ts';
import { nameSlips } from '../measure/spelled.ts';
import { rxnormShares, typedLines } from '../measure/typed.ts';
import { ownNameData, ownNames } from '../support/own-catalog.ts';
import { readerOf } from '../support/shard-files.ts';

const data = ownNameData();
const { rxnorm = '' } = data;
const index = ownNames();
const answer = (query: string): string => answerOf(resolveName(index, query));
const asIn = (query: string) => (resolveName(index, query) as { match?: { as_written?: object } }).match?.as_written;

describe('lines of labels, portals and prescriptions', () => {
  const { count, right, wrong } = typedLines(index);

  it('are at least 200, of which 98 in 100 are read as they are meant and none as another drug', () => {
    expect(count).toBeGreaterThanOrEqual(200);
    expect(right).toBeGreaterThanOrEqual(0.98);
    expect(wrong).toEqual([]);
  });

  it('have a strength told in which no tablet of the name is sold, and no other', () => {
    expect(asIn('metoprolol 33 mg tablet daily')).toMatchObject({
      strength: '33 mg',
      strength_note: expect.stringContaining('33 mg'),
    });
    for (const line of [
      'metoprolol 25 mg tablet',
      'levothyroxine 75 mcg qam',
      'ondansetron 4 mg/5 mL solution',
      'metoprolol 5 mg IV',
    ])
      expect(asIn(line), line).not.toHaveProperty('strength_note');
  });

  it.each([
    ['warfarin 5', '5'],
    ['warfrin 5', '5'],
    ['Lipitor 20', '20'],
    ['lisinopril-hydrochlorothiazide 20/25', '20/25'],
    ['omega 3', undefined],
    ['vitamin b12', undefined],
    ['rxcui:11289', undefined],
  ])('say of %s that its strength is %s', (line, strength) => {
    expect(asIn(line) as { strength?: string } | undefined).toEqual(strength === undefined ? undefined : { strength });
  });
});

describe('codes of RxNorm', () => {
  it('lead to the record of exactly their ingredients, or say these: 500 by chance', () => {
    const { right, wrong } = rxnormShares(index, rxnorm, { by: 'code', count: 500, isTaken: () => true });
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(0.98);
  });

  it.each([
    ['rxcui:312961', 'medication/simvastatin'],
    ['RxCUI 855332', 'medication/warfarin'],
    ['unii:9100L32L2N', 'medication/metformin'],
    ['rxcui:1000001', 'not_in_catalog'],
    ['rxcui:99999999', 'not_recognized'],
    ['312961', 'not_recognized'],
  ])('%s: %s', (code, expected) => {
    expect(answer(code)).toBe(expected);
  });

  // RxNorm's own UNII of an ingredient may be that of its hydrate, ours that of the base: both are the ingredient's.
  it.each([
    ['unii:7Q3P4BS2FD', 'unii:E7199S1YWR', 'rxcui:29046', 'medication/lisinopril'],
    ['unii:334895S862', 'unii:N12000U13O', 'rxcui:3640', 'medication/doxycycline'],
    ['unii:5SFF1W6677', 'unii:OBN7UDS42Y', 'rxcui:2231', 'medication/cephalexin'],
    ['unii:CUT2W21N7U', 'unii:O2GMZ0LF5W', 'rxcui:41126', 'medication/fluticasone'],
    ['unii:JS86977WNV', 'rxcui:50121', 'rxcui:705022', 'medication/fluticasone'],
  ])('%s, %s, %s: %s', (...all) => {
    const expected = all.at(-1);
    expect(all.slice(0, -1).map(answer)).toEqual([expected, expected, expected]);
  });

  it('are looked up in one small shard, with the same answer', () => {
    const { shardMap, files } = nameShards(data);
    const reader = readerOf(files);
    const names = openNames(shardedTables(shardMap, reader.shards));
    const codes = [...rxnormRows(rxnorm)].filter((_, at) => at % 400 === 0).map(({ code }) => `rxcui:${code}`);
    for (const code of codes) expect(answerOf(reader.answer(() => resolveName(names, code))), code).toBe(answer(code));
    const sizes = files.filter(({ family }) => family === 'codes').map(({ content }) => JSON.stringify(content).length);
    expect(Math.max(...sizes)).toBeLessThan(30_000);
  }, 60_000);
});

describe('names of RxNorm', () => {
  it('of 500 products by chance lead to no other drug', () => {
    const { right, wrong } = rxnormShares(index, rxnorm, {
      by: 'name',
      count: 500,
      isTaken: ({ type }) => type === 'SCD',
    });
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(0.9);
  });

  it('of brands never lead to a record that lacks an ingredient, or has another', () => {
    const wrong = [...rxnormRows(rxnorm)].flatMap(({ type, code, name }) => {
      if (type !== 'BN') return [];
      const byName = resolveName(index, name);
      const byCode = resolveName(index, `rxcui:${code}`);
      const isSame = byName.status !== 'found' || (byCode.status === 'found' && byCode.record === byName.record);
      return isSame ? [] : [`${name}: ${answerOf(byName)}, its code ${answerOf(byCode)}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(['Repan', 'Legatrin PM', 'Marten-Tab', 'Unisom with Pain Relief', 'Cetacaine', 'Polycin'])(
    '%s, of which older lists name one ingredient, has all of them',
    (brand) => {
      const resolution = resolveName(index, brand);
      expect(resolution.status === 'not_in_catalog' && resolution.canonical.length).toBeGreaterThan(1);
    },
  );
});

describe('a product name of another country that is one letter from a brand', () => {
  it.each([
    ['roxicef', 'oxycodone-acetaminophen'],
    ['viodin', 'hydrocodone-acetaminophen'],
    ['delentin', 'phenytoin'],
    ['auxiron', 'testosterone'],
    ['avanza', 'morphine'],
    ['ultran', 'tramadol'],
  ])('%s is asked about where that brand is of a medicine that harms most by mistake', (name, slug) => {
    const resolution = resolveName(index, name);
    expect(resolution.status).toBe('ambiguous_name');
    expect(resolution.status !== 'found' && resolution.suggestions.map((one) => one.slug)).toContain(slug);
  });

  it.each([
    ['warfrin', 'medication/warfarin'],
    ['oxycodon', 'medication/oxycodone'],
    ['alprazolm', 'medication/alprazolam'],
  ])('%s, a generic name, is read as before', (name, expected) => {
    expect(answer(name)).toBe(expected);
  });

  const { generic, highRiskBrands } = nameSlips(index, data.records);

  it('costs no generic name: 95 of 100 with one slip are read, and 99 read or offered', () => {
    expect(generic.count).toBeGreaterThan(5000);
    expect(generic.right).toBeGreaterThanOrEqual(0.95);
    expect(generic.rightOrOffered).toBeGreaterThanOrEqual(0.99);
    expect(generic.wrong).toBe(0);
  });

  it('costs brands of these medicines their answers: none is answered by a brand, 98 of 100 are offered or read', () => {
    expect(highRiskBrands.count).toBeGreaterThan(300);
    expect(highRiskBrands.byBrand).toEqual([]);
    expect(highRiskBrands.rightOrOffered).toBeGreaterThanOrEqual(0.98);
    expect(highRiskBrands.wrong).toBe(0);
  });
});
