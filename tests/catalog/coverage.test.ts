import { describe, expect, it } from 'vitest';
import { coverageOf, share } from '../../src/catalog/coverage.ts';
import { catalogBlanks, renderProse } from '../../src/components/prose.ts';
import { ownCatalog } from '../support/own-catalog.ts';

const { catalog } = ownCatalog();
const [aspirin, naproxen] = catalog.entries.filter(({ kind }) => kind === 'medication');
if (!aspirin || !naproxen) throw new Error('The catalog has fewer than two medications.');

const label = (effective: string) => ({
  id: 'label',
  type: 'fda-label' as const,
  title: 'Label',
  url: 'https://dailymed.nlm.nih.gov/',
  date: effective,
  effective,
});

describe('the coverage of a catalog', () => {
  const coverage = coverageOf({
    entries: [
      { ...aspirin, slug: 'a', substances: ['a'], sources: [label('2021-02-03')] },
      { ...naproxen, slug: 'b', substances: ['c', 'b'], sources: [label('2020-01-31'), label('2026-01-01')] },
    ],
    vocabulary: {
      ...catalog.vocabulary,
      mostUsed: [
        { rank: 1, substances: ['a'], purchases: 300 },
        { rank: 2, substances: ['b'], purchases: 100 },
        { rank: 100, substances: ['c'] },
        { rank: 101, substances: ['b', 'c'], purchases: 100 },
      ],
    },
  });

  it('counts a combination for itself alone, in any order of its substances', () => {
    expect(coverage.ranks).toEqual({ first: { count: 1, of: 3 }, all: { count: 2, of: 4 } });
    expect(share(coverage.purchases)).toBe('80%');
  });

  it('finds the oldest label, not the oldest of the first record', () => {
    expect(coverage.oldestLabel).toEqual({ date: '2020-01-31', ref: 'medication/b' });
    expect(coverage.sources).toEqual([['fda-label', 3]]);
  });

  it('is nothing, not a fault, where there is nothing', () => {
    const none = coverageOf({ entries: [], vocabulary: { ...catalog.vocabulary, mostUsed: [] } });
    expect([share(none.purchases), none.oldestLabel, none.kinds.peptide.records]).toEqual(['0%', undefined, 0]);
  });
});

it('the page about the catalog says the figures of this catalog, and leaves no blank open', () => {
  const { html } = renderProse(catalog.pages.about, catalogBlanks(catalog));
  const { kinds, ranks, purchases } = coverageOf(catalog);
  expect(html).not.toMatch(/[{}]/);
  expect(html).toContain(`${kinds.medication.records} medications`);
  expect(html).toContain(`${ranks.first.count} of the first ${ranks.first.of} in the United States`);
  expect(html).toContain(`${share(purchases)} of the purchases`);
});
