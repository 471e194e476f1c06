import type { MedicationProfile as Profile } from '../schema/types.ts';
import { populationNames } from './medication.ts';

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

type Cell = readonly [
  field: string,
  label: string,
  sort: RowSort,
  value: (profile: Profile, whole: ComparedMedication) => ComparedValue | undefined,
];

const listed = (items: readonly (string | undefined)[] | undefined): readonly string[] | undefined => {
  const stated = items?.filter((item) => item !== undefined && item !== '') as string[] | undefined;
  return stated?.length ? stated : undefined;
};
const named = (entries: readonly { drug?: string; item?: string }[] | undefined) =>
  listed(entries?.map(({ drug, item }) => drug ?? item));

/** What is compared, in the order it is read: warnings before benefits. */
const cells: readonly Cell[] = [
  ['genericName', 'Generic name', 'name', (p) => p.genericName],
  ['brandName', 'Brand names', 'name', (p) => p.brandName],
  ['drugClass', 'Class', 'short', (p) => p.drugClass],
  ['blackBox.warning', 'Boxed warning', 'short', (p) => p.blackBox?.warning],
  ['contraindications', 'Who must not take it', 'list', (_, one) => listed(one.contraindications)],
  ['nti.note', 'Narrow therapeutic index', 'text', (p) => p.nti?.note],
  ['schedule', 'Controlled substance', 'short', (p) => p.schedule],
  ['taperingInfo.tierLabel', 'Stopping', 'short', (p) => p.taperingInfo?.tierLabel],
  ['taperingInfo.reason', 'Why stopping matters', 'text', (p) => p.taperingInfo?.reason],
  ['indications', 'Approved for', 'list', (p) => listed(p.indications)],
  ['doses', 'Forms and strengths', 'list', (p) => listed(p.doses)],
  [
    'sideEffects.common',
    'Common side effects',
    'list',
    (p) => listed(p.sideEffects?.common?.map(({ effect, rate }) => (rate ? `${effect} (${rate})` : effect))),
  ],
  ['sideEffects.serious', 'Serious side effects', 'list', (p) => listed(p.sideEffects?.serious)],
  ['drugInteractions.major', 'Major interactions', 'list', (p) => named(p.drugInteractions?.major)],
  ['drugInteractions.moderate', 'Moderate interactions', 'list', (p) => named(p.drugInteractions?.moderate)],
  ['drugInteractions.food', 'Food and drink', 'list', (p) => named(p.drugInteractions?.food)],
  ...(Object.keys(populationNames) as (keyof typeof populationNames)[]).map(
    (key): Cell => [
      `specialPopulations.${key}`,
      populationNames[key],
      'headed',
      (p) => listed([p.specialPopulations?.[key]?.category, p.specialPopulations?.[key]?.details]),
    ],
  ),
  ['clinicalTrials.results', 'What trials found', 'text', (p) => p.clinicalTrials?.results],
  ['clinicalTrials.fundingDetails', 'Who paid', 'text', (p) => p.clinicalTrials?.fundingDetails],
  ['costs.withoutInsurance', 'Cost without insurance', 'text', (p) => p.costs?.withoutInsurance],
  ['costs.listPrice', 'List price', 'text', (p) => p.costs?.listPrice],
  ['manufacturer', 'Manufacturer', 'name', (p) => p.manufacturer],
  ['fdaApproval', 'FDA approval', 'name', (p) => p.fdaApproval],
];

const sorts: ReadonlyMap<string, RowSort> = new Map(cells.map(([field, , sort]) => [field, sort]));
export const rowSort = (field: string): RowSort => sorts.get(field) ?? 'text';

/** Medications side by side, any number of them; a row that no record fills is left out. */
export const compareProfiles = (medications: readonly ComparedMedication[]): ComparisonRow[] =>
  cells.flatMap(([field, label, sort, value]) => {
    const values = medications.map((one) => value(one.profile, one) ?? null);
    if (values.every((one) => one === null)) return [];
    const [first, ...others] = values.map(told);
    return [{ field, label, values, same: sort === 'name' || others.every((other) => other === first) }];
  });

/** What a value says, however it is spelled and whatever the order of its entries. */
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
