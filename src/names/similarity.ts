import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';

/**
 * How far a misspelling is from a name, in plain typing errors: 0 for equal texts, 1 for one wrong,
 * missing or extra letter. Errors that people really make cost less, because the letters sound alike
 * ("x" for "z", "ph" for "f"), lie side by side on the keyboard, stand in the wrong order or are
 * doubled; an error in the first letter costs more, because people seldom make it while names of
 * different drugs often differ just there.
 *
 * A restricted Damerau-Levenshtein distance with weights (Brill & Moore 2000 for the idea). Only a band
 * of REACH letters around the diagonal is looked at: texts farther apart come back as Infinity.
 */
export function difference(typed: string, name: string): number {
  if (typed === name) return 0;
  const height = typed.length;
  const width = name.length;
  if (Math.abs(height - width) > REACH || height > LONGEST || width > LONGEST) return Infinity;
  const cells = CELLS;
  const stride = width + 1;
  for (let row = 0; row <= height; row++) {
    const from = Math.max(0, row - REACH);
    const to = Math.min(width, row + REACH);
    if (from > 0) cells[row * stride + from - 1] = Infinity;
    for (let column = from; column <= to; column++) {
      cells[row * stride + column] = cheapest(cells, stride, typed, name, row, column);
    }
    if (to < width) cells[row * stride + to + 1] = Infinity;
  }
  return cells[height * stride + width] as number;
}

/** How many letters one text may run ahead of the other. */
const REACH = 4;
const LONGEST = 64;
// One table shared by all calls; a call leaves nothing in it that the next one reads.
const CELLS = new Float64Array((LONGEST + 1) * (LONGEST + 2));

/** The cheapest way to turn the first `row` letters typed into the first `column` letters of the name. */
function cheapest(
  cells: Float64Array,
  stride: number,
  typed: string,
  name: string,
  row: number,
  column: number,
): number {
  if (row === 0 && column === 0) return 0;
  let best = Infinity;
  if (row > 0) best = (cells[(row - 1) * stride + column] as number) + oneLetter(typed, row - 1);
  if (column > 0) best = Math.min(best, (cells[row * stride + column - 1] as number) + oneLetter(name, column - 1));
  if (row > 0 && column > 0) {
    best = Math.min(
      best,
      (cells[(row - 1) * stride + column - 1] as number) + otherLetter(typed, name, row - 1, column - 1),
    );
  }
  if (row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1]) {
    best = Math.min(best, (cells[(row - 2) * stride + column - 2] as number) + SLIP);
  }
  if (row > 1 && column > 0 && isDigraph(typed, row - 2, name[column - 1] as string)) {
    best = Math.min(best, (cells[(row - 2) * stride + column - 1] as number) + SOUND);
  }
  if (column > 1 && row > 0 && isDigraph(name, column - 2, typed[row - 1] as string)) {
    best = Math.min(best, (cells[(row - 1) * stride + column - 2] as number) + SOUND);
  }
  return best;
}

const SOUND = 0.5;
const SLIP = 0.75;
const PLAIN = 1;
const FIRST_LETTER = 0.5;

/** A letter too many or too few. */
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

export const SOUND_ALIKE_CONSONANTS = ['ckq', 'cs', 'szx', 'gj', 'mn', 'fv'];
const SOUND_ALIKE = ['aeiouy', ...SOUND_ALIKE_CONSONANTS];
/** Neighbours on a QWERTY keyboard, each key with those to its right and below. */
const KEYBOARD = [
  'qwa',
  'wesa',
  'erds',
  'rtfd',
  'tygf',
  'yuhg',
  'uijh',
  'iokj',
  'oplk',
  'pl',
  'asz',
  'sdxz',
  'dfcx',
  'fgvc',
  'ghbv',
  'hjnb',
  'jkmn',
  'klm',
  'zx',
  'xc',
  'cv',
  'vb',
  'bn',
  'nm',
];

const LETTER_COSTS = letterCosts();

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

export const areNeighbours = (a: string, b: string): boolean =>
  KEYBOARD.some((keys) => (keys[0] === a && keys.includes(b, 1)) || (keys[0] === b && keys.includes(a, 1)));

/** Two letters that are often written for one. */
const DIGRAPHS: Readonly<Record<string, readonly string[]>> = {
  f: ['ph'],
  x: ['ks', 'cs'],
  k: ['ck', 'qu'],
  i: ['ee'],
  u: ['ou'],
  y: ['ie'],
};

export const isDigraph = (text: string, at: number, letter: string): boolean =>
  DIGRAPHS[letter]?.some((pair) => text.startsWith(pair, at)) ?? false;

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
