import type { RecordRule } from './rule.ts';

/** The newest change is first. */
export const orderedChanges: RecordRule = {
  name: 'ordered-changes',
  *check({ changes }, file) {
    for (const [at, { date }] of changes.entries())
      if (at > 0 && (changes[at - 1]?.date as string) < date)
        yield file.at(['changes', at, 'date'], 'is newer than the change above it; put the newest first');
  },
};
