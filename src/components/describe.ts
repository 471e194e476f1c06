import type { RecordInteractions } from '../interactions/findings.ts';
import { safetyFacts } from '../profile/safety.ts';
import { displayName, type Entry, subtitle } from '../records/entry.ts';
import { truncate } from '../text/truncate.ts';
import { kindWords } from './links.ts';

/** One sentence for search results and shared links: what it is, then what matters most. */
export function describe(entry: Entry, interactions: RecordInteractions): string {
  const gravest = safetyFacts(entry, interactions).find(({ tone }) => tone === 'major');
  const warning =
    gravest && (gravest.id === 'boxed-warning' ? ended(`${gravest.title}: ${gravest.text}`) : `${gravest.title}.`);
  const about = subtitle(entry) || kindWords[entry.kind].one;
  const said = [`${displayName(entry)} (${about}).`, warning, 'Side effects, interactions, evidence and sources.'];
  return truncate(said.filter(Boolean).join(' ').replaceAll(/\s+/g, ' '), LIMIT);
}

const LIMIT = 220;
const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
