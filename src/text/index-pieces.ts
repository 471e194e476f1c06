import { compareText } from './order.ts';

/**
 * Files of a large index of which only some are fetched. What answers from pieces runs over what is there: where a piece is
 * missing it goes on with nothing, and its answer is thrown away and made again once the missing pieces are there.
 */
export interface Pieces {
  /** Undefined where it is still to be fetched; that is noted. */
  at<T>(family: string, number: number): T | undefined;
  /** Gives this attempt up where anything is still to be fetched: what follows is large, and perhaps needless. */
  settle(): void;
}

/** A file of an index in pieces. */
export interface PieceFile {
  readonly family: string;
  readonly number: number;
  readonly content: unknown;
}

/** Sorted entries in pieces of at most about `most` characters, each entry measured as JSON. */
export function cutByKey<T>(entries: readonly (readonly [key: string, value: T])[], most: number): [string, T][][] {
  const pieces: [string, T][][] = [];
  let room = 0;
  for (const [key, value] of entries) {
    const size = key.length + (typeof value === 'number' ? 6 : JSON.stringify(value).length) + 4;
    if (size > room || pieces.length === 0) {
      pieces.push([]);
      room = most;
    }
    pieces.at(-1)?.push([key, value]);
    room -= size;
  }
  return pieces;
}

export const sortedEntries = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].toSorted(([a], [b]) => compareText(a, b));

/** The number of the piece that has a key, by the first key of each; -1 before the first. */
export function pieceOf(firsts: readonly string[], key: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(firsts[middle] as string, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The numbers of the pieces that may have keys that begin so. */
export function piecesBeginning(firsts: readonly string[], beginning: string): number[] {
  const from = Math.max(0, pieceOf(firsts, beginning));
  const numbers: number[] = [];
  for (let at = from; at < firsts.length && (at === from || (firsts[at] as string).startsWith(beginning)); at++)
    numbers.push(at);
  return numbers;
}
