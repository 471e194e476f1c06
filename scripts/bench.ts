/** `npm run bench`: its bounds that need no clock are tests, by the same functions (tests/measure). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toolListing } from '../src/api/operations.ts';
import { currentDist } from '../src/build/current-build.ts';
import { root } from '../src/build/options.ts';
import { resolveName } from '../src/names/resolve.ts';
import { searchCatalog } from '../src/search/search-index.ts';
import { counted } from '../src/text/sentences.ts';
import { indexOf, slipsOf } from '../tests/fixtures/names/index.ts';
import { fives, tokensOf, toldPairs, toldRecords, toldTogether } from '../tests/measure/answer-facts.ts';
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
import { heldOut, misspellingShares, misspellings, nameSlips, slipShares } from '../tests/measure/spelled.ts';
import { rxnormShares, typedLines } from '../tests/measure/typed.ts';
import { startServer } from '../tests/support/function-process.ts';
import { ownNameData, ownNames } from '../tests/support/own-catalog.ts';
import { serviceOf } from '../tests/support/service.ts';
import { searchOf } from '../tests/support/shard-files.ts';
import { argumentsOf } from './cli.ts';

argumentsOf({
  purpose: `Measures search, names and answers: how often they are right, and their cost in ms, bytes and tokens. Prints one
table with the bound of each figure. Builds first where dist/ is out of date; takes about a minute.`,
  usage: 'npm run bench',
  example: 'npm run bench',
});

const dist = await currentDist();
const { records, rxnorm = '' } = ownNameData();
const names = ownNames();
const table: string[][] = [['subject', 'what', 'measured', 'bound']];
const add = (subject: string, what: string, measured: string, bound = ''): number =>
  table.push([subject, what, measured, bound]);

measureSearch();
measureNames();
await measureAnswers();
await measureConversations();
const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => (row[at] as string).length)));
const [head = [], ...rows] = table;
for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows])
  console.log(`| ${row.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |`);

function measureSearch(): void {
  const index = searchOf(dist, names);
  const ask: Ask = (query) => searchCatalog(index, names, query);
  const rate = (some: typeof askedQuestions, holds: typeof isFirst): string => percent(shareOf(some, ask, holds));
  const rank = (some: typeof askedQuestions): string => `${rate(some, isFirst)}, ${rate(some, isInThree)}`;
  add('search', `${askedQuestions.length} questions: right first, in first three`, rank(askedQuestions), '90%, 97%');
  for (const [set, some] of Map.groupBy(askedQuestions, (one) => one.set))
    add('search', `  of ${some.length} ${set}`, rank(some));
  const withParts = askedQuestions.filter(({ sections }) => sections.length > 0);
  add('search', `${withParts.length} of them: the part that answers`, rate(withParts, isPartTold), '95%');
  const pairs = askedQuestions.filter(({ pair }) => pair !== '');
  add('search', `${pairs.length} of them: the pair`, rate(pairs, isPairTold), '100%');
  const approved = askedUses.filter((use) => isApprovedFirst(use, { ask, index })).length;
  add('search', `${askedUses.length} uses and classes: approved first`, percent(approved / askedUses.length), '100%');
  const asking = askedQuestions.map((one) => () => ask(one.question));
  add('search', 'a question: median, 99 of 100', times(asking));
}

function measureNames(): void {
  const index = indexOf();
  const all = misspellings(index);
  const slips = slipShares(index);
  for (const [what, some, bound] of [
    ['misspellings, one error', misspellingShares(all, 1), '95%, 98%, 0'],
    ['misspellings, two errors', misspellingShares(all, 2), '74%, 95%, 0'],
    ['chance slips, one', slips.once, '94%, 99%, 0'],
    ['chance slips, two', slips.twice, '70%, 88%, 0'],
  ] as const) {
    const measured = `${percent(some.right)}, ${percent(some.rightOrOffered)}, ${some.wrong}`;
    add('names', `${some.count} ${what}: right, right or offered, wrong`, measured, bound);
  }
  const { generic, highRiskBrands: asked } = nameSlips(names, records);
  const genericShares = `${percent(generic.right)}, ${percent(generic.rightOrOffered)}, ${generic.wrong}`;
  add('names', `${generic.count} slips in generic names: right, right or offered, wrong`, genericShares, '95%, 99%, 0');
  const askedShares = `${percent(asked.rightOrOffered)}, ${asked.byBrand.length}, ${asked.wrong}`;
  const askedBack = 'in brands of high-risk medicines: offered or right, answered by the brand, wrong';
  add('names', `${asked.count} ${askedBack}`, askedShares, '98%, 0, 0');
  const left = heldOut([1, 2, 3]);
  const inTenThousand = ((1e4 * left.wrong.length) / left.count).toFixed(2);
  add('names', `${left.count} real names left out: another drug`, `${inTenThousand} in 10,000`, '1 in 10,000');
  const shares = {
    'lines of labels and portals': [typedLines(names), '98%, 0'],
    'codes of RxNorm by chance': [
      rxnormShares(names, rxnorm, { by: 'code', count: 500, isTaken: () => true }),
      '98%, 0',
    ],
    'product names of RxNorm by chance': [
      rxnormShares(names, rxnorm, { by: 'name', count: 500, isTaken: ({ type }) => type === 'SCD' }),
      '90%, 0',
    ],
  } as const;
  for (const [what, [some, bound]] of Object.entries(shares))
    add(
      'names',
      `${some.count} ${what}: right, right or asked, wrong`,
      `${percent(some.right)}, ${percent(some.rightOrAsked)}, ${some.wrong.length}`,
      bound,
    );
  const known = readFileSync(join(root, 'content/vocabulary/known-names.tsv'), 'utf8');
  add('names', 'known names, gzipped', `${kilobytes(Buffer.byteLength(known))}, ${kilobytes(gzipSync(known).length)}`);
  const slugs = records.map(({ slug }) => slug);
  const misspelled = slugs.flatMap((slug) => slipsOf(slug).filter((_, at) => at % 9 === 4));
  const long = ['a'.repeat(200), 'a '.repeat(100), 'warfarin and '.repeat(15), '5 mg '.repeat(40), '%E0'.repeat(66)];
  for (const [what, some] of Object.entries({ exact: slugs, misspelled, 'of 200 characters': long }))
    add('names', `a name, ${what}: median, 99 of 100`, times(some.map((name) => () => resolveName(names, name))));
}

async function measureAnswers(): Promise<void> {
  const { run } = await serviceOf(dist);
  const told = await toldRecords(run, records);
  const longest = most(told.map(({ bytes }) => bytes));
  add('lookup', `text of ${told.length} records, at most`, `${longest} bytes`, '6144 bytes');
  const tokens = told.flatMap(({ factTokens }) => factTokens ?? []);
  const within = percent(tokens.filter((one) => one <= 1500).length / tokens.length);
  const facts = `facts of ${tokens.length} medications: within 1,500 tokens, at most`;
  add('lookup', facts, `${within}, ${most(tokens)} tokens`, '95%, 4000 tokens');
  const pairs = await toldPairs(run, records);
  const text = most(pairs.map(({ textBytes }) => textBytes));
  add('pair', `text of ${pairs.length} pairs, at most`, `${text} bytes`, '3072 bytes');
  const sizes = pairs.map(({ bytes }) => bytes);
  const long = sizes.filter((bytes) => bytes > 6144).length;
  add('pair', `envelope of ${pairs.length}: over 6 KB, at most`, `${long}, ${most(sizes)} bytes`, '0, 6144 bytes');
  const together = await toldTogether(run, fives(records));
  add('many', `five items, ${together.length} times, at most`, `${most(together)} tokens`, '2500 tokens');
  const listing = tokensOf(JSON.stringify({ tools: toolListing() }));
  add('tools/list', 'all tools', `${Math.ceil(listing)} tokens`, '4000 tokens');
}

async function measureConversations(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'materia-bench-'));
  const server = await startServer(dist, { DATA_DIR: dataDir });
  const { held } = await holdConversations(server.address);
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
  for (const { question, calls, tokens, bytes } of held)
    add('MCP', question, `${counted(calls, 'call')}, ${Math.ceil(tokens)} tokens, ${kilobytes(bytes)} in all`);
}

/** Milliseconds of the second run of each: the median, and what 99 of 100 take at most. */
function times(works: readonly (() => unknown)[]): string {
  const taken = works.map((work) => {
    work();
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  taken.sort((a, b) => a - b);
  return [0.5, 0.99].map((share) => `${(taken[Math.floor(share * taken.length)] ?? 0).toFixed(2)} ms`).join(', ');
}

function most(numbers: readonly number[]): number {
  return Math.ceil(Math.max(...numbers));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
