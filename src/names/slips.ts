import { alignmentCost, type LetterCosts } from './alignment.ts';
import { areNeighbours } from './similarity.ts';

/**
 * What the slips weigh that turn a name into what was typed; Infinity where the letters differ in a way that no slip
 * explains, as the names of two products do. A slip is a letter dropped, doubled, swapped with the next one, hit beside
 * its key, or a sound written another way; the less of the sound it changes, the less it weighs.
 */
export const slipsBetween = (typed: string, name: string): number => alignmentCost(typed, name, SLIPS);

/** Leaves the sound as it was: a letter doubled, "f" for "ph". */
const SOUND = 0.5;
/** One vowel for another that is nearly spoken like it. */
const NEAR_VOWEL = 0.75;
const SWAP = 0.75;
/** A letter dropped, or the key beside it. */
const LETTER = 1;
const OTHER_VOWEL = 1.25;
/** "i" for "o", neighbours in the alphabet of stems as on the keyboard: clonidine, not the -one of a steroid. */
const OTHER_STEM = 2.25;
/** People seldom mistake the first letter, while names of different drugs often differ just there. */
const FIRST = 0.75;
/** A name that ends a letter earlier may be another: "calcio" is no "calciol". */
const LAST = 0.5;
const NO_SLIP = Infinity;

const NEAR_VOWELS = ['ei', 'iy', 'ey', 'ea', 'ao', 'ou', 'au'];
const LONGEST_STEM = 4;

function otherLetter(typed: string, name: string, row: number, column: number): number {
  const a = typed[row] as string;
  const b = name[column] as string;
  if (a === b) return 0;
  const isFirst = row === 0 && column === 0;
  const first = isFirst ? FIRST : 0;
  if (isVowel(a) && isVowel(b)) return otherVowel(a, b, name.length - column) + first;
  if (sounds(a, typed, row, b) || sounds(b, name, column, a))
    return isFirst && UNLIKE_AT_FIRST.includes(a) ? LETTER + FIRST : SOUND;
  return areNeighbours(a, b) || VOICED.some((pair) => pair.includes(a) && pair.includes(b)) ? LETTER + first : NO_SLIP;
}

function otherVowel(a: string, b: string, fromEnd: number): number {
  const both = a < b ? a + b : b + a;
  if (both === 'iy') return SOUND;
  if (NEAR_VOWELS.some((near) => near.includes(a) && near.includes(b))) return NEAR_VOWEL;
  if (both !== 'io') return OTHER_VOWEL;
  return fromEnd > LONGEST_STEM ? OTHER_STEM : NO_SLIP;
}

const isVowel = (letter: string): boolean => 'aeiouy'.includes(letter);

/** Whether a letter of a text may sound like another: the "c" of "cipro" like "s", that of "cardura" like "k". */
function sounds(letter: string, text: string, at: number, other: string): boolean {
  const isSoft = SOFTENING.includes(text[at + 1] ?? ' ');
  if (letter === 'c') return isSoft ? other === 's' || other === 'z' : 'kq'.includes(other);
  if (letter === 'g') return isSoft && other === 'j';
  if (letter === 'x') return other === 'z' || (at === 0 && other === 's');
  return PAIRS.some((pair) => pair.includes(letter) && pair.includes(other));
}

const SOFTENING = 'eiy';
const PAIRS = ['kq', 'sz', 'mn', 'fv'];
/** One consonant spoken with and without the voice, or nearly: "diazebam". */
const VOICED = ['pb', 'td', 'bv', 'vw'];
/** Told apart where a name begins: Volmax is not Flomax. */
const UNLIKE_AT_FIRST = 'mnfv';

function dropped(name: string, at: number): number {
  const letter = name[at] as string;
  if (letter === name[at - 1] || letter === name[at + 1] || isSilent(name, at)) return SOUND;
  if (at === 0) return LETTER + FIRST;
  return at === name.length - 1 ? LETTER + LAST : LETTER;
}

function tooMany(typed: string, at: number): number {
  const letter = typed[at] as string;
  const before = typed[at - 1] ?? ' ';
  const after = typed[at + 1] ?? ' ';
  if (letter === before || letter === after || isSilent(typed, at)) return SOUND;
  if (at === 0) return NO_SLIP;
  // Two keys hit at once.
  if (areNeighbours(letter, before) || areNeighbours(letter, after)) return LETTER;
  return isVowel(letter) ? OTHER_VOWEL : NO_SLIP;
}

/** An "h", the "k" of "ck", an "e" or the "s" of a plural at the end. */
const isSilent = (text: string, at: number): boolean =>
  text[at] === 'h' ||
  (text[at] === 'k' && text[at - 1] === 'c') ||
  (at === text.length - 1 && (text[at] === 'e' || text[at] === 's'));

const SLIPS: LetterCosts = { extra: tooMany, missing: dropped, other: otherLetter, swap: SWAP, digraph: SOUND };
