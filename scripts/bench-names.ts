/**
 * Measures the name resolver and search: what loading costs, how long a lookup and a question take in catalogs of three
 * sizes, and how the resolver does on misspellings. `node --expose-gc scripts/bench-names.ts`
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadOptions, root } from '../src/build/options.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { lookAlikePairs } from '../src/names/look-alikes.ts';
import { buildNameIndex, type NamedRecord, type NameIndex } from '../src/names/name-index.ts';
import { lineHead, type NameList, nameAt } from '../src/names/name-list.ts';
import { resolveName } from '../src/names/resolve.ts';
import { makeEdition } from '../src/publish/edition.ts';
import { searchFiles } from '../src/publish/search-files.ts';
import { namedRecord } from '../src/records/record-names.ts';
import type { SearchDocument } from '../src/search/search-document.ts';
import { buildSearch, searchCatalog } from '../src/search/search-index.ts';
import { catalog, rowsOf } from '../tests/fixtures/names/catalog.ts';
import { answerOf, confusable, slipsOf } from '../tests/fixtures/names/index.ts';
import { argumentsOf } from './cli.ts';

argumentsOf({ usage: 'Usage: npm run bench' });
const known = readFileSync(join(root, 'content/vocabulary/known-names.tsv'), 'utf8');
const pairs = confusable.pairs.map(({ names }) => names);
const indexOf = (records: readonly NamedRecord[]): NameIndex => buildNameIndex({ records, known, confusable: pairs });

const list = loading();
spelling();
for (const size of [catalog.length, 1000, 10_000]) speed(size === catalog.length ? catalog : synthetic(list, size));
questions();

function loading(): NameList {
  const before = memory();
  const cold = timed(() => buildNameIndex({ records: [], known, confusable: [] }));
  const held = memory() - before;
  const warm = median(
    Array.from({ length: 15 }, () => timed(() => buildNameIndex({ records: [], known, confusable: [] })).ms),
  );
  const { length } = cold.result.known.starts;
  print(
    `known names      ${length}, ${kilobytes(Buffer.byteLength(known))}, ${kilobytes(gzipSync(known).length)} gzipped`,
  );
  print(
    `loading them     ${cold.ms.toFixed(1)} ms at first, ${warm.toFixed(1)} ms when warm; ${(held / 1e6).toFixed(2)} MB held beside the text`,
  );
  return cold.result.known;
}

function spelling(): void {
  const index = indexOf(catalog);
  const rows = rowsOf('misspellings.tsv').map(([typed = '', meant = '', , edits = '']) => ({
    edits,
    answer: answerOf(resolveName(index, typed)),
    meant,
  }));
  for (const edits of ['1', '2']) {
    const some = rows.filter((row) => row.edits === edits);
    const right = some.filter(({ answer, meant }) => answer === meant).length;
    const wrong = some.filter(({ answer, meant }) => answer !== meant && answer.includes('/')).length;
    print(
      `${edits} error(s)       ${some.length} spellings: right ${right} (${percent(right, some.length)}), wrong ${wrong}, refused ${some.length - right - wrong}`,
    );
  }
  const foreign = namesOf(list).filter(
    (name, at) => at % 10 === 0 && resolveName(index, name).status === 'not_in_catalog',
  );
  const slips = foreign.flatMap(slipsOf);
  const guessed = slips.filter((slip) => {
    const resolution = resolveName(index, slip);
    return resolution.status === 'found' && resolution.match.method === 'fuzzy';
  });
  print(
    `drugs not ours   ${slips.length} slips in ${foreign.length} names: answered with one of ours ${guessed.length}`,
  );
}

function speed(records: readonly NamedRecord[]): void {
  const built = timed(() => indexOf(records));
  print(`${records.length} records, ${built.result.own.length} names: index built in ${built.ms.toFixed(0)} ms`);
  const slugs = records.filter((_, at) => at % Math.ceil(records.length / 400) === 0).map(({ slug }) => slug);
  const queries: Record<string, string[]> = {
    exact: slugs,
    'with strength and form': slugs.map((slug) => `${slug} 20 mg tablets`),
    misspelled: slugs.flatMap((slug) => slipsOf(slug).filter((_, at) => at % 9 === 4)),
    'not ours': ['zzyzxol', 'qwertyuiop', 'cyanide pills', 'what is this', 'import duty', 'vitamin x', 'helicopter'],
    '200 characters': [
      'a'.repeat(200),
      'a '.repeat(100),
      'warfarin and '.repeat(15),
      '5 mg '.repeat(40),
      '%E0'.repeat(66),
    ],
  };
  for (const [sort, some] of Object.entries(queries)) {
    const times = some.flatMap((query) => {
      resolveName(built.result, query);
      return timed(() => resolveName(built.result, query)).ms;
    });
    print(
      `  ${sort.padEnd(24)} ${median(times).toFixed(3)} ms, worst of ${times.length}: ${Math.max(...times).toFixed(2)} ms`,
    );
  }
  if (records.length <= 1000) {
    const alike = timed(() => lookAlikePairs(records));
    print(`  look-alikes in it        ${alike.result.length} pairs in ${alike.ms.toFixed(0)} ms`);
  }
}

/** Our own records and copies of them under other names, asked what people ask. */
function questions(): void {
  const { catalog: own, terms } = loadCatalog(loadOptions({}));
  const { edition } = makeEdition({ catalog: own, terms }, '2026-11-22');
  const { 'search.json': search, 'questions.json': asking } = searchFiles(edition);
  const records = own.entries.map((entry) => namedRecord(entry, own.redirects));
  const asked = readFileSync(join(root, 'tests/search/questions.tsv'), 'utf8').trim().split('\n').slice(1);
  for (const size of [records.length, 1000]) {
    const others = synthetic(list, size).slice(records.length);
    const copies = others.map(({ slug, name }, at) => {
      const document = search.documents[at % search.documents.length] as SearchDocument;
      return { ...document, slug, name, fields: { ...document.fields, aliases: [] } };
    });
    const names = indexOf([...records, ...others]);
    const built = timed(() => buildSearch({ ...asking, documents: [...search.documents, ...copies] }, names));
    const times = asked.flatMap((line) => {
      const query = line.split('\t')[0] as string;
      searchCatalog(built.result, names, query);
      return timed(() => searchCatalog(built.result, names, query)).ms;
    });
    const slowest = times.toSorted((a, b) => a - b);
    print(
      `search, ${size} records    built in ${built.ms.toFixed(0)} ms; ${median(times).toFixed(3)} ms a question, 99 of 100 within ${(slowest[Math.floor(0.99 * slowest.length)] as number).toFixed(2)} ms, worst of ${times.length}: ${Math.max(...times).toFixed(2)} ms`,
    );
  }
}

/** Records made of the first lines of the known names, with up to six names each. */
function synthetic(names: NameList, size: number): NamedRecord[] {
  const byLine = Map.groupBy(
    Array.from(names.lines, (line, number) => ({ line, number })),
    ({ line }) => line,
  );
  return [...byLine].slice(0, size).map(([line, some]) => {
    const slug = lineHead(names, line).replaceAll(/[^a-z0-9]+/g, '-');
    const aliases = some.slice(1, 6).map(({ number }) => ({ text: nameAt(names, number), sort: 'alias' as const }));
    const substances = lineHead(names, line).split(' + ');
    return { kind: 'medication', slug, name: slug, substances, names: [{ text: slug, sort: 'slug' }, ...aliases] };
  });
}

function namesOf(names: NameList): string[] {
  return Array.from(names.starts, (_, number) => nameAt(names, number));
}

function timed<T>(work: () => T): { result: T; ms: number } {
  const start = performance.now();
  const result = work();
  return { result, ms: performance.now() - start };
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
