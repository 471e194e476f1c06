import { distance } from 'fastest-levenshtein';
import { joined } from './normalize.ts';
import { difference } from './similarity.ts';

/**
 * All names that a misspelling could mean, laid out so that one look finds the near ones: in the order
 * of their first sound and their length, each with a mask of its letters. A look reads the masks of a
 * few thousand names and compares a few dozen in full.
 */
export interface SpellingTable {
  readonly names: readonly string[];
  /** The names without spaces. */
  readonly letters: readonly string[];
  readonly masks: Int32Array;
  /** What the name leads to; all names of one thing have one number. */
  readonly things: Int32Array;
  /** Where the names of a first sound and length begin; one more entry closes the last. */
  readonly starts: Int32Array;
}

export interface NearName {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as difference() counts them. */
  readonly difference: number;
}

export function spellingTable(names: readonly { readonly name: string; readonly letters: string; readonly thing: number }[]): SpellingTable {
  const ordered = names
    .map((entry) => ({ ...entry, shelf: shelfOf(soundClass(entry.letters), entry.letters.length) }))
    .sort((a, b) => a.shelf - b.shelf);
  const starts = new Int32Array(SOUND_CLASSES * SHELVES + 1);
  for (const { shelf } of ordered) starts[shelf + 1] = (starts[shelf + 1] as number) + 1;
  for (let shelf = 1; shelf < starts.length; shelf++) starts[shelf] = (starts[shelf] as number) + (starts[shelf - 1] as number);
  return {
    names: ordered.map(({ name }) => name),
    letters: ordered.map(({ letters }) => letters),
    masks: Int32Array.from(ordered, ({ letters }) => maskOf(letters)),
    things: Int32Array.from(ordered, ({ thing }) => thing),
    starts,
  };
}

/** The names within `reach` typing errors of a normalized query, nearest first. */
export function nearNames(table: SpellingTable, query: string, reach: number): NearName[] {
  const letters = joined(query);
  if (letters.length < SHORTEST || letters.length > LONGEST) return [];
  const edits = Math.min(4, Math.max(2, Math.ceil(letters.length / 3)));
  const own = soundClass(letters);
  const found: NearName[] = [];
  for (let sound = 0; sound < SOUND_CLASSES; sound++) {
    collect(table, { query, letters, mask: maskOf(letters), sound, reach, ...(sound === own ? { spread: edits, edits } : WRONG_START) }, found);
  }
  return found.sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

/** A name that begins with another sound is near only if all else is right: "arfarin", "awrfarin", "earfarin". */
const WRONG_START = { spread: 1, edits: 2 };
const SHORTEST = 4;
const LONGEST = 40;

interface Look {
  readonly query: string;
  readonly letters: string;
  readonly mask: number;
  readonly sound: number;
  readonly reach: number;
  /** How many letters longer or shorter a name may be. */
  readonly spread: number;
  readonly edits: number;
}

function collect(table: SpellingTable, look: Look, found: NearName[]): void {
  const from = table.starts[shelfOf(look.sound, Math.max(0, look.letters.length - look.spread))] as number;
  const to = table.starts[shelfOf(look.sound, look.letters.length + look.spread) + 1] as number;
  for (let at = from; at < to; at++) {
    // One edit changes at most two letters of the mask.
    if (bitCount((table.masks[at] as number) ^ look.mask) > 2 * look.edits) continue;
    if (distance(look.letters, table.letters[at] as string) > look.edits) continue;
    const name = table.names[at] as string;
    const far = misspelling(look.query, name);
    if (far <= look.reach) found.push({ name, thing: table.things[at] as number, difference: far });
  }
}

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

const CLASS_OF: ReadonlyMap<string, number> = new Map(SOUND_GROUPS.flatMap((group, at) => [...group].map((letter) => [letter, at] as const)));

const soundClass = (letters: string): number => CLASS_OF.get(letters[0] ?? '') ?? SOUND_CLASSES - 1;

const shelfOf = (sound: number, length: number): number => sound * SHELVES + Math.min(length, SHELVES - 1);

/** One bit for each letter that occurs, one for figures, one for everything else. */
function maskOf(letters: string): number {
  let mask = 0;
  for (let at = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at);
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? 26 : 27);
  }
  return mask;
}

function bitCount(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
