import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileColumns, fileTable, type ListedFile } from '../../src/api/file-list.ts';
import { fileColumns } from '../../src/build/file-columns.ts';
import { digestOf } from '../support/file-lists.ts';

const digest = fc.nat().map((number) => digestOf(String(number)));
const file: fc.Arbitrary<ListedFile> = fc
  .record(
    {
      bytes: fc.nat(),
      sha256: digest,
      lastModified: fc.constantFrom('2026-11-20', '2026-11-22'),
      br: digest,
      gzip: digest,
    },
    { requiredKeys: ['bytes', 'sha256'] },
  )
  .map((one) => ({ ...one }));
const path = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '/', '.', '-', '_', 'é'), minLength: 1, maxLength: 6 });
const files = fc.dictionary(path, file, { noNullPrototype: true });

describe('the list of files', () => {
  it('says of each file what was put in, and of no other anything', () => {
    fc.assert(
      fc.property(files, path, (put, other) => {
        const table = fileTable(JSON.parse(JSON.stringify(fileColumns(Object.entries(put)))));
        expect(Object.fromEntries(table)).toEqual(put);
        expect([...table.paths()]).toEqual(Object.keys(put).toSorted());
        expect(table.size).toBe(Object.keys(put).length);
        for (const [name, told] of Object.entries(put))
          expect([table.has(name), table.find(name)]).toEqual([true, told]);
        expect([table.has(other), table.find(other)]).toEqual([Object.hasOwn(put, other), put[other]]);
      }),
    );
  });

  const columns = fileColumns([
    ['a', { bytes: 1, sha256: digestOf('a') }],
    ['b', { bytes: 2, sha256: digestOf('b'), lastModified: '2026-11-20' }],
  ]);
  it.each<[string, object]>([
    ['with a path too few', { ...columns, paths: 'a' }],
    ['with a length too few', { ...columns, bytes: [1] }],
    ['with a date too many', { ...columns, dated: [-1, 0, 0] }],
    ['with a digest that is cut off', { ...columns, br: columns.br.slice(0, 40) }],
    ['without a column', { ...columns, gzip: undefined }],
    ['of another version', { 'index.html': { bytes: 1, sha256: digestOf('a'), type: 'text/html' } }],
    ['with nothing in it', {}],
  ])('is refused %s', (_, damaged) => {
    expect(() => fileTable(damaged as FileColumns)).toThrow('is damaged or of another version: build the site again');
  });
});
