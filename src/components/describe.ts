import { displayName, type Entry, subtitle } from '../profile/entry.ts';
import { safetyFacts } from '../profile/safety.ts';
import { kindWords } from './links.ts';

/** One sentence for search results and shared links: what it is, then what matters most. */
export function describe(entry: Entry): string {
  const gravest = safetyFacts(entry).find(({ tone }) => tone === 'major');
  const warning =
    gravest && (gravest.id === 'boxed-warning' ? `${gravest.title}: ${gravest.text}.` : `${gravest.title}.`);
  const about = subtitle(entry) || kindWords[entry.kind].one;
  return clip(`${displayName(entry)} (${about}). ${warning ?? ''} Side effects, interactions, evidence and sources.`);
}

const LIMIT = 220;
const clip = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll('..', '.');
  return plain.length <= LIMIT ? plain : `${plain.slice(0, plain.lastIndexOf(' ', LIMIT - 1))}…`;
};
