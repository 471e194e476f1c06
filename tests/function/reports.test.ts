import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../src/build/options.ts';
import { openSqlite, type Sqlite } from '../../src/function/node/sqlite.ts';
import { createReports, type Reports } from '../../src/function/reports/report-store.ts';
import { schemaSteps } from '../../src/function/reports/schema-steps.ts';
import { all, postJson, testApp } from '../support/function-app.ts';
import { programEnv, runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let dataDir: string;
let sqlite: Sqlite;
let reports: Reports;
beforeEach(() => {
  dataDir = temporaryFolder();
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
      id: expect.stringMatching(/^r-[0-9a-f]{24}$/),
      received_at: '2026-11-21T12:00:00.000Z',
      duplicate: false,
    });
    expect(rows('SELECT report, claim, slug, client, expected_source, notes, times FROM submissions')).toEqual([
      { report: receipt.id, claim: 'A', slug: 's', client: 'c', expected_source: 'e', notes: 'n', times: 1 },
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
    expect(again.received_at).toBe('2026-11-21T12:00:00.000Z');
    if (duplicate) expect(again.id).toBe(first.id);
    expect(await all(reports)).toHaveLength(duplicate ? 1 : 2);
  });

  it('sent many times at once is stored once, and counted', async () => {
    const receipts = await Promise.all(Array.from({ length: 50 }, () => reports.add({ claim: 'A' }, at('2026-11-21'))));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(receipts.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect((await all(reports))[0]?.times).toBe(50);
  });

  it('with other evidence is a second voice: nothing of it is lost to whoever said the same first', async () => {
    const first = await reports.add({ claim: 'The maximum dose is wrong', slug: 'metformin' }, at('2026-11-20'));
    const evidence = { client: 'clinic', expected_source: 'DailyMed', notes: 'Section 2.1 says 2550 mg.' };
    const receipt = await reports.add(
      { claim: 'the maximum DOSE is wrong', slug: 'metformin', ...evidence },
      at('2026-11-21'),
    );
    expect(receipt).toEqual({ id: first.id, received_at: '2026-11-21T12:00:00.000Z', duplicate: true });
    const found = await reports.find(first.id);
    expect(found).toMatchObject({ times: 2, status: 'received' });
    expect(found?.submissions).toEqual([
      expect.objectContaining({
        claim: 'The maximum dose is wrong',
        notes: null,
        received_at: '2026-11-20T12:00:00.000Z',
      }),
      expect.objectContaining({ claim: 'the maximum DOSE is wrong', ...evidence }),
    ]);
  });

  it('that is resolved waits again once somebody says it again, whatever the clock does', async () => {
    const { id } = await reports.add({ claim: 'A' }, at('2026-11-21'));
    await reports.resolve(id, 'It was right.', new Date('2030-01-01'));
    expect(await all(reports, 'received')).toEqual([]);
    for (const [again, day] of [
      [{ claim: 'A' }, '2020-01-01'],
      [{ claim: 'A', notes: 'It is back.' }, '2026-11-22'],
    ] as const) {
      expect(await reports.add(again, at(day))).toMatchObject({ id, duplicate: true });
      const [waiting] = await all(reports, 'received');
      expect(waiting).toMatchObject({ id, status: 'received' });
      expect(waiting?.resolutions[0]).toMatchObject({ resolution: 'It was right.' });
      await reports.resolve(id, 'Once more.', new Date('2026-11-23'));
      expect((await reports.find(id))?.status).toBe('resolved');
    }
  });

  it('is refused when the day is full for all senders, but for trusted ones and for what was counted before', async () => {
    const small = createReports(sqlite.query, { daily: 3 });
    for (const claim of ['A', 'B', 'C']) await small.add({ claim }, at('2026-11-21'));
    await expect(small.add({ claim: 'D' }, at('2026-11-21'))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await small.add({ claim: 'A' }, at('2026-11-21'))).toMatchObject({ duplicate: true });
    for (const claim of ['E', 'F', 'G']) await small.add({ claim }, { ...at('2026-11-21'), isTrusted: true });
    const late = small.add({ claim: 'H' }, { ...at('2026-11-21'), isTrusted: true });
    await expect(late).rejects.toMatchObject({ code: 'rate_limited' });
    await small.add({ claim: 'D' }, at('2026-11-22'));
    expect((await all(small)).map(({ claim }) => claim)).toEqual(['A', 'B', 'C', 'E', 'F', 'G', 'D']);
  });

  it('is text, whatever it holds', async () => {
    const claim = `'); DROP TABLE submissions; -- <script>\u202e\u001b[31m${'🧪'.repeat(1000)}`;
    await reports.add({ claim }, at('2026-11-21'));
    expect((await all(reports))[0]?.claim).toBe(claim);
  });

  it('survives another opening', async () => {
    await reports.add({ claim: 'A' }, at('2026-11-21'));
    await sqlite.close();
    sqlite = openSqlite({ dataDir });
    expect(await all(createReports(sqlite.query))).toHaveLength(1);
  });
});

