import type { SafetyFact } from '../profile/safety.ts';
import { displayName, type Entry, subtitle } from '../records/entry.ts';
import { kindWords } from '../schema/kinds.ts';
import { withFullStop } from '../text/sentences.ts';
import { truncate } from '../text/truncate.ts';

/** One sentence for search results and shared links: what it is, then what matters most. */
export function describeRecord(entry: Entry, facts: readonly SafetyFact[]): string {
  const gravest = facts.find(({ tone }) => tone === 'major');
  const warning =
    gravest &&
    (gravest.id === 'boxed-warning' ? withFullStop(`${gravest.title}: ${gravest.text}`) : `${gravest.title}.`);
  const about = subtitle(entry) || kindWords[entry.kind].one;
  // Brands and class often have brackets of their own, so they get none.
  const said = [
    withFullStop(`${displayName(entry)}: ${about.replaceAll(' · ', '. ')}`),
    warning,
    'Side effects, interactions, evidence and sources.',
  ];
  return truncate(said.filter(Boolean).join(' ').replaceAll(/\s+/g, ' '), LIMIT);
}

const LIMIT = 220;
