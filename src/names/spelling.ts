import { distance } from 'fastest-levenshtein';
import { difference } from './similarity.ts';

/**
 * All names that a misspelling could mean, laid out so that one look finds the near ones: in the order
 * of their first sound and their length, with a mask of the letters each is made of.
 */
export interface SpellingTable {
  readonly names: readonly string[];
  /** What the name leads to; two names of one thing have one number. */
  readonly things: Int32Array;
  readonly masks: Int32Array;
  /** Where the names of a first sound and length begin; one more entry closes the last. */
  readonly starts: Int32Array;
}

export interface Near {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as difference() counts them. */
  readonly difference: number;
}

export function spellingTable(names: readonly string[], things: readonly number[]): SpellingTable {
  const places = names.map((name) => place(firstSound(name), lettersIn(name)));
  const starts = new Int32Array(SOUNDS * LENGTHS + 1);
  for (const at of places) starts[at + 1] = (starts[at + 1] as number) + 1;
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const free = starts.slice();
  const table = { names: new Array<string>(names.length), things: new Int32Array(names.length), masks: new Int32Array(names.length), starts };
  names.forEach((name, at) => {
    const slot = free[places[at] as number] as number;
    free[places[at] as number] = slot + 1;
    table.names[slot] = name;
    table.things[slot] = things[at] as number;
    table.masks[slot] = maskOf(name);
  });
  return table;
}
