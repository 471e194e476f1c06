import { distance } from 'fastest-levenshtein';

/**
 * Names as ranges of one text, with all that is needed to find one exactly or misspelled. The text is
 * scanned once into a few flat arrays and no string is made until a name is looked at. The 31,000 known
 * names are listed in 5 ms (20 ms before the code is warm) and hold 1.3 MB beside their text of 0.5 MB;
 * scripts/bench.ts measures it.
 */
export interface NameList {
  readonly text: string;
  /** Where each name begins and ends in the text, and its line. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly lines: Int32Array;
  /** Where each line begins. */
  readonly lineStarts: Int32Array;
  readonly hashes: Int32Array;
  /** Hash table of name numbers, -1 where free; equal names follow each other. */
  readonly slots: Int32Array;
  /** Name numbers bucket by bucket (first sound and length), and where each bucket begins; one more entry closes the last. */
  readonly bucketed: Int32Array;
  readonly bucketStarts: Int32Array;
  /** In the order of the buckets, three masks for each name: of its letters, and two of its letter pairs. */
  readonly masks: Int32Array;
}

/**
 * Lists the names of a text: names in lower case, separated by line ends, tabs or "|"; lines that begin
 * with "#" are comments. Only letters, digits and points count: "bpc-157" and "bpc 157" are one name.
 */
export function listNames(text: string): NameList {
  const most = separatorsIn(text) + 1;
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  const lines = new Int32Array(most);
  const lineStarts = new Int32Array(most);
  const hashes = new Int32Array(most);
  const buckets = new Int32Array(most);
  const masks = new Int32Array(3 * most);
  let count = 0;
  let line = 0;
  let at = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    if (text.charCodeAt(at) !== COMMENT && end > at) {
      lineStarts[line] = at;
      while (at < end) {
        const stop = measure(text, at, end);
        if (MEASURED.letters > 0) {
          starts[count] = at;
          ends[count] = stop;
          lines[count] = line;
          hashes[count] = MEASURED.hash;
          buckets[count] = bucketOf(soundClass(MEASURED.first), MEASURED.letters);
          masks[3 * count] = MEASURED.mask;
          masks[3 * count + 1] = MEASURED.pairs;
          masks[3 * count + 2] = MEASURED.morePairs;
          count++;
        }
        at = stop + 1;
      }
      line++;
    }
    at = end + 1;
  }
  return {
    text,
    starts: starts.slice(0, count),
    ends: ends.slice(0, count),
    lines: lines.slice(0, count),
    lineStarts: lineStarts.slice(0, line),
    hashes: hashes.slice(0, count),
    slots: hashTable(hashes, count),
    ...bucketSort(buckets, masks, count),
  };
}

/** The numbers of the names with these letters. */
export function namesOf(list: NameList, letters: string): number[] {
  measure(letters, 0, letters.length);
  const hash = MEASURED.hash;
  const found: number[] = [];
  const last = list.slots.length - 1;
  for (let slot = hash & last; list.slots[slot] !== FREE; slot = (slot + 1) & last) {
    const number = list.slots[slot] as number;
    if (list.hashes[number] === hash && lettersAt(list, number) === letters) found.push(number);
  }
  return found;
}

export const nameAt = (list: NameList, number: number): string =>
  list.text.slice(list.starts[number], list.ends[number]);

/** The first field of a line. */
export function lineHead(list: NameList, line: number): string {
  const start = list.lineStarts[line] as number;
  return list.text.slice(start, stopOf(list.text, start, lineEnd(list.text, start)));
}

/**
 * The numbers of the names that may be a misspelling of these letters: at most `edits` letters apart, with
 * two letters in the wrong order as two. If the first letter is wrong, the rest must be right.
 */
export function nearbyNames(list: NameList, letters: string, edits: number): number[] {
  if (letters.length > LONGEST) return [];
  measure(letters, 0, letters.length);
  const own = soundClass(MEASURED.first);
  const masks = Int32Array.of(MEASURED.mask, MEASURED.pairs, MEASURED.morePairs);
  const found: number[] = [];
  for (let sound = 0; sound < SOUND_CLASSES; sound++) {
    const spread = sound === own ? edits : 1;
    const most = sound === own ? edits : 2;
    const from = list.bucketStarts[bucketOf(sound, Math.max(0, letters.length - spread))] as number;
    const to = list.bucketStarts[bucketOf(sound, letters.length + spread) + 1] as number;
    for (let place = from; place < to; place++) {
      if (!mayBeNear(list.masks, 3 * place, masks, most)) continue;
      const number = list.bucketed[place] as number;
      if (distance(letters, lettersAt(list, number)) <= most) found.push(number);
    }
  }
  return found;
}

const COMMENT = 35;
const NEWLINE = 10;
const TAB = 9;
const BAR = 124;
const FREE = -1;
const LONGEST = 40;

