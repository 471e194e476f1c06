import { joined } from '../text/normalize.ts';
import { OTHERS, plain } from './known-names.ts';
import type { NameIndex, NameSource } from './name-index.ts';
import { isOneSlip } from './similarity.ts';
import { misspelling, slipsIn, toleranceOf } from './spelling.ts';

export interface Candidate {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as misspelling() counts them. */
  readonly difference: number;
  /** Weight of the slips that explain the difference; Infinity if they do not. */
  readonly slips: number;
}

/** The names within a few typing errors of a normalized text, nearest first, and all that are one slip away. */
export function candidatesFor(index: NameIndex, text: string): Candidate[] {
  const letters = joined(text);
  const edits = letters.length < 6 ? 2 : 3;
  return index
    .near(letters, edits)
    .map((name) => ({ name, difference: misspelling(text, name) }))
    .filter(({ name, difference }) => difference <= FARTHEST || isOneSlip(text, name))
    .map((near) => ({ ...near, slips: slipsIn(text, near.name) }))
    .flatMap((near) => index.nearThings(near.name).map((thing) => ({ ...near, thing })))
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

/** Maximum difference of a suggestion. */
const FARTHEST = 4;

/** Whether a name of this length tolerates that many errors. */
export const isLikely = ({ name, difference }: Candidate, more = 0): boolean => difference <= toleranceOf(name) + more;

/** Whether a name is similar enough to be suggested by itself: few slips explain it, or it is long and nearly equal. */
export const isLike = ({ name, difference, slips }: Candidate): boolean =>
  3 * slips <= joined(name).length || 8 * difference <= joined(name).length;

/** The name that a text is read as: the one with the fewest slips, if it is long enough to tolerate them. */
export function readingOf(index: NameIndex, near: readonly Candidate[]): Candidate | undefined {
  const forgiven = near.filter(({ name, slips }) => slips <= forgivenIn(index, name));
  return forgiven.toSorted((a, b) => a.slips - b.slips || a.difference - b.difference)[0];
}

/**
 * Maximum weight of the slips in a name. Brands are short, invented and close to each other: one slip, or two that keep
 * the sound. Names that only the known names assign to a record tolerate least. tests/names/held-out.test.ts
 * measures false matches and recall of these figures.
 */
function forgivenIn(index: NameIndex, name: string): number {
  const { length } = joined(name);
  return FORGIVEN[index.nearSource(name)].find(([least]) => length >= least)?.[1] ?? 0;
}

/** By source of the name: [minimum letters, maximum weight], longest first. */
const FORGIVEN: Readonly<Record<NameSource, readonly (readonly [number, number])[]>> = {
  own: [
    [12, 2.75],
    [10, 2.25],
    [8, 2],
    [7, 1.75],
    [5, 1],
  ],
  alias: [
    [12, 2],
    [10, 1.75],
    [8, 1.5],
    [6, 1.25],
    [5, 0.5],
  ],
  known: [
    [10, 1],
    [7, 0.75],
    [5, 0.5],
  ],
};

/**
 * Whether a name of another substance is too close for the nearest name to be certain. One that is a single slip away
 * always is: a slip in the name of a real drug never turns it into another drug, whatever the slip weighs.
 */
export function hasRival(index: NameIndex, text: string, near: readonly Candidate[], best: Candidate): boolean {
  const isDoubtful = best.slips > 1 && (joined(best.name).length < 10 || index.nearSource(best.name) !== 'own');
  return (
    near.some(
      ({ name, thing, slips, difference }) =>
        thing !== best.thing &&
        (slips < best.slips + MARGIN || isOneSlip(text, name) || (isDoubtful && difference < farFrom(best))) &&
        !isSameAsFarAsKnown(index, thing, best.thing),
    ) || index.lookAlikesAbout(best.thing).some((name) => misspelling(text, name) < farFromLookAlike(best))
  );
}

/** A product of which the sources name one ingredient without saying whether there are others. */
function isSameAsFarAsKnown(index: NameIndex, thing: number, ours: number): boolean {
  const named = (one: number): string =>
    index
      .ingredientsAbout(one)
      .filter((ingredient) => one === ours || ingredient !== OTHERS)
      .map((ingredient) => joined(plain(ingredient)))
      .join();
  return index.ingredientsAbout(thing).includes(OTHERS) && named(thing) === named(ours);
}

/** How much heavier the slips in any other name must be. */
const MARGIN = 0.75;

/** Minimum difference of any other name: 1.5 times as far plus half an error, which is too little for a short name. */
const farFrom = ({ name, difference }: Candidate): number =>
  Math.max(difference + (joined(name).length < 8 ? 0.75 : 0.5), 1.5 * difference);

/** Minimum difference of a published look-alike: twice as far, and more than one error more. */
const farFromLookAlike = ({ difference }: Candidate): number => Math.max(difference + 1.25, 2 * difference);
