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

/** `nameIn` gives the name of a pair that is to be said: that of the other thing; `unread` are lines that make no pair. */
export function pairCounts(
  pairs: readonly Pair[],
  nameIn: (pair: Pair) => string,
  { most = NAMED, unread = [] }: { most?: number; unread?: readonly string[] } = {},
): PairCounts {
  const asked = pairs.filter(isToAsk);
  const mentioned = pairs.filter(isToMention);
  const unknown = [...pairs.filter(({ verdict }) => verdict === 'not_assessed').map(nameIn), ...unread];
  const named = (of: readonly string[]): string => {
    const names = [...new Set(of)];
    const rest = names.length - most;
    return ` (${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
  };
  const parts = [
    ...(asked.length > 0 ? [`${asked.length} to ask about now${named(asked.map(nameIn))}`] : []),
    ...(mentioned.length > 0
      ? [`${mentioned.length} to mention${asked.length > 0 ? '' : named(mentioned.map(nameIn))}`]
      : []),
    ...(unknown.length > 0 ? [`${unknown.length} not looked at${named(unknown)}`] : []),
  ];
  if (parts.length === 0) return { tone: 'info', text: 'nothing documented, which is not evidence of safety' };
  const tone = asked.length > 0 ? 'major' : mentioned.length > 0 ? 'moderate' : 'unknown';
  return { tone, text: parts.join(', ') };
}
