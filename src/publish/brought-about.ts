import type { DocumentedEntry, RecordInteractions } from '../interactions/findings.ts';

/**
 * Those of the effects that a record brings about or shares, each with how many records that is so with, less those that do
 * it to this one. What is not grave weighs little, and so does what does not say who acts.
 */
export function broughtAbout(record: RecordInteractions, effects: readonly string[]): [id: string, weight: number][] {
  const withWhom = new Map<string, Map<string, number>>();
  for (const entry of record.entries) {
    const isGrave = entry.severity === 'major' || entry.action === 'contraindicated';
    const weight = (isGrave ? 1 : LITTLE) * shareIn(entry);
    for (const id of entry.effects) {
      const weights = withWhom.get(id) ?? new Map<string, number>();
      withWhom.set(id, weights);
      for (const { ref } of entry.reaches.length > 0 ? entry.reaches : [{ ref: entry.text }]) {
        const known = weights.get(ref) ?? 0;
        if (Math.abs(weight) > Math.abs(known)) weights.set(ref, weight);
      }
    }
  }
  return effects.flatMap((id) => {
    const sum = [...(withWhom.get(id)?.values() ?? [])].reduce((a, b) => a + b, 0);
    return sum > 0 ? [[id, sum]] : [];
  });
}
const LITTLE = 0.2;

/** Whose level rises harms; whose level falls, or who is worked against, is harmed. */
function shareIn({ mechanism, affects, targets }: DocumentedEntry): number {
  const isAffected = (affects === 'this') !== (targets === undefined);
  if (mechanism === undefined) return LITTLE;
  if (mechanism === 'additive') return 1;
  if (mechanism === 'raises-level') return isAffected ? 1 : 0;
  return isAffected ? -1 : 1;
}
