import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveName } from '../../src/names/resolve.ts';
import { dividedLine, namesNothing, typedLine } from '../../src/names/typed-line.ts';
import { answerOf, fixtureNames } from '../fixtures/names/index.ts';

const index = fixtureNames();
const answer = (line: string): string => answerOf(resolveName(index, line));

describe('a line of a medication list', () => {
  it.each([
    [
      'Zoloft 50 mg 1 tablet by mouth daily',
      'zoloft 50 mg',
      { strength: '50 mg', route: 'by mouth', frequency: 'daily' },
    ],
    ['Tab. Amlodipine 5mg OD', 'tab amlodipine 5mg', { form: 'Tab.', strength: '5mg', frequency: 'OD' }],
    [
      'metformin 500 mg p.o. b.i.d. with meals',
      'metformin 500 mg',
      { strength: '500 mg', route: 'p.o.', frequency: 'b.i.d. with meals' },
    ],
    ['1) Eliquis 5mg BID', 'eliquis 5mg', { strength: '5mg', frequency: 'BID' }],
    ['Lisinopril 10MG Tablet, Qty: 30, Refills: 3', 'lisinopril 10mg tablet', { strength: '10MG', form: 'Tablet' }],
    ['Percocet 5/325 mg q6h prn pain', 'percocet 5 325 mg', { strength: '5/325 mg', frequency: 'q6h prn' }],
    [
      'sertraline 50 mg tablet Take 1 tablet (50 mg total) daily',
      'sertraline 50 mg tablet',
      { strength: '50 mg', form: 'tablet', frequency: 'daily' },
    ],
    ['prednisone 10 mg taper', 'prednisone 10 mg', { strength: '10 mg', frequency: 'taper' }],
    [
      'albuterol 90 mcg/actuation 2 puffs q4-6h',
      'albuterol 90 mcg',
      { strength: '90 mcg/actuation', frequency: 'q4-6h' },
    ],
    ['Lipitor 20 mg zxqwv', 'lipitor 20 mg zxqwv', { strength: '20 mg', not_read: 'zxqwv' }],
  ])('%s', (line, text, asWritten) => {
    expect(typedLine(line)).toMatchObject({ text, asWritten });
    expect(Object.keys(typedLine(line).asWritten)).toEqual(Object.keys(asWritten));
  });

  it.each([
    ['warfarin', 'warfarin'],
    ['BPC-157', 'bpc 157'],
    ['Novolog Mix 70/30', 'novolog mix 70 30'],
    ['Tylenol No. 3', 'tylenol no 3'],
    ['Robitussin AC', 'robitussin ac'],
    ['St. John’s wort', 'st johns wort'],
  ])('%s is a name, and nothing of it is left out', (name, text) => {
    expect(typedLine(name)).toEqual({ text, lead: text, rest: [], isDenied: false, asWritten: {} });
  });

  it('reads any text without failing, and in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => typeof typedLine(text).text === 'string'),
    );
    for (const long of [
      '1 '.repeat(250),
      'take '.repeat(100),
      'every '.repeat(83),
      'oral '.repeat(100),
      '5/'.repeat(250),
      'a'.repeat(500),
    ])
      expect(typedLine(long).text.length).toBeLessThanOrEqual(500);
  });
});

describe('a comma', () => {
  it.each([
    ['Synthroid 100 mcg, take one every morning, on an empty stomach', 1],
    ['Metformin, extended release, 500 mg', 1],
    ['vitamin D3 2,000 IU, fish oil, aspirin 81 mg', 3],
    ['warfarin; ibuprofen 200 mg, as needed', 2],
    ['lisinopril 10 mg tablet, 1 tab, oral, daily, #30, 3 refills', 1],
  ])('in "%s" leaves %i', (line, count) => {
    expect(dividedLine(line)).toHaveLength(count);
  });

  it('divides only what names nothing from what does', () => {
    expect(namesNothing('take 1 tablet by mouth twice daily as needed')).toBe(true);
    expect(namesNothing('aspirin')).toBe(false);
  });
});

describe('what a line leads to', () => {
  it.each([
    ['Coumadin 5 mg 1 tablet by mouth every evening', 'medication/warfarin'],
    ['warfrin 5mg tabs po qd', 'medication/warfarin'],
    ['T. Metformin 500 mg BD', 'medication/metformin'],
    ['warfarin sod 5 mg', 'medication/warfarin'],
    [
      'sertraline 50 mg tablet Commonly known as: ZOLOFT Take 1 tablet (50 mg total) by mouth daily.',
      'medication/sertraline',
    ],
    ['Percocet 5/325 1 tab q6h prn pain', 'medication/oxycodone-acetaminophen'],
    [
      'acetaminophen 325 MG / oxycodone hydrochloride 5 MG Oral Tablet [Percocet]',
      'medication/oxycodone-acetaminophen',
    ],
  ])('%s: %s', (line, ref) => {
    expect(answer(line)).toBe(ref);
  });

  it.each([
    ['Tylenol 500 mg with coedine', 'a second name, misspelled'],
    ['Tylenol 500 mg xx', 'letters that may tell a product of the brand from others'],
    ['aspirin 81 mg for heart and Lipitor 20 mg', 'two names'],
    ['warfarin 5 mg - STOPPED', 'not taken'],
    ['losartan 50-12.5 mg daily', 'the strengths of two substances'],
    ['lisinopril 20/25 1 tab daily', 'the strengths of two substances'],
  ])('%s is asked about: %s', (line) => {
    expect(['ambiguous_name', 'not_recognized']).toContain(answer(line));
  });

  it.each([
    'Tylenol 500 mg PM at bedtime',
    'Tylenol 325 mg Cold',
    'Robitussin AC 10 ml q6h',
    'Tylenol No. 3 1 tab q6h',
  ])('%s is a product of its own', (line) => {
    expect(answer(line)).toBe('not_in_catalog');
  });
});
