import { describe, expect, it } from 'vitest';
import { openNames } from '../../src/names/name-index.ts';
import { listNames, nameAt } from '../../src/names/name-list.ts';
import { nameShards, shardedTables } from '../../src/names/name-shards.ts';
import { knownIngredients, resolveName } from '../../src/names/resolve.ts';
import { normalize } from '../../src/text/normalize.ts';
import { catalog, knownText, rowsOf } from '../fixtures/names/catalog.ts';
import { confusable, fixtureNames, slipsOf } from '../fixtures/names/index.ts';
import { readerOf } from '../support/shard-files.ts';

const data = { records: catalog, known: knownText, confusable: confusable.pairs.map(({ names }) => names) };
const { shardMap, files } = nameShards(data);
const whole = fixtureNames();
const known = listNames(knownText);
const slugs = (resolution: object) =>
  JSON.stringify(resolution, (key, value) => (key === 'record' ? `${value.kind}/${value.slug}` : value));

/** A record with names of its own; the first copy is the record. */
function copyOf(record: (typeof catalog)[number], copy: number): (typeof catalog)[number] {
  if (copy === 0) return record;
  const other = (text: string): string => `${text}${'bcdfghjklmnpq'[copy]}`;
  return {
    ...record,
    slug: other(record.slug),
    name: other(record.name),
    substances: record.substances.map(other),
    names: record.names.map(({ text, sort }) => ({ text: other(text), sort })),
  };
}

describe('names in shards', () => {
  // As published each has an envelope of a kilobyte around it.
  it.each([1, 12])('hold no file of more than 29 KB, nor of a catalog %d times as large', (times) => {
    const records = Array.from({ length: times }, (_, copy) => catalog.map((record) => copyOf(record, copy))).flat();
    const made = nameShards({ ...data, records });
    const sizes = made.files.map(({ content }) => Buffer.byteLength(JSON.stringify(content)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(29_000);
    expect(Buffer.byteLength(JSON.stringify(made.shardMap))).toBeLessThan(29_000);
  });

  const asked = [
    ...rowsOf('misspellings.tsv').map(([typed = '']) => typed),
    ...catalog.flatMap(({ names }) => names.map(({ text }) => text)),
    ...catalog.flatMap(({ name }) => slipsOf(normalize(name)).slice(0, 6)),
    ...catalog.flatMap(({ name }) => [3, 4, 5, 7].map((length) => name.slice(0, length))),
    ...catalog.map(({ name }) => `${name} 20 mg tablets`),
    ...confusable.pairs.flatMap(({ names }) => names),
    ...Array.from(known.starts, (_, at) => nameAt(known, at)).filter((_, at) => at % 20 === 0),
    ...['', ' ', 'zzzzz', 'zinc orotate', 'lisinopril 20/25', 'unii:5q7zvv76ei', 'rxcui:11289', 'warfarin and aspirin'],
  ];

  it('lead every text where the whole list leads it', () => {
    const reader = readerOf(files);
    const names = openNames(shardedTables(shardMap, reader.shards));
    const differ = asked.filter(
      (text) =>
        slugs(reader.answer(() => resolveName(names, text))) !== slugs(resolveName(whole, text)) ||
        reader.answer(() => knownIngredients(names, text))?.join() !== knownIngredients(whole, text)?.join(),
    );
    expect(differ).toEqual([]);
  }, 300_000);

  it('are the same whatever was read before', () => {
    for (const text of ['warfrin', 'metformin', 'coumadin 5 mg', 'hydralazine', 'zolof']) {
      const reader = readerOf(files);
      const names = openNames(shardedTables(shardMap, reader.shards));
      expect(slugs(reader.answer(() => resolveName(names, text)))).toBe(slugs(resolveName(whole, text)));
    }
  });

  it('need one small file for an exact name, and under half of all for a misspelling', () => {
    const sizeOf = (text: string): number => {
      const reader = readerOf(files);
      const names = openNames(shardedTables(shardMap, reader.shards));
      reader.answer(() => resolveName(names, text));
      return reader.fetched.reduce((sum, file) => sum + JSON.stringify(file.content).length, 0);
    };
    const all = files.reduce((sum, file) => sum + JSON.stringify(file.content).length, 0);
    expect(sizeOf('warfarin')).toBeLessThan(64_000);
    expect(sizeOf('warfrin')).toBeLessThan(all / 4);
  });
});
