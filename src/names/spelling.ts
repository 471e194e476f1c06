import { distance } from 'fastest-levenshtein';
import { joined } from './normalize.ts';
import { difference } from './similarity.ts';

/** Names, the same without spaces, and what each leads to; all names of one thing have one number. */
export interface Names {
  readonly names: string[];
  readonly letters: string[];
  readonly things: number[];
}

/**
 * All names that a misspelling could mean, laid out so that one look finds the near ones: by their first
 * sound and their length, each with a mask of its letters and two of its letter pairs. A look goes through
 * the masks of some thousand names and compares a few dozen in full.
 */
export interface SpellingTable extends Names {
  /** Places in the lists, in the order of the shelves. */
  readonly order: Int32Array;
  /** Three masks for each place of the order. */
  readonly masks: Int32Array;
  /** Where in the order the names of a first sound and length begin; one more entry closes the last shelf. */
  readonly starts: Int32Array;
}

export function spellingTable(all: Names): SpellingTable {
  const { letters } = all;
  const shelves = Int32Array.from(letters, (word) => shelfOf(soundClass(word), word.length));
  const starts = new Int32Array(SOUND_CLASSES * SHELVES + 1);
  for (const shelf of shelves) starts[shelf + 1] = (starts[shelf + 1] as number) + 1;
  for (let shelf = 1; shelf < starts.length; shelf++) starts[shelf] = (starts[shelf] as number) + (starts[shelf - 1] as number);
  const free = starts.slice();
  const order = new Int32Array(letters.length);
  const masks = new Int32Array(3 * letters.length);
  shelves.forEach((shelf, at) => {
    const slot = free[shelf] as number;
    free[shelf] = slot + 1;
    order[slot] = at;
    writeMasks(letters[at] as string, masks, 3 * slot);
  });
  return { ...all, order, masks, starts };
}

export interface NearName {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as difference() counts them. */
  readonly difference: number;
}

/** The names within `reach` typing errors of a normalized query, nearest first. */
export function nearNames(table: SpellingTable, query: string, reach: number): NearName[] {
  const letters = joined(query);
  if (letters.length < SHORTEST || letters.length > LONGEST) return [];
  const own = soundClass(letters);
  const masks = new Int32Array(3);
  writeMasks(letters, masks, 0);
  const found: NearName[] = [];
  for (let sound = 0; sound < SOUND_CLASSES; sound++) {
    const edits = sound !== own || letters.length < 7 ? 2 : 3;
    collect(table, { query, letters, masks, sound, reach, edits, spread: sound === own ? edits : 1 }, found);
  }
  return found.sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

const SHORTEST = 4;
const LONGEST = 40;

interface Look {
  readonly query: string;
  readonly letters: string;
  readonly masks: Int32Array;
  readonly sound: number;
  readonly reach: number;
  /** Letters that may differ, as Levenshtein counts them (two for two letters in the wrong order). */
  readonly edits: number;
  /** How many letters longer or shorter a name may be; after a wrong first letter all else must be right. */
  readonly spread: number;
}

function collect(table: SpellingTable, look: Look, found: NearName[]): void {
  const from = table.starts[shelfOf(look.sound, Math.max(0, look.letters.length - look.spread))] as number;
  const to = table.starts[shelfOf(look.sound, look.letters.length + look.spread) + 1] as number;
  for (let slot = from; slot < to; slot++) {
    if (!mayBeNear(table.masks, 3 * slot, look.masks, look.edits)) continue;
    const at = table.order[slot] as number;
    if (distance(look.letters, table.letters[at] as string) > look.edits) continue;
    const name = table.names[at] as string;
    const far = misspelling(look.query, name);
    if (far <= look.reach) found.push({ name, thing: table.things[at] as number, difference: far });
  }
}

/** One edit changes at most two of the letters that occur, and four of the letter pairs. */
const mayBeNear = (masks: Int32Array, at: number, own: Int32Array, edits: number): boolean =>
  bitCount((masks[at] as number) ^ (own[0] as number)) <= 2 * edits &&
  bitCount((masks[at + 1] as number) ^ (own[1] as number)) + bitCount((masks[at + 2] as number) ^ (own[2] as number)) <= 4 * edits;

/**
 * How far a normalized query is from a name, in typing errors; Infinity if it is not that name misspelled.
 * Figures must be equal, and short words (the D of vitamin D, the PM of a night-time brand) must stand.
 */
export function misspelling(query: string, name: string): number {
  if (figures(query) !== figures(name)) return Infinity;
  const typed = query.split(' ');
  const words = name.split(' ');
  const apart = typed.length === words.length ? wordByWord(typed, words) : Infinity;
  return apart < Infinity || (typed.length === 1 && words.length === 1) ? apart : together(typed, words);
}

/** Typing errors that are forgiven in a word of so many letters. */
export function tolerance(letters: number): number {
  if (letters < 4) return 0;
  if (letters < 5) return 0.5;
  if (letters < 6) return 1;
  if (letters < 8) return 1.5;
  return letters < 11 ? 2 : 2.5;
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

/** Names written together or apart: a short first or last word of either must begin or end the other. */
function together(typed: readonly string[], words: readonly string[]): number {
  const a = typed.join('');
  const b = words.join('');
  return keepsEnds(typed, b) && keepsEnds(words, a) ? difference(a, b) : Infinity;
}

function keepsEnds(words: readonly string[], letters: string): boolean {
  const first = words[0] as string;
  const last = words.at(-1) as string;
  return (first.length > 3 || letters.startsWith(first)) && (last.length > 3 || letters.endsWith(last));
}

const figures = (text: string): string => (/\d/.test(text) ? text.replace(/\D+/g, ' ').trim() : '');

/** First letters that are mistaken for one another stand together. */
const SOUND_GROUPS = ['aeiouy', 'ckqsxz', 'gj', 'fpv', 'mn', 'dt', 'b', 'w', 'h', 'r', 'l', '0123456789'];
const SOUND_CLASSES = SOUND_GROUPS.length + 1;
const SHELVES = LONGEST + 6;

const CLASS_OF_CODE = new Uint8Array(128).fill(SOUND_CLASSES - 1);
SOUND_GROUPS.forEach((group, at) => {
  for (const letter of group) CLASS_OF_CODE[letter.charCodeAt(0)] = at;
});

const soundClass = (letters: string): number => CLASS_OF_CODE[letters.charCodeAt(0)] ?? SOUND_CLASSES - 1;

const shelfOf = (sound: number, length: number): number => sound * SHELVES + Math.min(length, SHELVES - 1);

/** A mask of the letters that occur (one bit for all figures, one for all else), and two of the letter pairs. */
function writeMasks(letters: string, masks: Int32Array, at: number): void {
  let before = 0;
  let mask = 0;
  let pairs = 0;
  let morePairs = 0;
  for (let i = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i);
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? 26 : 27);
    const pair = (before * 31 + code * 7) & 63;
    if (pair < 32) pairs |= 1 << pair;
    else morePairs |= 1 << (pair - 32);
    before = code;
  }
  masks[at] = mask;
  masks[at + 1] = pairs;
  masks[at + 2] = morePairs;
}

function bitCount(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
