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

type Cell = readonly [
  field: string,
  label: string,
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
  ['genericName', 'Generic name', (p) => p.genericName],
  ['brandName', 'Brand names', (p) => p.brandName],
  ['drugClass', 'Class', (p) => p.drugClass],
  ['blackBox.warning', 'Boxed warning', (p) => p.blackBox?.warning],
  ['contraindications', 'Who must not take it', (_, one) => listed(one.contraindications)],
  ['nti.note', 'Narrow therapeutic index', (p) => p.nti?.note],
  ['schedule', 'Controlled substance', (p) => p.schedule],
  ['taperingInfo.tierLabel', 'Stopping', (p) => p.taperingInfo?.tierLabel],
  ['taperingInfo.reason', 'Why stopping matters', (p) => p.taperingInfo?.reason],
  ['indications', 'Approved for', (p) => listed(p.indications)],
  ['doses', 'Forms and strengths', (p) => listed(p.doses)],
  [
    'sideEffects.common',
    'Common side effects',
    (p) => listed(p.sideEffects?.common?.map(({ effect, rate }) => (rate ? `${effect} (${rate})` : effect))),
  ],
  ['sideEffects.serious', 'Serious side effects', (p) => listed(p.sideEffects?.serious)],
  ['drugInteractions.major', 'Major interactions', (p) => named(p.drugInteractions?.major)],
  ['drugInteractions.moderate', 'Moderate interactions', (p) => named(p.drugInteractions?.moderate)],
  ['drugInteractions.food', 'Food and drink', (p) => named(p.drugInteractions?.food)],
  ...(Object.keys(populationNames) as (keyof typeof populationNames)[]).map(
    (key): Cell => [
      `specialPopulations.${key}`,
      populationNames[key],
      (p) => listed([p.specialPopulations?.[key]?.category, p.specialPopulations?.[key]?.details]),
    ],
  ),
  ['clinicalTrials.results', 'What trials found', (p) => p.clinicalTrials?.results],
  ['clinicalTrials.fundingDetails', 'Who paid', (p) => p.clinicalTrials?.fundingDetails],
  ['costs.withoutInsurance', 'Cost without insurance', (p) => p.costs?.withoutInsurance],
  ['costs.listPrice', 'List price', (p) => p.costs?.listPrice],
  ['manufacturer', 'Manufacturer', (p) => p.manufacturer],
  ['fdaApproval', 'FDA approval', (p) => p.fdaApproval],
];

/** Medications side by side, any number of them; a row that no record fills is left out. */
export const compareProfiles = (medications: readonly ComparedMedication[]): ComparisonRow[] =>
  cells.flatMap(([field, label, value]) => {
    const values = medications.map((one) => value(one.profile, one) ?? null);
    if (values.every((one) => one === null)) return [];
    const [first, ...others] = values.map((one) => JSON.stringify(one));
    return [{ field, label, values, same: others.every((other) => other === first) }];
  });
