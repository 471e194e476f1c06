import type { MedicationProfile } from '../schema/types.ts';
import { withFullStop } from '../text/sentences.ts';
import type { TrialFinding, TrialFindings, TrialOutcome } from './entry.ts';

/** Where the profile lists trials, as a JSON Pointer into the profile answer. */
export const TRIALS = '/profile/clinicalTrials/trialLinks';

/** "metoprolol 7.2%, placebo 11.0% (hazard ratio 0.66)" */
export function outcomeValues({ values = [], difference }: TrialOutcome, arms: readonly string[]): string {
  const byArm = values.map((value, at) => `${arms[at]} ${value}`).join(', ');
  if (!difference) return byArm;
  return byArm ? `${byArm} (${difference})` : difference;
}

/** What one trial found, as a text: "Fewer deaths on metoprolol. Deaths: metoprolol 145, placebo 217." */
function findingText({ found, arms = [], outcomes = [] }: TrialFinding): string {
  const figures = outcomes.map((one) => `${one.outcome}: ${outcomeValues(one, arms)}`).join('; ');
  return [found, figures]
    .filter(Boolean)
    .map((part) => withFullStop(part as string))
    .join(' ');
}

/** `keyStudies` and `results` of a profile: the names of its trials, and what these and other studies found. */
export function toldResults(
  { trialLinks = [], keyStudies }: NonNullable<MedicationProfile['clinicalTrials']>,
  findings: TrialFindings,
  others: readonly string[],
): { keyStudies?: string; results?: string } {
  const names = trialLinks.flatMap(({ name }) => name ?? []);
  const told = trialLinks.flatMap(({ name }, at) => {
    const finding = findings[`${TRIALS}/${at}`];
    return finding ? `${withFullStop(name ?? 'A trial')} ${findingText(finding)}` : [];
  });
  const results = [...told, ...others.map(withFullStop)].join(' ');
  const studies = keyStudies ?? (names.length > 0 ? `${names.join('; ')}.` : undefined);
  return { ...(studies && { keyStudies: studies }), ...(results && { results }) };
}
