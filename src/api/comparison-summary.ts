import type { ComparedValue, ComparisonRow } from '../profile/comparison.ts';
import { truncate } from '../text/truncate.ts';

interface ComparisonAnswer {
  readonly items: readonly { readonly name: string }[];
  readonly rows: readonly ComparisonRow[];
}

/**
 * A comparison in a line for each field that differs: each record's words, cut where they are long, and the fields that
 * are the same by name. Nothing that is cut is missing from `data`.
 */
export function comparisonSummary({ items, rows }: ComparisonAnswer): string[] {
  const same = rows.filter((row) => row.same);
  return [
    ...rows.filter((row) => !row.same).map((row) => line(row, items)),
    ...(same.length > 0 ? [`The same: ${same.map(({ label }) => label).join('; ')}.`] : []),
    'More, in full: look up each with section.',
  ];
}

const line = ({ field, label, values }: ComparisonRow, items: ComparisonAnswer['items']): string =>
  `${label}: ${items.map(({ name }, at) => `${name}: ${words(values[at] ?? null, lengthOf(field))}`).join(' | ')}`;

const words = (value: ComparedValue | null, most: number): string =>
  value === null ? 'not stated' : truncate(typeof value === 'string' ? value : value.join('; '), most);

/** Characters of a value: what warns is cut last. */
const lengthOf = (field: string): number => (WARNS.test(field) ? 300 : 130);
const WARNS = /^(?:blackBox|contraindications|taperingInfo|nti|drugInteractions\.major|sideEffects\.serious)/;
