import type { TrialOutcome } from '../records/entry.ts';

/** "metoprolol 7.2%, placebo 11.0% (hazard ratio 0.66)" */
export function outcomeWords({ values, difference }: TrialOutcome): string {
  const byArm = values.map(({ arm, value }) => `${arm} ${value}`).join(', ');
  return byArm && difference ? `${byArm} (${difference})` : byArm || (difference ?? '');
}
