import { describe, expect, it } from 'vitest';
import { fixtureNames } from '../fixtures/names/index.ts';
import { heldOut, slipShares } from '../measure/spelled.ts';

describe('a real name that the list does not have', () => {
  const { count, wrong } = heldOut([1, 2, 3]);

  it('is answered with another drug at most once in 10,000: a tenth left out, three times', () => {
    expect(count).toBeGreaterThan(10_000);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Math.floor(count / 10_000));
  });
});

describe('a slip in the name of a record', () => {
  const { once, twice } = slipShares(fixtureNames());

  it('leads there in 94 of 100, and there or to a choice with it in 99', () => {
    expect(once.right).toBeGreaterThanOrEqual(0.94);
    expect(once.rightOrOffered).toBeGreaterThanOrEqual(0.99);
    expect(once.wrong).toBe(0);
  });

  it('leads there in 70 of 100 when there are two, and there or to a choice with it in 88', () => {
    expect(twice.right).toBeGreaterThanOrEqual(0.7);
    expect(twice.rightOrOffered).toBeGreaterThanOrEqual(0.88);
    expect(twice.wrong).toBe(0);
  });
});