describe('whatever is acknowledged', () => {
  /** What an editor and the world may do to a store, in any order. */
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('submit' as const), claim: fc.nat(4), notes: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('resolve' as const), claim: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), claim: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('open anew' as const) }) },
  );

  it('can be read by the editor, through any sequence of what happens to a store', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const folder = temporaryFolder();
        let store = openSqlite({ dataDir: folder });
        const desk = () => createReports(store.query);
        /** By claim: notes that were acknowledged with their counts, and whether it waits. */
        const model = new Map<string, { notes: Map<string, number>; waits: boolean }>();
        const ids = new Map<string, string>();
        let day = 0;
        try {
          for (const one of steps) {
            day += 1;
            const now = new Date(Date.UTC(2026, 0, 1 + day));
            const claim = 'claim' in one ? `claim ${one.claim}` : '';
            if (one.do === 'submit') {
              const notes = `notes ${one.notes}`;
              const { id } = await desk().add({ claim, notes }, { receivedAt: now.toISOString() });
              ids.set(claim, id);
              const known = model.get(claim)?.notes ?? new Map<string, number>();
              model.set(claim, { notes: known.set(notes, (known.get(notes) ?? 0) + 1), waits: true });
            } else if (one.do === 'resolve') {
              const known = model.get(claim);
              expect((await desk().resolve(ids.get(claim) ?? 'r-none', 'Seen.', now)) !== undefined).toBe(
                Boolean(known),
              );
              if (known) known.waits = false;
            } else if (one.do === 'delete') {
              expect(await desk().delete(ids.get(claim) ?? 'r-none')).toBe(model.delete(claim));
            } else if (one.do === 'purge') {
              const gone = [...model].filter(([, { waits }]) => !waits).map(([name]) => name);
              expect(await desk().purge(new Date(now.getTime() + 1), { waiting: false })).toBe(gone.length);
              for (const name of gone) model.delete(name);
            } else {
              await store.close();
              store = openSqlite({ dataDir: folder });
            }
            const seen = (await all(desk())).map(({ claim: name, status, submissions }) => [
              name,
              status === 'received',
              Object.fromEntries(submissions.map(({ notes, times }) => [notes, times])),
            ]);
            const expected = [...model].map(([name, { notes, waits }]) => [name, waits, Object.fromEntries(notes)]);
            expect(seen.toSorted()).toEqual(expected.toSorted());
          }
        } finally {
          await store.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});

/** As 0.1.0 made it: with digests of senders, and the keys to them beside. */
const FIRST_RELEASE = `
  CREATE TABLE reports (id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, claim TEXT NOT NULL, slug TEXT, client TEXT,
    expected_source TEXT, notes TEXT, received_at TEXT NOT NULL, times INTEGER NOT NULL DEFAULT 1, sender TEXT,
    status TEXT NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'resolved')), resolved_at TEXT, resolution TEXT) STRICT;
  CREATE INDEX reports_with_sender ON reports (received_at) WHERE sender IS NOT NULL;
  CREATE TABLE sender_keys (created_at TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;
  CREATE TABLE health (one INTEGER PRIMARY KEY CHECK (one = 1), checked_at TEXT NOT NULL) STRICT;`;
const SENDER = 'c0ffee'.repeat(10);
const KEY = 'deadbeef'.repeat(8);

