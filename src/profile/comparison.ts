import type { MedicationProfile as Profile } from '../schema/types.ts';
import table from './comparison.json' with { type: 'json' };

/** A text, or a list that stays one until it is drawn. */
export type ComparedValue = string | readonly string[];

export interface ComparisonRow {
  /** Profile field, with its path. */
  field: string;
  label: string;
  /** What each record says; null where it says nothing ("not stated"). */
  values: (ComparedValue | null)[];
  same: boolean;
}

/** A medication as its published answer has it. */
export interface ComparedMedication {
  readonly profile: Profile;
  readonly contraindications: readonly string[];
}

/**
 * How a row is read: names and registers are never a difference; a short value is, where two records state different
 * ones; so is the short value before a longer text (`headed`); a list has entries in common; two texts always differ, so
 * that they do says nothing.
 */
export type RowSort = 'name' | 'short' | 'headed' | 'list' | 'text';

const cells = table as unknown as readonly (readonly [field: string, label: string, sort: RowSort])[];

/** What a record says of a field: a text, or a list of what is stated. */
function statedIn({ profile, contraindications }: ComparedMedication, field: string): ComparedValue | null {
  const found = field.split('.').reduce<unknown>((value, key) => (value as Stated | undefined)?.[key], {
    ...profile,
    contraindications,
  });
  if (typeof found === 'string') return found;
  const { category, details } = (found ?? {}) as Stated;
  const texts = (Array.isArray(found) ? found.map(textOf) : [category, details]).filter(Boolean) as string[];
  return texts.length > 0 ? texts : null;
}

type Stated = Readonly<Record<string, unknown>>;

/** An entry of a list: a text, a side effect with its rate, or what an interaction entry names. */
function textOf(entry: string | { effect?: string; rate?: string; drug?: string; item?: string }): string | undefined {
  if (typeof entry === 'string') return entry;
  const { effect, rate, drug, item } = entry;
  return drug ?? item ?? (rate ? `${effect} (${rate})` : effect);
}

const sorts: ReadonlyMap<string, RowSort> = new Map(cells.map(([field, , sort]) => [field, sort]));
export const rowSort = (field: string): RowSort => sorts.get(field) ?? 'text';

/** Medications side by side, any number of them; a row that no record fills is left out. */
export const compareProfiles = (medications: readonly ComparedMedication[]): ComparisonRow[] =>
  cells.flatMap(([field, label, sort]) => {
    const values = medications.map((one) => statedIn(one, field));
    if (values.every((one) => one === null)) return [];
    const [first, ...others] = values.map(told);
    return [{ field, label, values, same: sort === 'name' || others.every((other) => other === first) }];
  });

const told = (value: ComparedValue | null): string =>
  JSON.stringify(value === null || typeof value === 'string' ? value && plain(value) : value.map(plain).toSorted());
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s.;,]+/g, ' ')
    .trim();

/** Entries that every record has, as the first one has them. */
export function inCommon(values: readonly (ComparedValue | null)[]): string[] {
  const lists = values.map((value) => (value === null ? [] : [value].flat()));
  const [first = [], ...others] = lists;
  return first.filter((entry) => others.every((list) => list.some((other) => plain(other) === plain(entry))));
}

/** Whether two records state different things; that one is silent is no difference. */
export function isDifference({ field, values }: ComparisonRow): boolean {
  const sort = rowSort(field);
  if (sort !== 'short' && sort !== 'headed') return false;
  const stated = values.filter((value) => value !== null);
  return new Set(stated.map((value) => told(sort === 'headed' ? ([value].flat()[0] ?? null) : value))).size > 1;
}
