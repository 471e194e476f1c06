import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { loadOptions, root } from '../src/build/options.ts';
import { settingsOf } from '../src/function/node/settings.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports, type Query, type Reports, type StoredReport } from '../src/function/reports/report-store.ts';
import { type D1, deskConfig, openD1 } from '../src/function/workers/d1.ts';
import { printable, printableJson } from '../src/text/invisible.ts';
import { argumentsOf } from './cli.ts';

const { positionals, values, refuse } = argumentsOf({
  purpose: 'Reads and answers the reports of wrong claims, in the store of DATA_DIR or in the D1 database of Workers.',
  usage: 'npm run reports -- <command> [<option>...]',
  options: {
    all: { type: 'boolean', help: 'list: also those that are resolved' },
    note: { type: 'string', takes: 'text', help: 'resolve: what was found' },
    change: { type: 'string', takes: 'text', help: 'resolve: what was changed; writes a file to content/corrections' },
    kind: { type: 'string', takes: 'kind', help: 'resolve: kind of the record in that file' },
    claim: { type: 'string', takes: 'text', help: 'resolve: the claim in that file, where it holds personal data' },
    older: {
      type: 'string',
      takes: 'days',
      help: 'purge: least age of what is deleted, in days since it was resolved',
    },
    waiting: { type: 'boolean', help: 'purge: also what is not resolved' },
    workers: { type: 'boolean', help: 'use the deployed D1 database of wrangler.jsonc in place of DATA_DIR' },
    local: { type: 'boolean', help: 'with --workers: the database of `npm run start:workers`' },
    config: { type: 'string', takes: 'file', help: 'another wrangler.jsonc' },
  },
  notes: `Commands:
  list                        reports that wait for an answer
  show <id>                   everything about one report, with everybody who sent it
  resolve <id> --note <text>  close it; sent once more, it waits again
  delete <id>                 delete it from the store
  purge --older <days>        delete what was resolved that long ago
  export                      every report as one JSON object a line
  backup <file>               copy the store to a new file, while the service runs
The database that is used is named on standard error.`,
  example: 'npm run reports -- resolve r-1a2b --note "The dose was wrong." --change "The dose is 5 mg."',
  most: 2,
});
const [command = '', id = ''] = positionals;

interface Opened {
  readonly query: Query;
  readonly name: string;
  /** Of SQLite alone. */
  readonly sqliteFile?: string;
  close(): Promise<unknown>;
}

/** A command prints lines as it goes: a store may hold more than fits into one text. */
type DeskCommand = (reports: Reports, opened: Opened) => AsyncIterable<string> | Promise<string>;

const commands: Readonly<Record<string, DeskCommand>> = {
  list: listing,
  show: async (reports) => details(await found(reports.find(id))),
  resolve: resolveReport,
  delete: deleteReport,
  purge: purgeReports,
  export: exported,
  backup: (_, opened) => backup(opened),
};

const run: DeskCommand =
  (Object.hasOwn(commands, command) && commands[command]) ||
  refuse(command === '' ? 'A command is missing.' : `"${command}" is no command.`);
let opened: Opened | undefined;
try {
  opened = values.workers ? await openWorkers(values.local === true) : openNode();
  console.error(`Database: ${opened.name}`);
  const output = run(createReports(opened.query), opened);
  if (output instanceof Promise) console.log(await output);
  else await print(output);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened?.close();
}

