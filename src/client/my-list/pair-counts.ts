/** What is said of one thing with a list, in the counts of the checker. */
import type { Tone } from '../../profile/section.ts';
import type { Pair } from '../checker/checked-pairs.ts';
import { isToAsk, isToMention } from '../checker/checker-report.ts';

export interface PairCounts {
  readonly tone: Tone;
  readonly text: string;
}

/** Names in brackets; on a line of results fewer. */
const NAMED = 3;

/** `nameIn` gives the name of a pair that is to be said: that of the other thing; `unread` counts lines that make no pair. */
export function pairCounts(
  pairs: readonly Pair[],
  nameIn: (pair: Pair) => string,
  { most = NAMED, unread = 0 }: { most?: number; unread?: number } = {},
): PairCounts {
  const asked = pairs.filter(isToAsk);
  const mentioned = pairs.filter(isToMention);
  const unknown = unread + pairs.filter(({ verdict }) => verdict === 'not_assessed').length;
  const named = (of: readonly Pair[]): string => {
    const names = [...new Set(of.map(nameIn))];
    const rest = names.length - most;
    return ` (${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
  };
  const parts = [
    ...(asked.length > 0 ? [`${asked.length} to ask about now${named(asked)}`] : []),
    ...(mentioned.length > 0 ? [`${mentioned.length} to mention${asked.length > 0 ? '' : named(mentioned)}`] : []),
    ...(unknown > 0 ? [`${unknown} not looked at`] : []),
  ];
  if (parts.length === 0) return { tone: 'info', text: 'nothing documented, which is not evidence of safety' };
  const tone = asked.length > 0 ? 'major' : mentioned.length > 0 ? 'moderate' : 'unknown';
  return { tone, text: parts.join(', ') };
}