const lettersAt = (list: NameList, number: number): string => nameAt(list, number).replace(NO_LETTERS, '');
// Beyond ASCII a normalized name has only letters and digits.
const NO_LETTERS = /[\0- !-\-/:-`{-\x7f]+/g;

function separatorsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === TAB || code === BAR) count++;
  }
  return count;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function stopOf(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) !== TAB && text.charCodeAt(at) !== BAR) at++;
  return at;
}

// The result of measure(), in one object that the next call overwrites.
const MEASURED = { letters: 0, first: 0, hash: 0, mask: 0, pairs: 0, morePairs: 0 };

/** Measures the name from `start` up to a separator or `end`, and says where it stops. */
function measure(text: string, start: number, end: number): number {
  let letters = 0;
  let first = 0;
  let before = 0;
  let hash = 0x811c9dc5;
  let mask = 0;
  let pairs = 0;
  let morePairs = 0;
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === TAB || code === BAR) break;
    if (!isLetter(code)) continue;
    if (letters++ === 0) first = code;
    hash = Math.imul(hash ^ code, 0x01000193);
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? 26 : 27);
    const pair = (before * 31 + code * 7) & 63;
    if (pair < 32) pairs |= 1 << pair;
    else morePairs |= 1 << (pair - 32);
    before = code;
  }
  MEASURED.letters = letters;
  MEASURED.first = first;
  MEASURED.hash = hash | 0;
  MEASURED.mask = mask;
  MEASURED.pairs = pairs;
  MEASURED.morePairs = morePairs;
  return at;
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 46 || code > 127;

/** One edit changes at most two of the letters that occur, and four of the letter pairs. */
const mayBeNear = (masks: Int32Array, at: number, own: Int32Array, edits: number): boolean =>
  bitCount((masks[at] as number) ^ (own[0] as number)) <= 2 * edits &&
  bitCount((masks[at + 1] as number) ^ (own[1] as number)) + bitCount((masks[at + 2] as number) ^ (own[2] as number)) <=
    4 * edits;

function bitCount(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function hashTable(hashes: Int32Array, count: number): Int32Array {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(FREE);
  const last = slots.length - 1;
  for (let number = 0; number < count; number++) {
    let slot = (hashes[number] as number) & last;
    while (slots[slot] !== FREE) slot = (slot + 1) & last;
    slots[slot] = number;
  }
  return slots;
}

/** Counting sort by bucket. */
function bucketSort(buckets: Int32Array, masks: Int32Array, count: number): Buckets {
  const bucketStarts = new Int32Array(SOUND_CLASSES * LENGTHS + 1);
  for (let number = 0; number < count; number++) increase(bucketStarts, (buckets[number] as number) + 1, 1);
  for (let bucket = 1; bucket < bucketStarts.length; bucket++)
    increase(bucketStarts, bucket, bucketStarts[bucket - 1] as number);
  const free = bucketStarts.slice();
  const bucketed = new Int32Array(count);
  const shelvedMasks = new Int32Array(3 * count);
  for (let number = 0; number < count; number++) {
    const bucket = buckets[number] as number;
    const place = free[bucket] as number;
    increase(free, bucket, 1);
    bucketed[place] = number;
    for (let mask = 0; mask < 3; mask++) shelvedMasks[3 * place + mask] = masks[3 * number + mask] as number;
  }
  return { bucketed, bucketStarts, masks: shelvedMasks };
}

type Buckets = Pick<NameList, 'bucketed' | 'bucketStarts' | 'masks'>;

function increase(counts: Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by;
}

/** First letters that are mistaken for one another share a bucket. */
const SOUND_GROUPS = ['aeiouy', 'ckqsxz', 'gj', 'fpv', 'mn', 'dt', 'b', 'w', 'h', 'r', 'l', '0123456789'];
const SOUND_CLASSES = SOUND_GROUPS.length + 1;
const CLASS_OF_CODE = new Uint8Array(128).fill(SOUND_CLASSES - 1);
SOUND_GROUPS.forEach((group, at) => {
  for (const letter of group) CLASS_OF_CODE[letter.charCodeAt(0)] = at;
});

const soundClass = (code: number): number => CLASS_OF_CODE[code] ?? SOUND_CLASSES - 1;

const LENGTHS = LONGEST + 6;
const bucketOf = (sound: number, length: number): number => sound * LENGTHS + Math.min(length, LENGTHS - 1);

/** Buckets in another order, by length and then by first sound: what is near one name lies close together. */
export function bucketOfName(name: string): number {
  measure(name, 0, name.length);
  return MEASURED.letters * SOUND_CLASSES + soundClass(MEASURED.first);
}

/** The buckets, by {@link bucketOfName}, that {@link nearbyNames} looks through: first and last of each run of them. */
export function bucketsNear(letters: string, edits: number): [first: number, last: number][] {
  if (letters.length > LONGEST) return [];
  measure(letters, 0, letters.length);
  const own = soundClass(MEASURED.first);
  const lengths = Array.from({ length: 2 * edits + 1 }, (_, at) => letters.length - edits + at);
  return [
    [(letters.length - 1) * SOUND_CLASSES, (letters.length + 2) * SOUND_CLASSES - 1],
    ...lengths.map((length): [number, number] => [length * SOUND_CLASSES + own, length * SOUND_CLASSES + own]),
  ];
}
