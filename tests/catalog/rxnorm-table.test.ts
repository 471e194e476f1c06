import { describe, expect, it } from 'vitest';
import { rxnormTable } from '../../scripts/rxnorm/rxnorm-table.ts';
import { productParts, rxnormRelease, rxnormRows } from '../../src/names/rxnorm.ts';

/** A line of RXNCONSO.RRF. */
const name = (code: string, type: string, text: string, suppress = 'N', source = 'RXNORM', sourceCode = code): string =>
  [code, 'ENG', '', '', '', '', '', '1', '', code, '', source, type, sourceCode, text, '', suppress, '4096', ''].join(
    '|',
  );
/** A line of RXNREL.RRF. */
const relation = (a: string, relationship: string, b: string): string =>
  [a, '', 'CUI', 'RO', b, '', 'CUI', relationship, '1', '', 'RXNORM', '', '', '', '', '4096', ''].join('|');

const files = {
  release: '2025-11-03',
  names: [
    name('1', 'IN', 'testamine'),
    name('2', 'IN', 'plainol'),
    name('3', 'PIN', 'testamine sodium'),
    name('4', 'MIN', 'plainol / testamine'),
    name('5', 'SCDC', 'testamine sodium 5 MG'),
    name('6', 'SCDC', 'plainol 325 MG'),
    name('7', 'SCD', 'testamine sodium 5 MG Oral Tablet'),
    name('8', 'SCD', 'plainol 325 MG / testamine sodium 5 MG Oral Tablet'),
    name('9', 'SBD', 'testamine sodium 5 MG Oral Tablet [Testex]'),
    name('10', 'SBD', 'plainol 325 MG / testamine sodium 5 MG Oral Tablet [Testex Plus]'),
    name('11', 'BN', 'Testex'),
    name('12', 'BN', 'Testex Plus'),
    name('13', 'IN', 'withdrawnol', 'O'),
    name('14', 'GPCK', '{7 (testamine sodium 5 MG Oral Tablet)} Pack'),
    name('2', 'SU', 'PLAINOL', 'N', 'MTHSPL', 'ABCDE12345'),
  ].join('\n'),
  relations: [
    relation('3', 'has_form', '1'),
    relation('1', 'part_of', '4'),
    relation('2', 'part_of', '4'),
    relation('1', 'ingredient_of', '5'),
    relation('5', 'has_precise_ingredient', '3'),
    relation('2', 'ingredient_of', '6'),
    relation('7', 'consists_of', '5'),
    relation('8', 'consists_of', '5'),
    relation('6', 'constitutes', '8'),
    relation('9', 'tradename_of', '7'),
    relation('8', 'has_tradename', '10'),
    relation('11', 'ingredient_of', '9'),
    relation('10', 'has_ingredient', '12'),
    relation('14', 'contains', '7'),
  ].join('\n'),
  attributes: ['1', '', '', '', '', '', '', '', 'UNII_CODE', 'MTHSPL', 'TEST123456', 'N', '4096', ''].join('|'),
};

describe('the table of a release', () => {
  const text = rxnormTable(files);
  const rows = new Map([...rxnormRows(text)].map((row) => [row.code, row]));

  it('says its release and leaves out what is suppressed', () => {
    expect(rxnormRelease(text)).toBe('2025-11-03');
    expect(rows.has('13')).toBe(false);
  });

  it.each([
    ['1', [['testamine']]],
    ['3', [['testamine']]],
    ['4', [['plainol', 'testamine']]],
    ['7', [['testamine']]],
    ['8', [['plainol', 'testamine']]],
    ['9', [['testamine']]],
    ['10', [['plainol', 'testamine']]],
    ['11', [['testamine']]],
    ['12', [['plainol', 'testamine']]],
    ['14', [['testamine']]],
  ])('has all ingredients of %s', (code, sets) => {
    expect(rows.get(code)?.sets).toEqual(sets);
  });

  it('has the UNII of ingredients and the brands of products', () => {
    expect([rows.get('1')?.further, rows.get('2')?.further]).toEqual([['TEST123456'], ['ABCDE12345']]);
    expect([rows.get('7')?.further, rows.get('8')?.further]).toEqual([['Testex'], ['Testex Plus']]);
  });
});

it.each([
  ['warfarin sodium 5 MG Oral Tablet', ['5 MG'], 'Oral Tablet'],
  ['24 HR metoprolol succinate 25 MG Extended Release Oral Tablet', ['25 MG'], 'Extended Release Oral Tablet'],
  ['acetaminophen 325 MG / oxycodone hydrochloride 5 MG Oral Tablet', ['325 MG', '5 MG'], 'Oral Tablet'],
  ['3 ML insulin lispro 100 UNT/ML Pen Injector', ['100 UNT/ML'], 'Pen Injector'],
])('%s is told in its parts', (product, strengths, form) => {
  expect(productParts(product)).toEqual({ strengths, form });
});
