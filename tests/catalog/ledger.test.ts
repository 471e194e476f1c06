import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerText, MassDeletion, nextLedger, refuseMassDeletion } from '../../src/catalog/ledger.ts';
import type { Ledger, Redirects } from '../../src/schema/types.ts';

const empty: Ledger = { files: {}, changes: [] };
const none: Redirects = { renamed: [], withdrawn: [] };
const digests = (of: Record<string, string>) => new Map(Object.entries(of));
const renamed = (...pairs: [from: string, to: string][]): Redirects => ({
  renamed: pairs.map(([from, to]) => ({ kind: 'medication', from, to, date: '2026-01-02' })),
  withdrawn: [],
});

describe('a ledger', () => {
  const first = nextLedger(empty, digests({ 'medication/b': '1', 'medication/a': '1' }), none, '2026-01-01');

  it('dates what is new with today and tells it as added', () => {
    expect(first.files).toEqual({
      'medication/a.md': { sha256: '1', date: '2026-01-01' },
      'medication/b.md': { sha256: '1', date: '2026-01-01' },
    });
    expect(first.changes.map(({ type, slug }) => `${type} ${slug}`).toSorted()).toEqual(['added a', 'added b']);
  });

  it('keeps the date of what did not change, and its own bytes', () => {
    const again = nextLedger(first, digests({ 'medication/a': '1', 'medication/b': '1' }), none, '2026-05-05');
    expect(ledgerText(again)).toBe(ledgerText(first));
  });

  it('moves the date of what changed, and of nothing else', () => {
    const next = nextLedger(first, digests({ 'medication/a': '2', 'medication/b': '1' }), none, '2026-02-02');
    expect(next.files['medication/a.md']).toEqual({ sha256: '2', date: '2026-02-02' });
    expect(next.files['medication/b.md']).toEqual(first.files['medication/b.md']);
    expect(next.changes[0]).toEqual({ date: '2026-02-02', type: 'changed', kind: 'medication', slug: 'a' });
  });

  it('tells a rename once, as a rename', () => {
    const next = nextLedger(
      first,
      digests({ 'medication/a': '1', 'medication/c': '9' }),
      renamed(['b', 'c']),
      '2026-02-02',
    );
    expect(next.changes.slice(0, -2)).toEqual([
      { date: '2026-02-02', type: 'renamed', kind: 'medication', slug: 'c', from: 'b' },
    ]);
    expect(next.files['medication/b.md']).toBeUndefined();
  });

  it('tells a withdrawal, with or without a line in redirects.yaml', () => {
    const next = nextLedger(first, digests({ 'medication/a': '1' }), none, '2026-02-02');
    expect(next.changes[0]).toEqual({ date: '2026-02-02', type: 'withdrawn', kind: 'medication', slug: 'b' });
  });

  it('tells a record that changes twice on the day it came once', () => {
    const next = nextLedger(first, digests({ 'medication/a': '2', 'medication/b': '1' }), none, '2026-01-01');
    expect(next.files['medication/a.md']?.sha256).toBe('2');
    expect(next.changes).toEqual(first.changes);
  });

  it('never goes back in time when the clock does', () => {
    const next = nextLedger(first, digests({ 'medication/a': '2', 'medication/b': '1' }), none, '2020-01-01');
    expect(next.files['medication/a.md']?.date).toBe('2026-01-01');
  });

  it('is written one line a file, readable as JSON', () => {
    const text = ledgerText(first);
    expect(JSON.parse(text)).toEqual(first);
    expect(text).toContain('\n    "medication/a.md": {"sha256":"1","date":"2026-01-01"},\n');
    expect(JSON.parse(ledgerText(empty))).toEqual(empty);
  });
});

describe('any sequence of edits', () => {
  const refs = ['medication/a', 'medication/b', 'supplement/a', 'peptide/c', 'peptide/d'];
  /** The whole catalog after an edit: which of the records exist, and what each says. */
  const state = fc.dictionary(fc.constantFrom(...refs), fc.constantFrom('1', '2', '3'));
  /** Days between two builds: often none. */
  const edits = fc.array(fc.tuple(state, fc.constantFrom(0, 0, 1, 40)), { minLength: 1, maxLength: 12 });

  const run = (steps: [Record<string, string>, number][]) => {
    let day = Date.UTC(2026, 0, 1);
    let ledger = empty;
    return steps.map(([records, days]) => {
      day += days * 86_400_000;
      const today = new Date(day).toISOString().slice(0, 10);
      const before = ledger;
      ledger = nextLedger(before, digests(records), none, today);
      return { before, after: ledger, records, today };
    });
  };

  it('moves a date if and only if the bytes moved, to the day of the build', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        for (const { before, after, records, today } of run(steps)) {
          expect(Object.keys(after.files)).toEqual(
            Object.keys(records)
              .map((ref) => `${ref}.md`)
              .toSorted(),
          );
          for (const [path, file] of Object.entries(after.files)) {
            const known = before.files[path];
            expect(file).toEqual(
              known?.sha256 === file.sha256 ? known : { sha256: records[path.slice(0, -3)], date: today },
            );
          }
        }
      }),
    );
  });

  it('gives the same ledger when a build is repeated, on that day or later', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        for (const { after, records, today } of run(steps)) {
          expect(nextLedger(after, digests(records), none, today)).toEqual(after);
          expect(ledgerText(nextLedger(after, digests(records), none, '2099-01-01'))).toBe(ledgerText(after));
        }
      }),
    );
  });

  it('lets a client that knows only the change list find every record that moved since its last visit', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        for (const { before, after, today } of run(steps)) {
          const paths = new Set([...Object.keys(before.files), ...Object.keys(after.files)]);
          const moved = [...paths].filter((path) => before.files[path]?.sha256 !== after.files[path]?.sha256);
          const told = after.changes.filter(({ date }) => date === today).map(({ kind, slug }) => `${kind}/${slug}.md`);
          expect(moved.filter((path) => !told.includes(path))).toEqual([]);
          expect(after.changes.map(({ date }) => date)).toEqual(
            after.changes
              .map(({ date }) => date)
              .toSorted()
              .toReversed(),
          );
        }
      }),
    );
  });
});

describe('the guard against mass deletion', () => {
  const catalog = (count: number) =>
    nextLedger(
      empty,
      digests(Object.fromEntries(Array.from({ length: count }, (_, at) => [`medication/m${at}`, '1']))),
      none,
      '2026-01-01',
    );

  it.each([
    { before: 200, after: 190, stops: false },
    { before: 200, after: 189, stops: true },
    { before: 17, after: 16, stops: false },
    { before: 17, after: 15, stops: true },
    { before: 3, after: 0, stops: true },
    { before: 0, after: 0, stops: false },
  ])('with $before records before and $after after: stops $stops', ({ before, after, stops }) => {
    const check = () => refuseMassDeletion(catalog(before), catalog(after), none);
    if (stops) expect(check).toThrow(MassDeletion);
    else expect(check).not.toThrow();
  });

  it('counts no record that redirects.yaml names', () => {
    expect(() => refuseMassDeletion(catalog(3), catalog(1), renamed(['m1', 'm0'], ['m2', 'm0']))).not.toThrow();
  });

  it('names what would be lost and the way on', () => {
    expect(() => refuseMassDeletion(catalog(20), catalog(10), none)).toThrow(
      /drop 10 of 20 records.*medication\/m10, .*and 5 more[\s\S]*ALLOW_MASS_DELETION=1/,
    );
  });
});
