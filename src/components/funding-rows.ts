import { type Fill, payers } from '../figures/tallies.ts';
import { type FunderType, funding } from '../profile/funding.ts';
import type { StudyFigures } from '../profile/section.ts';
import { trialFigures } from '../profile/study-people.ts';
import { recordPath } from '../records/address.ts';
import { displayName, type Entry } from '../records/entry.ts';
import { byName } from './lists/record-groups.ts';

interface FundingRow {
  readonly name: string;
  readonly path: string;
  readonly counts: readonly { count: number; fill: Fill }[];
}

const sorts = (Object.keys(payers) as FunderType[]).map((type) => ({ type, ...payers[type] }));

/** Medications with the trials that their records list, by who paid for them. */
export function fundingRows(entries: readonly Entry[]): {
  rows: FundingRow[];
  sorts: typeof sorts;
  total: number;
  /** Each trial once, however many records list it. */
  studies: StudyFigures[];
} {
  const paid = byName(entries).flatMap((entry) => {
    if (entry.kind !== 'medication') return [];
    const { trials } = funding(displayName(entry), entry.profile, entry.trialFindings);
    return trials.length > 0 ? [{ entry, types: trials.map((trial) => trial.funder_type) }] : [];
  });
  const rows = paid.map(({ entry, types }) => ({
    name: displayName(entry),
    path: recordPath(entry),
    counts: sorts.map(({ type, fill }) => ({ count: types.filter((one) => one === type).length, fill })),
  }));
  const listed = entries.flatMap(({ kind, profile }) =>
    kind === 'medication'
      ? (profile.clinicalTrials?.trialLinks ?? []).map(
          (trial) => [trial.id ?? trial.name, trialFigures(trial, profile.manufacturer)] as const,
        )
      : [],
  );
  return {
    rows,
    sorts,
    studies: [...new Map(listed).values()],
    total: paid.reduce((sum, { types }) => sum + types.length, 0),
  };
}