/** No faster than whoever reads takes it; one that has read enough (`| head`) ends it. */
async function print(lines: AsyncIterable<string>): Promise<void> {
  const ended = async function* (all: AsyncIterable<string>) {
    for await (const line of all) yield `${line}\n`;
  };
  try {
    await pipeline(lines, ended, process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function openNode(): Opened {
  const { dataDir } = settingsOf(process.env);
  const file = join(dataDir, 'reports.sqlite');
  // A look at the wrong directory must not make an empty database there.
  if (!existsSync(file)) {
    return { query: async () => [], name: `none: there is no ${file}`, close: async () => {} };
  }
  return { ...openSqlite({ dataDir, deadlineMs: 60_000 }), name: file, sqliteFile: file };
}

/** The deployed database through wrangler, which asks Cloudflare for it; or the one that start:workers keeps here. */
async function openWorkers(isLocal: boolean): Promise<Opened> {
  const { getPlatformProxy, unstable_readConfig: readConfig } = await import('wrangler');
  const config = values.config === undefined ? join(root, 'wrangler.jsonc') : resolve(values.config);
  const database = readConfig({ config }).d1_databases.find((one: { binding: string }) => one.binding === 'REPORTS');
  if (database === undefined) throw new Error(`${config} binds no database as REPORTS.`);
  if (isLocal) {
    const { env, dispose } = await getPlatformProxy<{ REPORTS: D1 }>({ configPath: config, remoteBindings: false });
    return {
      query: openD1(env.REPORTS),
      name: `${database.database_name}, the local one of start:workers`,
      close: dispose,
    };
  }
  const desk = deskConfig(database, config);
  const name = `${database.database_name} (${database.database_id}) at Cloudflare`;
  const folder = mkdtempSync(join(tmpdir(), 'materia-desk-'));
  const tidy = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(desk));
  try {
    const { env, dispose } = await getPlatformProxy<{ REPORTS: D1 }>({
      configPath: join(folder, 'wrangler.json'),
      persist: false,
    });
    return {
      query: openD1(env.REPORTS),
      name,
      close: () => dispose().finally(tidy),
    };
  } catch (error) {
    tidy();
    throw new Error(`${name} cannot be reached: ${(error as Error).message}`);
  }
}

async function deleteReport(reports: Reports, { sqliteFile, query }: Opened): Promise<string> {
  if (!(await reports.delete(id))) return found(Promise.resolve(undefined)).then(String);
  if (sqliteFile) await emptyLog(query);
  return `${id} is deleted.`;
}

async function purgeReports(reports: Reports, { sqliteFile, query }: Opened): Promise<string> {
  const days = Number(values.older);
  if (!/^\d{1,5}$/.test(values.older ?? '')) throw new Error('Say how old, in days: purge --older 365.');
  const count = await reports.purge(new Date(Date.now() - days * 86_400_000), { waiting: values.waiting === true });
  if (sqliteFile) await emptyLog(query);
  return `${count} ${count === 1 ? 'report is' : 'reports are'} deleted.`;
}

/** What was deleted is overwritten in the file; its write-ahead log is emptied as well. */
async function emptyLog(query: Query): Promise<void> {
  await query('PRAGMA wal_checkpoint(TRUNCATE)');
}

async function* exported(reports: Reports): AsyncGenerator<string> {
  for await (const report of reports.list()) yield printableJson(report);
}

async function backup({ query, sqliteFile, name }: Opened): Promise<string> {
  if (sqliteFile === undefined) {
    throw new Error(
      values.workers ? 'Use `npx wrangler d1 export materia-reports --remote --output <file>`.' : `Database: ${name}`,
    );
  }
  if (!id) throw new Error('Name the file to write: backup <file>.');
  const file = resolve(id);
  if (existsSync(file)) throw new Error(`${file} is there already; a backup overwrites nothing.`);
  writeFileSync(file, '', { mode: 0o600 });
  try {
    await query('VACUUM INTO ?', file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const [check] = copy.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    if (check?.integrity_check !== 'ok') throw new Error(`${file} is damaged: ${check?.integrity_check}`);
    const { count } = copy.prepare('SELECT COUNT(DISTINCT report) AS count FROM submissions').get() as {
      count: number;
    };
    return `${count} ${count === 1 ? 'report' : 'reports'} in ${file}. To restore: stop the service, put it in the place of reports.sqlite, remove reports.sqlite-wal and -shm, start.`;
  } finally {
    copy.close();
  }
}

async function resolveReport(reports: Reports): Promise<string> {
  const { note } = values;
  if (!note) throw new Error('Say what was found: resolve <id> --note "...".');
  const report = await found(reports.resolve(id, note, new Date()));
  if (!values.change) return `${report.id} is resolved.`;
  return `${report.id} is resolved and stands in ${writeCorrection(report, note, values.change)}.`;
}

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

async function* listing(reports: Reports): AsyncGenerator<string> {
  let count = 0;
  for await (const { id, received_at, status, times, slug, claim } of reports.list(
    values.all ? undefined : 'received',
  )) {
    count += 1;
    yield [id, received_at.slice(0, 16), status, times > 1 ? `${times}x` : '', slug ?? '', shorten(claim)]
      .map(printable)
      .join('  ');
  }
  if (count === 0) yield values.all ? 'There is no report.' : 'No report waits for an answer.';
  else yield `${count} ${count === 1 ? 'report' : 'reports'}`;
}

function details({ submissions, resolutions, ...report }: StoredReport): string {
  return [
    ...fields(report),
    ...submissions.flatMap((one, at) => ['', `submission ${at + 1} of ${submissions.length}`, ...fields(one)]),
    ...resolutions.flatMap((one) => ['', 'resolution', ...fields(one)]),
  ].join('\n');
}

function fields(of: object): string[] {
  return Object.entries(of)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${printable(String(value))}`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
