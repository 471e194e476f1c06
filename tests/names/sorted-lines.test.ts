import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedLines, valueIn, valuesBeginning } from '../../src/text/sorted-lines.ts';

const key = fc.string({ unit: fc.constantFrom('a', 'b', '1', '+', '.', 'é', '𝛼'), maxLength: 5 });
const value = fc.oneof(fc.jsonValue(), fc.constantFrom('\n', 'a\t1\nb\t2\n', { a: 'b\tc' }));

describe('a table as lines', () => {
  it('has of each key the value that was put in, in whatever order, and of no other any', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name }), key, (rows, other) => {
        const lines = sortedLines(rows);
        for (const [name, put] of rows) expect(valueIn(lines, name)).toEqual(JSON.parse(JSON.stringify(put)));
        expect(valueIn(lines, other) !== undefined).toBe(rows.some(([name]) => name === other));
      }),
    );
  });

  it('tells the values of all keys that begin so', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key), key, (keys, beginning) => {
        const lines = sortedLines(keys.map((name) => [name, name]));
        expect(valuesBeginning(lines, beginning)).toEqual(keys.filter((name) => name.startsWith(beginning)).toSorted());
      }),
    );
  });
});
