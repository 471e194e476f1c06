import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { feedFiles } from '../../src/publish/feeds.ts';
import type { Redirects } from '../../src/schema/types.ts';
import { phrases } from '../support/lists.ts';
import { editionOf, medication, peptide } from '../support/small-catalog.ts';

const site = 'https://materia.test';
const records = {
  'medication/a': medication('A & amine'),
  'medication/b': medication('Bamine'),
  'peptide/d': peptide('d', { name: 'Dtide' }),
  'peptide/e': peptide('e', { name: 'Etide' }),
};
const first = editionOf({ records }, { today: '2026-11-01' });
const redirects: Redirects = {
  renamed: [{ kind: 'medication', from: 'b', to: 'bee', date: '2026-11-21' }],
  withdrawn: [{ kind: 'peptide', slug: 'd', date: '2026-11-21', reason: 'Merged.', successor: 'e' }],
};
const changed = {
  ...medication('A & amine', { doses: ['5 mg'] }),
  changes: [
    { date: '2026-11-21', text: 'Adds a dose.' },
    { date: '2026-11-01', text: 'First version of this record.' },
  ],
};
const second = editionOf(
  {
    records: { 'medication/a': changed, 'medication/bee': records['medication/b'], 'peptide/e': records['peptide/e'] },
    redirects,
    ledger: first.catalog.ledger,
  },
  { today: '2026-11-21' },
);
const [list, atom] = feedFiles(second).map(({ body }) => body) as [string, string];
const { changes, generated } = JSON.parse(list);

describe('changes.json', () => {
  it('tells what was added, changed, renamed and withdrawn, newest first', () => {
    const day = { date: '2026-11-21' };
    expect(generated).toBe('2026-11-21');
    expect(changes.slice(0, 3)).toEqual([
      {
        ...day,
        type: 'changed',
        kind: 'medication',
        slug: 'a',
        name: 'A & amine',
        canonical: `${site}/medication/a`,
        note: 'Adds a dose.',
      },
      {
        ...day,
        type: 'renamed',
        kind: 'medication',
        slug: 'bee',
        from: 'b',
        name: 'Bamine',
        canonical: `${site}/medication/bee`,
      },
      {
        ...day,
        type: 'withdrawn',
        kind: 'peptide',
        slug: 'd',
        name: 'd',
        canonical: `${site}/peptide/d`,
        reason: 'Merged.',
        successor: 'e',
      },
    ]);
    expect(
      changes.slice(3).map((change: { type: string; slug: string }) => `${change.type} ${change.slug}`),
    ).toEqual(phrases`
      added a, added b, added d, added e`);
  });

  it('passes the schema that it names', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    const validate = ajv.compile(
      JSON.parse(readFileSync(join(import.meta.dirname, '../../src/schema/changes.json'), 'utf8')),
    );
    expect(validate(JSON.parse(list)), JSON.stringify(validate.errors)).toBe(true);
  });

  it('has the same bytes when a build changes nothing', () => {
    const again = editionOf(
      {
        records: {
          'medication/a': changed,
          'medication/bee': records['medication/b'],
          'peptide/e': records['peptide/e'],
        },
        redirects,
        ledger: second.catalog.ledger,
      },
      { today: '2027-01-01' },
    );
    expect(feedFiles(again).map(({ body }) => body)).toEqual([list, atom]);
  });
});

describe('changes.atom', () => {
  const feed = parseAtomFeed(atom);

  it('is well-formed, and names itself, its page, its author and its newest change', () => {
    expect(XMLValidator.validate(atom)).toBe(true);
    expect(feed).toMatchObject({
      id: `${site}/changes`,
      updated: '2026-11-21T00:00:00.000Z',
      authors: [{ name: 'Materia' }],
    });
    expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(`${site}/changes.atom`);
  });

  it('has an entry for each change, with an id of its own, a date and the address of the page', () => {
    expect(feed.entries).toHaveLength(changes.length);
    expect(new Set(feed.entries?.map(({ id }) => id)).size).toBe(changes.length);
    for (const entry of feed.entries ?? []) {
      expect(entry.updated).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
      expect(entry.links?.[0]?.href).toMatch(/^https:\/\/materia\.test\/(medication|peptide)\//);
    }
    expect(JSON.stringify(feed.entries?.[0])).toContain('A & amine');
  });
});
