import { joined } from '../text/normalize.ts';
import { plain } from './known-names.ts';
import { type NameIndex, thingsNamed, unique } from './name-index.ts';
import { nameAt, nearbyNames } from './name-list.ts';
import { isOneSlip } from './similarity.ts';
import { misspelling, toleranceOf } from './spelling.ts';

export interface Candidate {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as misspelling() counts them. */
  readonly difference: number;
}

/** The names within a few typing errors of a normalized text, nearest first, and all that are one slip away. */
export function candidatesFor(index: NameIndex, text: string): Candidate[] {
  const letters = joined(text);
  const edits = letters.length < 6 ? 2 : 3;
  const ours = nearbyNames(index.ours, letters, edits).map((number) => nameAt(index.ours, number));
  const known = nearbyNames(index.known, letters, edits).map((number) => plain(nameAt(index.known, number)));
  return unique([...ours, ...known])
    .map((name) => ({ name, difference: misspelling(text, name) }))
    .filter(({ name, difference }) => difference <= FARTHEST || isOneSlip(text, name))
    .flatMap((near) => thingsNamed(index, joined(near.name)).map((thing) => ({ ...near, thing })))
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

/** As far as suggestions reach. */
const FARTHEST = 4;

/** Whether so many errors are forgiven in a name of that length. */
export const isLikely = ({ name, difference }: Candidate, more = 0): boolean => difference <= toleranceOf(name) + more;

/**
 * Whether another thing is too near to be sure of the nearest name. It always is if it is but one slip
 * away: so a slip in the name of a real drug never turns it into another drug, whatever the slip weighs.
 */
export function hasRival(index: NameIndex, text: string, near: readonly Candidate[]): boolean {
  const best = near[0] as Candidate;
  return (
    near.some(
      ({ name, thing, difference }) => thing !== best.thing && (difference < farFrom(best) || isOneSlip(text, name)),
    ) || lookAlikesOf(index, best.thing).some((name) => misspelling(text, name) < farFromLookAlike(best))
  );
}

export const lookAlikesOf = (index: NameIndex, thing: number): readonly string[] => index.lookAlikes.get(thing) ?? [];

/** How far off any other name must be: half as far again and half an error more, which is too little for a short name. */
const farFrom = ({ name, difference }: Candidate): number =>
  Math.max(difference + (joined(name).length < 8 ? 0.75 : 0.5), 1.5 * difference);

/** How far off a published look-alike must be: twice as far, and more than one error more. */
const farFromLookAlike = ({ difference }: Candidate): number => Math.max(difference + 1.25, 2 * difference);
