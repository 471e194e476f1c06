import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { alignmentCost, type LetterCosts } from './alignment.ts';

/**
 * How far a misspelling is from a name, in plain typing errors: 0 for equal texts, 1 for one wrong,
 * missing or extra letter. Errors that people really make cost less, because the letters sound alike
 * ("x" for "z", "ph" for "f"), lie side by side on the keyboard, are in the wrong order or are
 * doubled; an error in the first letter costs more, because people seldom make it while names of
 * different drugs often differ just there.
 */
export const difference = (typed: string, name: string): number => alignmentCost(typed, name, ERRORS);

const SOUND = 0.5;
const SLIP = 0.75;
const PLAIN = 1;
const FIRST_LETTER = 0.5;

function oneLetter(text: string, at: number): number {
  const letter = text[at];
  if (letter === text[at - 1] || letter === text[at + 1] || letter === 'h') return SOUND;
  if (letter === 'e' && at === text.length - 1) return SOUND;
  return at === 0 ? PLAIN + FIRST_LETTER : PLAIN;
}

function otherLetter(typed: string, name: string, row: number, column: number): number {
  const a = typed.charCodeAt(row);
  const b = name.charCodeAt(column);
  if (a === b) return 0;
  const cost = costOf(a, b);
  return cost > SOUND && row === 0 && column === 0 ? cost + FIRST_LETTER : cost;
}

const costOf = (a: number, b: number): number =>
  a >= A && a <= Z && b >= A && b <= Z ? (LETTER_COSTS[(a - A) * 26 + b - A] as number) : PLAIN;

const A = 97;
const Z = 122;

const SOUND_ALIKE = ['aeiouy', 'ckq', 'cs', 'szx', 'gj', 'mn', 'fv'];
/** Neighbours on a QWERTY keyboard, each key with those to its right and below. */
const KEYBOARD =
  'qwa wesa erds rtfd tygf yuhg uijh iokj oplk pl asz sdxz dfcx fgvc ghbv hjnb jkmn klm zx xc cv vb bn nm'.split(' ');

const LETTER_COSTS = letterCosts();

const ERRORS: LetterCosts = { extra: oneLetter, missing: oneLetter, other: otherLetter, swap: SLIP, digraph: SOUND };

function letterCosts(): Float64Array {
  const costs = new Float64Array(26 * 26).fill(PLAIN);
  const set = (a: string, b: string, cost: number) => {
    costs[(a.charCodeAt(0) - A) * 26 + b.charCodeAt(0) - A] = cost;
    costs[(b.charCodeAt(0) - A) * 26 + a.charCodeAt(0) - A] = cost;
  };
  for (const [key, ...neighbours] of KEYBOARD) for (const neighbour of neighbours) set(key as string, neighbour, SLIP);
  for (const letters of SOUND_ALIKE) for (const a of letters) for (const b of letters) if (a !== b) set(a, b, SOUND);
  return costs;
}

export const areNeighbours = (a: string, b: string): boolean => NEIGHBOURS.has(a + b);
const NEIGHBOURS = new Set(
  KEYBOARD.flatMap(([key = '', ...others]) => others.flatMap((other) => [key + other, other + key])),
);

/** One letter wrong, missing or extra, or two neighbours in the wrong order; nothing else, and never a digit. */
export const isOneSlip = (a: string, b: string): boolean =>
  (distance(a, b) <= 1 || isSwap(a, b)) && figuresOf(a) === figuresOf(b);

/** The numbers of a name: "bpc 157" and "cjc 1295" are never misspellings of each other. */
export const figuresOf = (text: string): string => (/\d/.test(text) ? text.replace(/\D+/g, ' ').trim() : '');

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/**
 * BI-SIM: how alike two names look, 0 to 1, by the longest common subsequence of their letter pairs,
 * where a pair that agrees in one letter counts half; the first letter counts twice
 * (Kondrak & Dorr, "Identification of confusable drug names", COLING 2004).
 */
export function biSim(a: string, b: string): number {
  const x = (a[0] ?? '') + a;
  const y = (b[0] ?? '') + b;
  const best = new Float64Array(y.length);
  for (let row = 1; row < x.length; row++) {
    let diagonal = 0;
    for (let column = 1; column < y.length; column++) {
      const agree = (x[row - 1] === y[column - 1] ? 0.5 : 0) + (x[row] === y[column] ? 0.5 : 0);
      const above = best[column] as number;
      best[column] = Math.max(above, best[column - 1] as number, diagonal + agree);
      diagonal = above;
    }
  }
  return (best[y.length - 1] ?? 0) / Math.max(a.length, b.length, 1);
}

/** How alike two names sound, 0 to 1: BI-SIM of their Double Metaphone codes (Philips 2000), the better of both readings. */
export const soundSim = (a: readonly [string, string], b: readonly [string, string]): number =>
  Math.max(biSim(a[0], b[0]), biSim(a[1], b[1]));

export const soundOf = (text: string): [string, string] => doubleMetaphone(text);
