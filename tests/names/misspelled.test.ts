import { describe, expect, it } from 'vitest';
import { thingsNamed } from '../../src/names/name-index.ts';
import { joined, normalize } from '../../src/text/normalize.ts';
import { fixtureNames } from '../fixtures/names/index.ts';
import { misspellingShares, misspellings } from '../measure/spelled.ts';

const index = fixtureNames();
const rows = misspellings(index);

describe('the misspelling set', () => {
  it('has at least 600 spellings, none of them a real name', () => {
    expect(rows.length).toBeGreaterThanOrEqual(600);
    const real = rows.filter(({ typed }) => thingsNamed(index, joined(normalize(typed))).length > 0);
    expect(real).toEqual([]);
  });

  it('never leads to the wrong record', () => {
    expect(rows.filter(({ isWrong }) => isWrong)).toEqual([]);
  });

  it('leads to the right record in at least 95 of 100 spellings with one error, and there or to a choice with it in 98', () => {
    const { right, rightOrOffered } = misspellingShares(rows, 1);
    expect(right).toBeGreaterThanOrEqual(0.95);
    expect(rightOrOffered).toBeGreaterThanOrEqual(0.98);
  });

  // Two errors in a brand of six letters are as likely another brand: tests/names/held-out.test.ts has the other side.
  it('leads there in at least 74 of 100 with two, and to the right record or a choice with it in 95', () => {
    const { right, rightOrOffered } = misspellingShares(rows, 2);
    expect(right).toBeGreaterThanOrEqual(0.74);
    expect(rightOrOffered).toBeGreaterThanOrEqual(0.95);
  });
});