describe('the store of an earlier release', () => {
  const claim = 'The dose is 5 mg';
  const digest = createHash('sha256')
    .update(JSON.stringify(['the dose is 5 mg', 'x']))
    .digest('hex');
  const file = () => join(dataDir, 'reports.sqlite');
  const make = (sql: string) => {
    const old = new DatabaseSync(file());
    old.exec('PRAGMA journal_mode = WAL');
    old.exec(sql);
    old.exec(`INSERT INTO reports (id, digest, claim, slug, notes, received_at, times, status, resolved_at, resolution) VALUES
      ('r-${digest.slice(0, 16)}', '${digest}', '${claim}', 'x', 'n', '2026-01-01T00:00:00.000Z', 3, 'resolved', '2026-01-02T00:00:00.000Z', 'Right.'),
      ('r-other', 'other', 'B', NULL, NULL, '2026-01-03T00:00:00.000Z', 1, 'received', NULL, NULL)`);
    return old;
  };
  const everyByte = () =>
    readdirSync(dataDir)
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join('');

  it.each([
    ['with senders', FIRST_RELEASE],
    ['without', (schemaSteps[0] ?? []).join(';')],
    ['of step 1', `${(schemaSteps[0] ?? []).join(';')}; PRAGMA user_version = 1`],
  ])('%s is taken over whole', async (_, sql) => {
    make(sql).close();
    const [first, second] = await all(reports);
    expect(first).toMatchObject({ id: `r-${digest.slice(0, 16)}`, claim, times: 3, status: 'resolved', slug: 'x' });
    expect(first?.resolutions).toEqual([{ resolution: 'Right.', resolved_at: '2026-01-02T00:00:00.000Z' }]);
    expect(second).toMatchObject({ id: 'r-other', status: 'received' });
    expect(rows('PRAGMA user_version')).toEqual([{ user_version: schemaSteps.length }]);
    // Its id holds for whoever sends the claim again, and it waits again.
    expect(await reports.add({ claim, slug: 'x' }, at('2026-11-21'))).toMatchObject({ id: first?.id, duplicate: true });
    expect((await reports.find(first?.id as string))?.status).toBe('received');
  });

  it('keeps nothing that leads to a sender, in no byte of its folder', async () => {
    const old = make(FIRST_RELEASE);
    old.exec(`UPDATE reports SET sender = '${SENDER}'; INSERT INTO sender_keys VALUES ('2026-01-01', '${KEY}')`);
    expect(everyByte()).toContain(KEY);
    old.close();
    await all(reports);
    expect(everyByte()).toContain(claim);
    expect(everyByte()).not.toMatch(new RegExp(`${KEY}|${SENDER}|sender`));
  });

  it('that is of a later release is refused with a sentence, and left as it is', async () => {
    const later = new DatabaseSync(file());
    later.exec('CREATE TABLE wonders (a); PRAGMA user_version = 99');
    later.close();
    const before = readFileSync(file());
    await expect(reports.add({ claim: 'A' }, at('2026-11-21'))).rejects.toThrow('of version 99, this program knows 2');
    await sqlite.close();
    expect(readFileSync(file()).subarray(100)).toEqual(before.subarray(100));
  });
});

describe('the files of the store', () => {
  it('are for the account of the service alone, and hold no address', async () => {
    const folder = join(dataDir, 'new');
    const store = openSqlite({ dataDir: folder });
    const app = await testApp({
      reports: createReports(store.query),
      engine: { client: () => ({ address: '203.0.113.77', key: '203.0.113.77' }) },
    });
    const sent = await app.ask(
      '/v1/report-hallucination',
      postJson({ claim: 'A' }, { 'x-forwarded-for': '203.0.113.78' }),
    );
    expect(sent.status).toBe(200);
    const names = readdirSync(folder);
    expect(names).toContain('reports.sqlite-wal');
    for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const bytes = names.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    // As text, as bytes, or as a digest that a list of all addresses could be held against.
    for (const trace of ['203.0.113', Buffer.from([203, 0, 113, 77]).toString('latin1'), ...digestsOf('203.0.113.77')])
      expect(bytes).not.toContain(trace);
    await store.close();
  });

  it('that were open to all are closed', async () => {
    writeFileSync(join(dataDir, 'reports.sqlite'), '', { mode: 0o644 });
    await reports.add({ claim: 'A' }, at('2026-11-21'));
    expect(statSync(join(dataDir, 'reports.sqlite')).mode & 0o777).toBe(0o600);
  });

  const digestsOf = (text: string): string[] =>
    ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(text).digest('hex'));
});

