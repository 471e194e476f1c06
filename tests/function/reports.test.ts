import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/build/options.ts';
import { openSqlite, type Sqlite } from '../../src/function/node/sqlite.ts';
import { createReports, type Reports } from '../../src/function/reports/report-store.ts';

let dataDir: string;
let sqlite: Sqlite;
let reports: Reports;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'materia-data-'));
  sqlite = openSqlite({ dataDir });
  reports = createReports(sqlite.query);
});
afterEach(() => sqlite.close());

const at = (day: string) => ({ receivedAt: `${day}T12:00:00.000Z` });
const rows = (sql: string) => {
  const database = new DatabaseSync(join(dataDir, 'reports.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

describe('a report', () => {
  it('is on the disk when it is acknowledged', async () => {
    const receipt = await reports.add(
      { claim: 'A', slug: 's', client: 'c', expected_source: 'e', notes: 'n' },
      at('2026-11-21'),
    );
    expect(receipt).toEqual({
      id: expect.stringMatching(/^r-[0-9a-f]{16}$/),
      received_at: '2026-11-21T12:00:00.000Z',
      duplicate: false,
    });
    expect(rows('SELECT id, claim, slug, client, expected_source, notes, times FROM reports')).toEqual([
      { id: receipt.id, claim: 'A', slug: 's', client: 'c', expected_source: 'e', notes: 'n', times: 1 },
    ]);
  });

  it.each([
    ['the same', { claim: 'The dose is 5 mg', slug: 'x' }, true],
    ['in other letters', { claim: 'THE  dose is\n5 mg ', slug: ' X' }, true],
    ['in wide letters', { claim: 'Ｔhe dose is 5 mg', slug: 'x' }, true],
    ['with other notes', { claim: 'The dose is 5 mg', slug: 'x', notes: 'again' }, true],
    ['of another record', { claim: 'The dose is 5 mg', slug: 'y' }, false],
    ['of no record', { claim: 'The dose is 5 mg' }, false],
    ['another figure', { claim: 'The dose is 50 mg', slug: 'x' }, false],
  ])('%s is one claim with the first: %#', async (_, second, duplicate) => {
    const first = await reports.add({ claim: 'The dose is 5 mg', slug: 'x' }, at('2026-11-20'));
    const again = await reports.add(second, at('2026-11-21'));
    expect(again.duplicate).toBe(duplicate);
    if (duplicate) expect(again).toEqual({ ...first, duplicate: true });
    expect(await reports.list()).toHaveLength(duplicate ? 1 : 2);
  });

  it('sent many times at once is stored once, and counted', async () => {
    const receipts = await Promise.all(Array.from({ length: 50 }, () => reports.add({ claim: 'A' }, at('2026-11-21'))));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(receipts.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect((await reports.list())[0]?.times).toBe(50);
  });

  it('keeps its first receipt when the clock goes back', async () => {
    const first = await reports.add({ claim: 'A' }, at('2026-11-21'));
    expect(await reports.add({ claim: 'A' }, at('2020-01-01'))).toEqual({ ...first, duplicate: true });
  });

  it('is text, whatever it holds', async () => {
    const claim = `'); DROP TABLE reports; -- <script>\u202e\u001b[31m${'🧪'.repeat(1000)}`;
    await reports.add({ claim }, at('2026-11-21'));
    expect((await reports.list())[0]?.claim).toBe(claim);
  });

  it('survives another opening', async () => {
    await reports.add({ claim: 'A' }, at('2026-11-21'));
    await sqlite.close();
    sqlite = openSqlite({ dataDir });
    expect(await createReports(sqlite.query).list()).toHaveLength(1);
  });
});

describe('npm run reports', () => {
  const desk = (...args: string[]) => {
    const contentDir = join(dataDir, 'content');
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/reports.ts'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, CONTENT_DIR: contentDir },
    });
    return { status, stdout, stderr, contentDir };
  };

  it('lists what waits, in a way that no claim can play with the terminal', async () => {
    await reports.add(
      { claim: 'red \u001b[31m, reversed \u202e, ringing \u0007\nnext line', slug: 'x' },
      at('2026-11-21'),
    );
    const { status, stdout } = desk('list');
    expect(status).toBe(0);
    expect(stdout).toContain('red \\u{1b}[31m, reversed \\u{202e}, ringing \\u{7}\\u{a}next line');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('shows, resolves and exports', async () => {
    const { id } = await reports.add({ claim: 'A', slug: 'x', notes: 'seen in a chat' }, at('2026-11-21'));
    await reports.add({ claim: 'B' }, at('2026-11-22'));
    expect(desk('show', id).stdout).toContain('notes: seen in a chat');
    expect(desk('resolve', id, '--note', 'It was right.').stdout).toContain('is resolved');
    expect(desk('list').stdout).not.toContain(id);
    expect(desk('list', '--all').stdout).toContain(id);
    const exported = desk('export')
      .stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported.map(({ claim, status, resolution }) => [claim, status, resolution])).toEqual([
      ['A', 'resolved', 'It was right.'],
      ['B', 'received', null],
    ]);
  });

  it('publishes a correction that the catalog can read', async () => {
    const { id } = await reports.add({ claim: 'The dose: "5 mg" # not', slug: 'testamine' }, at('2026-11-21'));
    const { stdout, contentDir } = desk(
      'resolve',
      id,
      '--note',
      'The label says 10 mg.',
      '--change',
      'The dose was corrected.',
      '--kind',
      'medication',
    );
    const [file = ''] = readdirSync(join(contentDir, 'corrections'));
    expect(stdout).toContain(file);
    expect(file).toMatch(new RegExp(`^\\d{4}-\\d{2}-\\d{2}-${id}\\.yaml$`));
    expect(parse(readFileSync(join(contentDir, 'corrections', file), 'utf8'))).toEqual({
      id,
      date: file.slice(0, 10),
      kind: 'medication',
      slug: 'testamine',
      claim: 'The dose: "5 mg" # not',
      finding: 'The label says 10 mg.',
      change: 'The dose was corrected.',
    });
  });

  it.each([
    [['show', 'r-nothing'], 1, 'There is no report r-nothing.'],
    [['resolve', 'r-nothing', '--note', 'x'], 1, 'There is no report r-nothing.'],
    [['resolve', 'r-nothing'], 1, 'Say what was found'],
    [['__proto__'], 2, 'Usage'],
    [[], 2, 'Usage'],
  ])('%s ends with %i: %s', (args, status, message) => {
    const result = desk(...args);
    expect([result.status, result.stderr]).toEqual([status, expect.stringContaining(message)]);
  });

  it('makes no database where there is none', () => {
    expect(desk('list').stdout).toContain('No report waits');
    expect(existsSync(join(dataDir, 'reports.sqlite'))).toBe(false);
  });
});
