import type { MedicationProfile as Profile } from '../schema/types.ts';
import { populationNames } from './medication.ts';

export interface ComparisonRow {
  /** Profile field, with its path. */
  field: string;
  label: string;
  /** What each record says; null where it says nothing ("not stated"). */
  values: [string | null, string | null];
  same: boolean;
}

type Cell = readonly [field: string, label: string, value: (profile: Profile) => string | undefined];

const joinList = (items: readonly (string | undefined)[] | undefined): string | undefined =>
  items?.filter(Boolean).join('; ') || undefined;
const named = (entries: readonly { drug?: string; item?: string }[] | undefined) =>
  joinList(entries?.map(({ drug, item }) => drug ?? item));

/** What is compared, in the order it is read: warnings before benefits. */
const cells: readonly Cell[] = [
  ['genericName', 'Generic name', (p) => p.genericName],
  ['brandName', 'Brand names', (p) => p.brandName],
  ['drugClass', 'Class', (p) => p.drugClass],
  ['blackBox.warning', 'Boxed warning', (p) => p.blackBox?.warning],
  ['blackBox.contraindications', 'Who must not take it', (p) => joinList(p.blackBox?.contraindications)],
  ['nti.note', 'Narrow therapeutic index', (p) => p.nti?.note],
  ['schedule', 'Controlled substance', (p) => p.schedule],
  ['taperingInfo.tierLabel', 'Stopping', (p) => p.taperingInfo?.tierLabel],
  ['taperingInfo.reason', 'Why stopping matters', (p) => p.taperingInfo?.reason],
  ['indications', 'Approved for', (p) => joinList(p.indications)],
  ['doses', 'Forms and strengths', (p) => joinList(p.doses)],
  [
    'sideEffects.common',
    'Common side effects',
    (p) => joinList(p.sideEffects?.common?.map(({ effect, rate }) => (rate ? `${effect} (${rate})` : effect))),
  ],
  ['sideEffects.serious', 'Serious side effects', (p) => joinList(p.sideEffects?.serious)],
  ['drugInteractions.major', 'Major interactions', (p) => named(p.drugInteractions?.major)],
  ['drugInteractions.moderate', 'Moderate interactions', (p) => named(p.drugInteractions?.moderate)],
  ['drugInteractions.food', 'Food and drink', (p) => named(p.drugInteractions?.food)],
  ...(Object.keys(populationNames) as (keyof typeof populationNames)[]).map(
    (key): Cell => [
      `specialPopulations.${key}`,
      populationNames[key],
      (p) => joinList([p.specialPopulations?.[key]?.category, p.specialPopulations?.[key]?.details]),
    ],
  ),
  ['clinicalTrials.results', 'What trials found', (p) => p.clinicalTrials?.results],
  ['clinicalTrials.fundingDetails', 'Who paid', (p) => p.clinicalTrials?.fundingDetails],
  ['costs.withoutInsurance', 'Cost without insurance', (p) => p.costs?.withoutInsurance],
  ['costs.listPrice', 'List price', (p) => p.costs?.listPrice],
  ['manufacturer', 'Manufacturer', (p) => p.manufacturer],
  ['fdaApproval', 'FDA approval', (p) => p.fdaApproval],
];

/** Two medications side by side; a row that neither record fills is left out. */
export const compareProfiles = (a: Profile, b: Profile): ComparisonRow[] =>
  cells.flatMap(([field, label, value]) => {
    const values: ComparisonRow['values'] = [value(a) ?? null, value(b) ?? null];
    return values.every((one) => one === null) ? [] : [{ field, label, values, same: values[0] === values[1] }];
  });
