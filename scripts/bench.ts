/**
 * `npm run bench`: one table of what search, names and answers do and cost, each figure with what it must hold. The tests
 * hold the ceilings that need no clock, by the same functions (tests/measure). Builds if dist/ is older than its sources.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toolListing } from '../src/api/tools.ts';
import { currentDist } from '../src/build/current-build.ts';
import { root } from '../src/build/options.ts';
import { lookAlikePairs } from '../src/names/look-alikes.ts';
import { buildNameIndex, type NamedRecord } from '../src/names/name-index.ts';
import { lineHead, type NameList, nameAt } from '../src/names/name-list.ts';
import { resolveName } from '../src/names/resolve.ts';
import type { SearchDocument } from '../src/search/search-document.ts';
import { buildSearch, searchCatalog } from '../src/search/search-index.ts';
import { catalog } from '../tests/fixtures/names/catalog.ts';
import { indexOf, slipsOf } from '../tests/fixtures/names/index.ts';
import {
  type Ask,
  askedQuestions,
  askedUses,
  isApprovedFirst,
  isFirst,
  isInThree,
  isPairTold,
  isPartTold,
  shareOf,
} from '../tests/measure/asked.ts';
import { holdConversations } from '../tests/measure/conversations.ts';
import { heldOut, misspellingShares, misspellings, slipShares } from '../tests/measure/spelled.ts';
import { fives, tokensOf, toldPairs, toldRecords, toldTogether } from '../tests/measure/answer-facts.ts';
import { startServer } from '../tests/support/function-process.ts';
import { ownNameData } from '../tests/support/own-names.ts';
import { serviceOf } from '../tests/support/service.ts';
import { searchDataOf } from '../tests/support/shard-files.ts';
import { argumentsOf } from './cli.ts';

type BenchRow = readonly [subject: string, what: string, measured: string, mustHold: string];

argumentsOf({
  purpose: `Measures search, names and answers: how often they are right, and their cost in ms, bytes and tokens. Prints one
table with the bound of each figure. Builds first where dist/ is out of date; takes about two minutes.`,
  usage: 'npm run bench',
  example: 'npm run bench',
});
const dist = await currentDist();
const { run } = await serviceOf(dist);
const named = ownNameData();
const { records } = named;
const ownNames = buildNameIndex(named);
const searched = searchDataOf(dist);
const search = buildSearch(searched, ownNames);
const rows: BenchRow[] = [
  ...searchRows(),
  ...searchTimes(),
  ...nameRows(),
  ...nameTimes(),
  ...(await answerRows()),
  ...(await conversationRows()),
];
const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] as string).length)));
for (const row of [['subject', 'what', 'measured', 'must hold'], widths.map((width) => '-'.repeat(width)), ...rows])
  process.stdout.write(`| ${row.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |\n`);

// --- search

function searchRows(): BenchRow[] {
  const ask: Ask = (query) => searchCatalog(search, ownNames, query);
  const rate = (some: typeof askedQuestions, holds: typeof isFirst): string => percent(shareOf(some, ask, holds));
  const withParts = askedQuestions.filter(({ sections }) => sections.length > 0);
  const pairs = askedQuestions.filter(({ pair }) => pair !== '');
  const sets = (['tuned', 'held', 'fresh', 'last'] as const).map((set): BenchRow => {
    const some = askedQuestions.filter((one) => one.set === set);
    return ['search', `  of ${some.length} ${set}`, `${rate(some, isFirst)}, ${rate(some, isInThree)}`, ''];
  });
  const approved = askedUses.filter((use) => isApprovedFirst(use, { ask, index: search })).length;
  return [
    [
      'search',
      `${askedQuestions.length} questions: right record first, in first three`,
      `${rate(askedQuestions, isFirst)}, ${rate(askedQuestions, isInThree)}`,
      '90%, 97%',
    ],
    ...sets,
    ['search', `${withParts.length} of them: the part that answers`, rate(withParts, isPartTold), '95%'],
    ['search', `${pairs.length} of them: the pair`, rate(pairs, isPairTold), '100%'],
    ['search', `${askedUses.length} uses and classes: approved first`, percent(approved / askedUses.length), '100%'],
  ];
}

/** Our own records and copies of them under other names, asked what people ask. */
function searchTimes(): BenchRow[] {
  const { documents } = searched;
  return [records.length, 1000].map((size): BenchRow => {
    const others = synthetic(ownNames.known, size).slice(records.length);
    const copies = others.map(({ slug, name }, at) => {
      const document = documents[at % documents.length] as SearchDocument;
      return { ...document, slug, name, fields: { ...document.fields, aliases: [] } };
    });
    const names = indexOf([...records, ...others]);
    const built = timed(() => buildSearch({ ...searched, documents: [...documents, ...copies] }, names));
    const times = askedQuestions.map(({ question }) => twice(() => searchCatalog(built.result, names, question)));
    return [
      'search',
      `a question at ${size} records: median, 99 of 100`,
      `${median(times).toFixed(2)} ms, ${ninetyNinth(times).toFixed(2)} ms`,
      size === 1000 ? '5 ms' : '',
    ];
  });
}

// --- names

function nameRows(): BenchRow[] {
  const index = indexOf();
  const all = misspellings(index);
  const slips = slipShares(index);
  const held = heldOut([1, 2, 3]);
  const row = (what: string, of: ReturnType<typeof misspellingShares>, mustHold: string): BenchRow => [
    'names',
    `${of.count} ${what}: right, right or offered, wrong`,
    `${percent(of.right)}, ${percent(of.rightOrOffered)}, ${of.wrong}`,
    mustHold,
  ];
  return [
    row('misspellings, one error', misspellingShares(all, 1), '95%, 98%, 0'),
    row('misspellings, two errors', misspellingShares(all, 2), '74%, 95%, 0'),
    row('chance slips, one', slips.once, '94%, 99%, 0'),
    row('chance slips, two', slips.twice, '70%, 88%, 0'),
    [
      'names',
      `${held.count} real names left out: another drug`,
      `${held.wrong.length} (${((1e4 * held.wrong.length) / held.count).toFixed(2)} in 10,000)`,
      '1 in 10,000',
    ],
  ];
}