describe('npm run reports', () => {
  const desk = (...args: string[]) => {
    const contentDir = join(dataDir, 'content');
    return { ...runScript('reports', args, { env: { DATA_DIR: dataDir, CONTENT_DIR: contentDir } }), contentDir };
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
    expect(exported.map(({ claim, status, resolutions }) => [claim, status, resolutions[0]?.resolution])).toEqual([
      ['A', 'resolved', 'It was right.'],
      ['B', 'received', undefined],
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
    expect(desk('list').stderr).toContain(`there is no ${join(dataDir, 'reports.sqlite')}`);
    expect(existsSync(join(dataDir, 'reports.sqlite'))).toBe(false);
  });

  it('deletes and purges, so that no trace stays and a full store takes reports again', async () => {
    const { id } = await reports.add({ claim: 'A very private sentence' }, at('2026-01-01'));
    await reports.add({ claim: 'Another old one' }, at('2026-01-01'));
    const { id: old } = await reports.add({ claim: 'An answered one' }, at('2026-01-01'));
    await reports.resolve(old, 'Seen.', new Date('2026-01-02'));
    expect(desk('delete', id).stdout).toContain(`${id} is deleted.`);
    expect(desk('delete', id).status).toBe(1);
    expect(desk('purge', '--older', 'x').status).toBe(1);
    expect(desk('purge', '--older', '30').stdout).toContain('1 report is deleted.');
    expect((await all(reports)).map(({ claim }) => claim)).toEqual(['Another old one']);
    expect(desk('purge', '--older', '30', '--waiting').stdout).toContain('1 report is deleted.');
    const bytes = readdirSync(dataDir)
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join('');
    expect(bytes).not.toMatch(/private sentence|answered one/);
  });

  it('backs up what stands in the log alone, and the copy is a store like the first', async () => {
    await reports.add({ claim: 'A', notes: 'n' }, at('2026-11-21'));
    await reports.add({ claim: 'B' }, at('2026-11-22'));
    const copy = join(dataDir, 'copy.sqlite');
    expect(desk('backup', copy).stdout).toContain('2 reports in');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(desk('backup', copy)).toMatchObject({ status: 1, stderr: expect.stringContaining('is there already') });
    const restored = temporaryFolder();
    copyFileSync(copy, join(restored, 'reports.sqlite'));
    const store = openSqlite({ dataDir: restored });
    expect(await all(createReports(store.query))).toEqual(await all(reports));
    await store.close();
  });

  it('asks no database by mistake: a placeholder in wrangler.jsonc is an error', () => {
    const { status, stdout, stderr } = desk('list', '--workers');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('database_id of materia-reports is a placeholder');
  });

  it('reads and exports four thousand reports, more than its memory could hold, a page at a time', async () => {
    await reports.add({ claim: 'claim 0' }, at('2026-11-21'));
    const store = new DatabaseSync(join(dataDir, 'reports.sqlite'));
    store.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
      INSERT INTO submissions (report, claim_digest, digest, claim, notes, received_at, last_received_at)
      SELECT 'r-' || i, 'c' || i, 'd' || i, 'claim ' || i, printf('%.10000c', 'x'), '2026-11-21', '2026-11-21' FROM n`);
    store.close();
    let longest = 0;
    const query: typeof sqlite.query = async (sql, ...values) => {
      const page = await sqlite.query(sql, ...values);
      longest = Math.max(longest, page.length);
      return page;
    };
    const claims: string[] = [];
    for await (const { claim } of createReports(query).list()) claims.push(claim);
    expect(claims).toEqual(Array.from({ length: 4_000 }, (_, at) => `claim ${at}`));
    expect(longest).toBeLessThanOrEqual(200);
    // 40 MB of reports through a heap of 24 MB.
    const linesOf = async (command: string): Promise<[status: unknown, lines: number]> => {
      const reading = spawn(process.execPath, ['--max-old-space-size=24', join(root, 'scripts/reports.ts'), command], {
        env: { ...programEnv(), DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      // An editor who pages through it takes a while: what is not taken yet is not made yet.
      await wait(2000);
      let count = 0;
      reading.stdout.on('data', (data: Buffer) => (count += data.toString('latin1').split('\n').length - 1));
      return [await new Promise((done) => reading.on('close', done)), count];
    };
    expect(await Promise.all(['list', 'export'].map(linesOf))).toEqual([
      [0, 4_001],
      [0, 4_000],
    ]);
  }, 180_000);
});
