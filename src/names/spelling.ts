import { joined } from '../text/normalize.ts';
import { difference, figuresOf } from './similarity.ts';
import { slipsBetween } from './slips.ts';

/**
 * How far a normalized query is from a name, in typing errors; Infinity if it is not that name misspelled.
 * Numbers must be equal, and short words (the D of vitamin D, the PM of a night-time brand) unchanged.
 */
export function misspelling(query: string, name: string): number {
  if (figuresOf(query) !== figuresOf(name)) return Infinity;
  const typed = query.split(' ');
  const words = name.split(' ');
  const apart = typed.length === words.length ? wordByWord(typed, words) : Infinity;
  return apart < Infinity || (typed.length === 1 && words.length === 1) ? apart : together(typed, words);
}

/** Typing errors that a word of this many letters tolerates. */
function tolerance(letters: number): number {
  if (letters < 4) return 0;
  if (letters < 5) return 0.5;
  if (letters < 6) return 1;
  if (letters < 8) return 1.5;
  return letters < 11 ? 2 : 2.5;
}

export const toleranceOf = (name: string): number => tolerance(joined(name).length);

/**
 * Weight of the slips that turn a name into the query; Infinity if other changes are needed. Short words must be
 * unchanged; a name with a space added or missing tolerates one more slight slip.
 */
export function slipsIn(query: string, name: string): number {
  if (figuresOf(query) !== figuresOf(name)) return Infinity;
  const typed = query.split(' ');
  const words = name.split(' ');
  if (typed.length !== words.length) {
    const slips = keepsBoth(typed, words) ? slipsBetween(typed.join(''), words.join('')) : Infinity;
    return slips < 1 ? slips : Infinity;
  }
  let sum = 0;
  for (let at = 0; at < words.length; at++) {
    const [a, b] = [typed[at] as string, words[at] as string];
    if (a !== b) sum += words.length > 1 && b.length < 4 ? Infinity : slipsBetween(a, b);
  }
  return sum;
}

function wordByWord(typed: readonly string[], words: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const far = difference(typed[at] as string, word);
    if (words.length > 1 && far > tolerance(word.length)) return Infinity;
    sum += far;
  }
  return sum;
}

/** Names with a space added or missing: a short first or last word of either must begin or end the other. */
function together(typed: readonly string[], words: readonly string[]): number {
  return keepsBoth(typed, words) ? difference(typed.join(''), words.join('')) : Infinity;
}

const keepsBoth = (typed: readonly string[], words: readonly string[]): boolean =>
  keepsEnds(typed, words.join('')) && keepsEnds(words, typed.join(''));

function keepsEnds(words: readonly string[], letters: string): boolean {
  const first = words[0] as string;
  const last = words.at(-1) as string;
  return (first.length > 3 || letters.startsWith(first)) && (last.length > 3 || letters.endsWith(last));
}
