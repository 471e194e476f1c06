import { joined } from '../text/normalize.ts';
import { OTHERS, plain } from './known-names.ts';
import { ingredientsOf, type NameIndex, ownNames, thingsNamed, unique } from './name-index.ts';
import { nameAt, nearbyNames } from './name-list.ts';
import { isOneSlip } from './similarity.ts';
import { misspelling, slipsIn, toleranceOf } from './spelling.ts';

export interface Candidate {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as misspelling() counts them. */
  readonly difference: number;
  /** What the slips weigh that explain the difference; Infinity if none do. */
  readonly slips: number;
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
    .map((near) => ({ ...near, slips: slipsIn(text, near.name) }))
    .flatMap((near) => thingsNamed(index, joined(near.name)).map((thing) => ({ ...near, thing })))
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

/** As far as suggestions reach. */
const FARTHEST = 4;

/** Whether so many errors are forgiven in a name of that length. */
export const isLikely = ({ name, difference }: Candidate, more = 0): boolean => difference <= toleranceOf(name) + more;

/** Whether a name is like enough to be suggested alone: a few slips explain it, or it is long and nearly the same. */
export const isLike = ({ name, difference, slips }: Candidate): boolean =>
  3 * slips <= joined(name).length || 8 * difference <= joined(name).length;

/** The name that a text is read as: the one with the fewest slips in it, if it is long enough for them. */
export function readingOf(index: NameIndex, near: readonly Candidate[]): Candidate | undefined {
  const forgiven = near.filter(({ name, slips }) => slips <= forgivenIn(index, name));
  return forgiven.toSorted((a, b) => a.slips - b.slips || a.difference - b.difference)[0];
}

/**
 * What slips may weigh in a name. Brands are short, made up, and next to one another: one slip, or two that leave
 * the sound. A name of which only the known names tell that it is ours is forgiven least. tests/names/held-out.test.ts
 * measures what these figures cost and what they catch.
 */
function forgivenIn(index: NameIndex, name: string): number {
  const { length } = joined(name);
  return FORGIVEN[sortOf(index, name)].find(([least]) => length >= least)?.[1] ?? 0;
}

type NameSource = 'own' | 'alias' | 'known';

/** Whether a record is called so itself (or with its salt), goes by the name as well, or only the known names say so. */
function sortOf(index: NameIndex, name: string): NameSource {
  const names = ownNames(index, joined(name));
  if (names.length === 0) return 'known';
  return names.every(({ sort }) => sort === 'alias') ? 'alias' : 'own';
}

/** From so many letters on, so much. */
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
 * Whether another thing is too near to be sure of the nearest name. It always is if it is but one slip
 * away: so a slip in the name of a real drug never turns it into another drug, whatever the slip weighs.
 */
export function hasRival(index: NameIndex, text: string, near: readonly Candidate[], best: Candidate): boolean {
  const isDoubtful = best.slips > 1 && (joined(best.name).length < 10 || sortOf(index, best.name) !== 'own');
  return (
    near.some(
      ({ name, thing, slips, difference }) =>
        thing !== best.thing &&
        !isSameAsFarAsKnown(index, thing, best.thing) &&
        (slips < best.slips + MARGIN || isOneSlip(text, name) || (isDoubtful && difference < farFrom(best))),
    ) || lookAlikesOf(index, best.thing).some((name) => misspelling(text, name) < farFromLookAlike(best))
  );
}

/** A product of which the sources name this one ingredient, and not whether it has others. */
const isSameAsFarAsKnown = (index: NameIndex, thing: number, ours: number): boolean => {
  const ingredients = ingredientsOf(index, thing);
  if (!ingredients.includes(OTHERS)) return false;
  const named = ingredients.filter((one) => one !== OTHERS).map((one) => joined(plain(one)));
  return (
    named.join() ===
    ingredientsOf(index, ours)
      .map((one) => joined(plain(one)))
      .join()
  );
};

export const lookAlikesOf = (index: NameIndex, thing: number): readonly string[] => index.lookAlikes.get(thing) ?? [];

/** How much more the slips in any other name must weigh. */
const MARGIN = 0.75;

/** How far off any other name must be: half as far again and half an error more, which is too little for a short name. */
const farFrom = ({ name, difference }: Candidate): number =>
  Math.max(difference + (joined(name).length < 8 ? 0.75 : 0.5), 1.5 * difference);

/** How far off a published look-alike must be: twice as far, and more than one error more. */
const farFromLookAlike = ({ difference }: Candidate): number => Math.max(difference + 1.25, 2 * difference);
