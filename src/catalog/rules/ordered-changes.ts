import type { RecordRule } from './rule.ts';

/** The newest change is first. */
export const orderedChanges: RecordRule = {
  name: 'ordered-changes',
  check: (record, file) =>
    record.changes.flatMap(({ date }, at) => {
      const before = record.changes[at - 1]?.date;
      return before !== undefined && before < date
        ? [file.at(['changes', at, 'date'], 'is newer than the change above it; put the newest first')]
        : [];
    }),
};
