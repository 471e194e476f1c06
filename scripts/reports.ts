/**
 * `npm run reports -- list | show <id> | resolve <id> --note <text> | export`: the editor's desk.
 * `--workers` reads the D1 database of wrangler.jsonc instead of DATA_DIR.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadOptions, root } from '../src/build/options.ts';
import { settingsOf } from '../src/function/node/settings.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports, type Query, type Reports, type StoredReport } from '../src/function/reports/report-store.ts';
import { type D1, openD1 } from '../src/function/workers/d1.ts';
import { printable, printableJson } from '../src/text/invisible.ts';
import { argumentsOf } from './cli.ts';

const usage = `Usage: npm run reports -- <command>
  list [--all]                       reports that wait for an answer, or all
  show <id>                          everything about one report
  resolve <id> --note <text>         close it, with what was found
    [--change <text>]                ... and publish it under content/corrections/, with what was changed
    [--kind <kind>] [--claim <text>] the record's kind; the claim in other words, if it holds personal data
  export                             every report as one JSON object a line
Add --workers to work on the D1 database of wrangler.jsonc instead of DATA_DIR.`;

const { positionals, values } = argumentsOf({
  usage,
  most: 2,
  options: {
    all: { type: 'boolean' },
    workers: { type: 'boolean' },
    note: { type: 'string' },
    change: { type: 'string' },
    claim: { type: 'string' },
    kind: { type: 'string' },
  },
});
const [command = '', id = ''] = positionals;

const commands: Readonly<Record<string, (reports: Reports) => Promise<string>>> = {
  list: async (reports) => listing(await reports.list(values.all ? undefined : 'received')),
  show: async (reports) => details(await found(reports.find(id))),
  resolve: resolveReport,
  export: async (reports) => (await reports.list()).map(printableJson).join('\n'),
};

const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (run === undefined) {
  console.error(usage);
  process.exit(2);
}
const { query, close } = values.workers ? await openWorkers() : openNode();
try {
  console.log(await run(createReports(query)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
}

interface Opened {
  query: Query;
  close(): Promise<void>;
}

function openNode(): Opened {
  const { dataDir } = settingsOf(process.env);
  // A look at the wrong directory must not make an empty database there.
  if (!existsSync(join(dataDir, 'reports.sqlite'))) return { query: async () => [], close: async () => {} };
  return openSqlite({ dataDir });
}

async function openWorkers(): Promise<Opened> {
  const { getPlatformProxy } = await import('wrangler');
  const { env, dispose } = await getPlatformProxy<{ REPORTS: D1 }>({ configPath: join(root, 'wrangler.jsonc') });
  const schema = readFileSync(join(root, 'src/function/reports/schema.sql'), 'utf8');
  return { query: openD1(env.REPORTS, schema), close: dispose };
}

async function resolveReport(reports: Reports): Promise<string> {
  const { note } = values;
  if (!note) throw new Error('Say what was found: resolve <id> --note "...".');
  const report = await found(reports.resolve(id, note, new Date()));
  if (!values.change) return `${report.id} is resolved.`;
  return `${report.id} is resolved and stands in ${writeCorrection(report, note, values.change)}.`;
}

/** An entry that /corrections shows from the next build on. */
function writeCorrection(report: StoredReport, finding: string, change: string): string {
  const date = new Date().toISOString().slice(0, 10);
  const directory = join(loadOptions().contentDir, 'corrections');
  const path = join(directory, `${date}-${report.id}.yaml`);
  const { kind, claim = report.claim } = values;
  const entry = {
    id: report.id,
    date,
    ...(kind && { kind }),
    ...(report.slug && { slug: report.slug }),
    claim,
    finding,
    change,
  };
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, stringify(entry, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 }));
  return path;
}

async function found(report: Promise<StoredReport | undefined>): Promise<StoredReport> {
  const one = await report;
  if (one === undefined)
    throw new Error(id ? `There is no report ${printable(id)}.` : 'Name a report by its id; `list` shows them.');
  return one;
}

function listing(reports: readonly StoredReport[]): string {
  if (reports.length === 0) return values.all ? 'There is no report.' : 'No report waits for an answer.';
  const line = ({ id, received_at, status, times, slug, claim }: StoredReport) =>
    [id, received_at.slice(0, 16), status, times > 1 ? `${times}x` : '', slug ?? '', shorten(claim)]
      .map(printable)
      .join('  ');
  return [...reports.map(line), `${reports.length} ${reports.length === 1 ? 'report' : 'reports'}`].join('\n');
}

function details(report: StoredReport): string {
  const stated = Object.entries(report).filter(([, value]) => value !== null);
  return stated.map(([name, value]) => `${name}: ${printable(String(value))}`).join('\n');
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
