/**
 * Names as ranges of one text, with all that is needed to find one exactly or misspelled. Thirty thousand
 * names are scanned in one pass into a few flat arrays: no string is made until a name is looked at, so a
 * list loads in milliseconds and takes little more memory than its text.
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
  /** Hash table: the number of a name, or -1; equal names stand in neighbouring slots. */
  readonly slots: Int32Array;
  /** Three masks for each name: of its letters, and two of its letter pairs. */
  readonly masks: Int32Array;
  /** Names in the order of their shelves (first sound and length), and where in it each shelf begins. */
  readonly shelved: Int32Array;
  readonly shelfStarts: Int32Array;
}

/**
 * Scans a text of normalized names, separated by line ends, tabs or "|". Lines that begin with "#" are
 * comments. Only letters, figures and decimal points count in a name: "bpc-157" and "bpc 157" are equal.
 */
export function listNames(text: string): NameList {
  const most = (text.length >> 1) + 1;
  const starts = new Int32Array(most);
  const ends = new Int32Array(most);
  const lines = new Int32Array(most);
  const hashes = new Int32Array(most);
  const shelves = new Uint16Array(most);
  const masks = new Int32Array(3 * most);
  const lineStarts = new Int32Array(most);
  let count = 0;
  let line = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === HASH_SIGN) {
      at = endOf(text, at, NEWLINE);
      continue;
    }
    lineStarts[line] = at;
    
  }
  return {} as NameList;
}