function nameTimes(): BenchRow[] {
  const known = readFileSync(join(root, 'content/vocabulary/known-names.tsv'), 'utf8');
  const load = () => buildNameIndex({ records: [], known, confusable: [] });
  const before = memory();
  const { result, ms } = timed(load);
  const held = memory() - before;
  const warm = median(Array.from({ length: 15 }, () => timed(load).ms));
  const list = result.known;
  return [
    [
      'names',
      'known names, in text, gzipped',
      `${list.starts.length}, ${kilobytes(Buffer.byteLength(known))}, ${kilobytes(gzipSync(known).length)}`,
      '',
    ],
    [
      'names',
      'reading them: first, warm, held beside the text',
      `${ms.toFixed(1)} ms, ${warm.toFixed(1)} ms, ${(held / 1e6).toFixed(2)} MB`,
      '',
    ],
    ...[catalog.length, 1000, 10_000].map((size) =>
      lookupTimes(size === catalog.length ? catalog : synthetic(list, size)),
    ),
    [
      'names',
      'look-alikes among 1000 records',
      `${timed(() => lookAlikePairs(synthetic(list, 1000))).ms.toFixed(0)} ms`,
      '',
    ],
  ];
}

function lookupTimes(some: readonly NamedRecord[]): BenchRow {
  const index = indexOf(some);
  const slugs = some.filter((_, at) => at % Math.ceil(some.length / 400) === 0).map(({ slug }) => slug);
  const exact = slugs.map((slug) => twice(() => resolveName(index, slug)));
  const slips = slugs.flatMap((slug) => slipsOf(slug).filter((_, at) => at % 9 === 4));
  const long = ['a'.repeat(200), 'a '.repeat(100), 'warfarin and '.repeat(15), '5 mg '.repeat(40), '%E0'.repeat(66)];
  const [misspelled, longest] = [slips, long].map((queries) =>
    queries.map((query) => twice(() => resolveName(index, query))),
  );
  return [
    'names',
    `a lookup at ${some.length} records: exact, misspelled, 200 characters`,
    `${median(exact).toFixed(3)} ms, ${median(misspelled ?? []).toFixed(2)} ms, ${Math.max(...(longest ?? [])).toFixed(1)} ms at most`,
    '',
  ];
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

// --- answers

async function answerRows(): Promise<BenchRow[]> {
  const told = await toldRecords(run, records);
  const tokens = told.flatMap(({ factTokens }) => factTokens ?? []);
  const pairs = await toldPairs(run, records);
  const long = pairs.filter(({ bytes }) => bytes > 6144);
  const together = await toldTogether(run, fives(records));
  const [item1, item2, ...more] = records.slice(0, 20).map(({ slug }) => slug);
  const twenty: number[] = [];
  for (let at = 0; at < 8; at++) {
    const start = performance.now();
    await run('check_interactions', { item1, item2, more });
    twenty.push(performance.now() - start);
  }
  return [
    [
      'lookup',
      `text of ${told.length} records, at most`,
      `${Math.max(...told.map(({ bytes }) => bytes))} bytes`,
      '6144 bytes',
    ],
    [
      'lookup',
      `facts of ${tokens.length} medications: within 1,500 tokens, at most`,
      `${percent(tokens.filter((one) => one <= 1500).length / tokens.length)}, ${Math.ceil(Math.max(...tokens))} tokens`,
      '95%, 4000 tokens',
    ],
    [
      'pair',
      `text of ${pairs.length} pairs, at most`,
      `${Math.max(...pairs.map(({ textBytes }) => textBytes))} bytes`,
      '6144 bytes',
    ],
    [
      'pair',
      `envelope of ${pairs.length} pairs: over 6 KB, at most`,
      `${long.length}, ${Math.max(...pairs.map(({ bytes }) => bytes))} bytes`,
      '13, 7680 bytes',
    ],
    [
      'many',
      `five items, ${together.length} times, at most`,
      `${Math.ceil(Math.max(...together))} tokens`,
      '2500 tokens',
    ],
    [
      'many',
      '20 items, first and median of seven more',
      `${twenty[0]?.toFixed(0)} ms, ${median(twenty.slice(1)).toFixed(0)} ms`,
      '50 ms',
    ],
    [
      'tools/list',
      'seven tools',
      `${Math.ceil(tokensOf(JSON.stringify({ tools: toolListing() })))} tokens`,
      '4000 tokens',
    ],
  ];
}

/** Ten questions through the official MCP client, to a server in a process of its own. */
async function conversationRows(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'materia-bench-'));
  const server = await startServer(dist, { DATA_DIR: dataDir });
  const { held } = await holdConversations(server.address);
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  return held.map(({ question, calls, tokens, bytes }) => [
    'MCP',
    question,
    `${calls} call${calls > 1 ? 's' : ''}, ${Math.ceil(tokens)} tokens, ${kilobytes(bytes)} in all`,
    '',
  ]);
}

// --- small parts

function timed<T>(work: () => T): { result: T; ms: number } {
  const start = performance.now();
  const result = work();
  return { result, ms: performance.now() - start };
}

/** Milliseconds of the second of two turns. */
function twice(work: () => unknown): number {
  work();
  return timed(work).ms;
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function ninetyNinth(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(0.99 * numbers.length)] ?? 0;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
