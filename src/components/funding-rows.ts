import { type Fill, payers } from '../figures/tallies.ts';
import type { FunderType } from '../profile/funding.ts';
import type { RecordTally } from '../profile/record-tally.ts';
import type { StudyFigures } from '../profile/section.ts';
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
export function fundingRows(
  entries: readonly Entry[],
  tallyOf: (entry: Entry) => RecordTally,
): {
  rows: FundingRow[];
  sorts: typeof sorts;
  total: number;
  /** Each trial once, however many records list it. */
  studies: StudyFigures[];
} {
  const paid = byName(entries).flatMap((entry) => {
    const { payers: types } = tallyOf(entry);
    return types.length > 0 ? [{ entry, types }] : [];
  });
  const rows = paid.map(({ entry, types }) => ({
    name: displayName(entry),
    path: recordPath(entry),
    counts: sorts.map(({ type, fill }) => ({ count: types.filter((one) => one === type).length, fill })),
  }));
  const listed = entries.flatMap((entry) => tallyOf(entry).trials);
  return {
    rows,
    sorts,
    studies: [...new Map(listed).values()],
    total: paid.reduce((sum, { types }) => sum + types.length, 0),
  };
}
