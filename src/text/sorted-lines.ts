import { compareText } from './order.ts';

/**
 * A table as one text: for each row, in the order of the keys, a line of its key, a tab and its value as JSON. Where one row is
 * asked for, that takes a small part of the time that as many objects take. Keys hold neither line ends nor tabs.
 */
export const sortedLines = (rows: Iterable<readonly [key: string, value: unknown]>): string =>
  [...rows]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}\t${JSON.stringify(value)}\n`)
    .join('');

/** The value of a key; undefined where there is none. */
export function valueIn<T>(lines: string, key: string): T | undefined {
  const at = lineFrom(lines, key);
  return lines.startsWith(`${key}\t`, at) ? valueAt(lines, at) : undefined;
}

export function valuesBeginning<T>(lines: string, beginning: string): T[] {
  const values: T[] = [];
  for (let at = lineFrom(lines, beginning); at < lines.length; at = endOf(lines, at)) {
    if (!lines.startsWith(beginning, at)) break;
    values.push(valueAt(lines, at));
  }
  return values;
}

/** Where the first line begins whose key is not before this one. */
function lineFrom(lines: string, key: string): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const start = lines.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1;
    if (lines.slice(start, lines.indexOf('\t', start)) < key) low = endOf(lines, start);
    else high = start;
  }
  return low;
}

const endOf = (lines: string, at: number): number => lines.indexOf('\n', at) + 1;

const valueAt = <T>(lines: string, at: number): T =>
  JSON.parse(lines.slice(lines.indexOf('\t', at) + 1, endOf(lines, at))) as T;
