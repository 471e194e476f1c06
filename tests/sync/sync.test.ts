import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crawlDelay, planSync, readManifest } from '../../scripts/sync/plan.ts';
import { type SyncOptions, sync } from '../../scripts/sync/sync.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { manifest } from '../../src/publish/manifest.ts';
import { editionOf, medication, peptide, type SmallCatalog } from '../support/small-catalog.ts';
import { type SyncSite, startSite } from '../support/sync-site.ts';

const root = join(import.meta.dirname, '../..');
const drug = (at: number, dose = '5 mg') => medication(`Drugamine${at}`, { doses: [dose] });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`medication/m${at}`, drug(at)]));
const records: SmallCatalog['records'] = { ...many(24), 'peptide/p': peptide('p', { name: 'Ptide' }) };
const first = editionOf({ records }, { today: '2026-11-01' });
const later = (next: Record<string, Record<string, unknown>>): Edition =>
  editionOf({ records: next, ledger: first.catalog.ledger }, { today: '2026-11-21' });

let site: SyncSite;
let folder: string;
beforeEach(async () => {
  site = await startSite(first);
  folder = mkdtempSync(join(tmpdir(), 'materia-cache-'));
});
afterEach(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (more: Partial<SyncOptions> = {}) => sync({ site: site.address, folder, wait: async () => {}, ...more });

/** The folder holds exactly the companions of an edition. */
function expectInLine(edition: Edition): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(names.toSorted()).toEqual([...edition.companions.keys()].map((ref) => `${ref}.md`).toSorted());
  for (const [ref, { body }] of edition.companions) expect(readFileSync(join(folder, `${ref}.md`), 'utf8')).toBe(body);
}

describe('a sync', () => {
  test('fetches everything the first time', async () => {
    const report = await run();
    expectInLine(first);
    expect(report).toMatchObject({ requests: 27, kept: 0, removed: [], failed: [] });
    expect(report.fetched).toHaveLength(25);
  });

  test('is one conditional request when nothing changed', async () => {
    await run();
    site.asked();
    expect(await run()).toMatchObject({ requests: 1, bytes: 0, fetched: [], kept: 25 });
    expect(site.asked()).toEqual(['GET /llms-index.json 304']);
  });

  test('is k + 1 requests for k changes, and fetches only those', async () => {
    await run();
    site.asked();
    const edition = later({ ...records, 'medication/m3': drug(3, '6 mg'), 'medication/m9': drug(9, '7 mg') });
    site.show(edition);
    await run();
    expect(site.asked()).toEqual([
      'GET /llms-index.json 200',
      'GET /medication/m3.md 200',
      'GET /medication/m9.md 200',
    ]);
    expectInLine(edition);
  });

  test('notices a change of the same length within a day', async () => {
    const [morning, evening] = ['6 mg', '7 mg'].map((dose) =>
      later({ ...records, 'medication/m3': drug(3, dose) }),
    ) as [Edition, Edition];
    site.show(morning);
    await run();
    site.show(evening);
    expect((await run()).fetched).toEqual(['medication/m3.md']);
    expectInLine(evening);
  });

  test('removes what was withdrawn, and moves what was renamed', async () => {
    await run();
    const { 'medication/m5': _, 'peptide/p': __, ...rest } = records;
    const edition = later({ ...rest, 'medication/m5-new': drug(5) });
    site.show(edition);
    const report = await run({ allowMassDeletion: true });
    expect(report).toMatchObject({ fetched: ['medication/m5-new.md'], removed: ['medication/m5.md', 'peptide/p.md'] });
    expectInLine(edition);
  });

  test('that broke off is continued by the next, which fetches only the rest', async () => {
    let left = 10;
    const failing: typeof fetch = async (...args) => {
      left -= 1;
      if (left < 0) throw new Error('unplugged');
      return fetch(...args);
    };
    const broken = await run({ fetch: failing });
    expect(broken.fetched).toHaveLength(8);
    expect(broken.failed).toHaveLength(17);
    site.asked();
    expect((await run()).fetched).toHaveLength(17);
    expect(site.asked()[0]).toBe('GET /llms-index.json 304');
    expectInLine(first);
  });

  test('repairs a file that was damaged or deleted in the folder, though the manifest did not change', async () => {
    await run();
    writeFileSync(join(folder, 'medication/m1.md'), 'scribble');
    rmSync(join(folder, 'medication/m2.md'));
    expect((await run()).fetched).toEqual(['medication/m1.md', 'medication/m2.md']);
    expectInLine(first);
  });

  test('refuses a body that is not what the manifest says, and keeps what it had', async () => {
    await run();
    const edition = later({ ...records, 'medication/m3': drug(3, '6 mg'), 'medication/m4': drug(4, '6 mg') });
    site.show(edition);
    site.misbehave((path) => (path === '/medication/m3.md' ? { status: 200, body: 'corrupt' } : undefined));
    const report = await run();
    expect(report.fetched).toEqual(['medication/m4.md']);
    expect(report.failed).toEqual([{ path: 'medication/m3.md', reason: 'does not match the SHA-256 of the manifest' }]);
    expect(readFileSync(join(folder, 'medication/m3.md'), 'utf8')).toBe(first.companions.get('medication/m3')?.body);
    site.misbehave();
    await run();
    expectInLine(edition);
  });

  test('stops before it changes anything when many records would vanish', async () => {
    await run();
    site.show(later(many(22)));
    await expect(run()).rejects.toThrow(/no longer lists 3 of the 25 records.*--allow-mass-deletion/);
    expectInLine(first);
    await run({ allowMassDeletion: true });
    expect(existsSync(join(folder, 'peptide/p.md'))).toBe(false);
  });

  test('waits as long as robots.txt asks before each companion, and asks robots.txt once a day', async () => {
    await site.close();
    site = await startSite(first, 2.5);
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    let now = 0;
    await run({ wait, now: () => now });
    expect(waits).toEqual(Array.from({ length: 25 }, () => 2_500));
    const changes = ['6 mg', '7 mg'].map((dose) => later({ ...records, 'medication/m3': drug(3, dose) })) as [
      Edition,
      Edition,
    ];
    site.show(changes[0]);
    expect((await run({ wait, now: () => now })).requests).toBe(2);
    now += 90_000_000;
    site.show(changes[1]);
    expect((await run({ wait, now: () => now })).requests).toBe(3);
    expect(new Set(waits)).toEqual(new Set([2_500]));
  });

  test('comes back when a busy site says so', async () => {
    let busy = 1;
    site.misbehave(() => (busy-- > 0 ? { status: 429, headers: { 'retry-after': '7' } } : undefined));
    const waits: number[] = [];
    await run({ wait: async (milliseconds) => waits.push(milliseconds) });
    expect(waits[0]).toBe(7_000);
    expectInLine(first);
  });

  test('says who does not answer, and changes nothing', async () => {
    site.misbehave(() => ({ status: 500 }));
    await expect(run()).rejects.toThrow('/llms-index.json answered 500. Nothing was changed.');
    await site.close();
    await expect(run()).rejects.toThrow('did not answer');
    site = await startSite(first);
  });

  test('touches no folder that is not its own', async () => {
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    await expect(run()).rejects.toThrow('is not empty and no cache of');
    rmSync(join(folder, 'letter.txt'));
    await run();
    await expect(sync({ site: 'https://elsewhere.test', folder })).rejects.toThrow(`is a cache of ${site.address}`);
  });
});

describe('a manifest', () => {
  const text = (more: object) => JSON.stringify({ ...manifest(first), ...more });
  const [file] = manifest(first).files;

  test.each([
    ['is cut off', text({}).slice(0, 500), 'not a manifest of version 1'],
    ['is of another version', text({ version: 2 }), 'not a manifest of version 1'],
    ['lacks files', text({ files: [] }), 'does not list as many files as it counts'],
    [
      'leads out of the folder',
      text({ files: [{ ...file, slug: '../../x' }], counts: { total: 1 } }),
      'which is no companion',
    ],
    ['names another kind', text({ files: [{ ...file, kind: '.ssh' }], counts: { total: 1 } }), 'which is no companion'],
    ['has no hash', text({ files: [{ ...file, sha256: '' }], counts: { total: 1 } }), 'which is no companion'],
  ])('that %s is refused', (_, body, reason) => expect(() => readManifest(body)).toThrow(reason));

  test('compares by content: equal folders need nothing', () => {
    const local = new Map(manifest(first).files.map(({ kind, slug, sha256 }) => [`${kind}/${slug}.md`, sha256]));
    expect(planSync(manifest(first), local)).toEqual({ fetch: [], remove: [], kept: 25 });
  });
});

test.each([
  ['User-agent: *\nCrawl-delay: 2', 2],
  ['User-agent: other\nCrawl-delay: 9\n\nUser-agent: *\nDisallow: /x # y\nCrawl-delay: 0.5', 0.5],
  ['User-agent: *\nDisallow:\n\nUser-agent: other\nCrawl-delay: 9', undefined],
  ['Crawl-delay: 9', undefined],
  ['', undefined],
])('robots.txt %j asks for %s', (robots, seconds) => expect(crawlDelay(robots)).toBe(seconds));

/** Runs a command that talks to the site of this process, so it must not block it. */
const command = (program: string, args: string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (status) => resolve({ status, output }));
  });

describe('npm run sync', () => {
  const npmRunSync = (...args: string[]) => command(process.execPath, ['scripts/sync.ts', ...args]);

  test('says whom the cache is for and what it did', async () => {
    const { status, output } = await npmRunSync(`${site.address}/`, folder);
    expect(output).toMatch(
      /local cache for your own use[\s\S]*forbidden[\s\S]*\/terms\n25 fetched, 0 removed, 0 unchanged; 27 requests/,
    );
    expect(status).toBe(0);
    expectInLine(first);
  });

  test('fails when a record could not be fetched, and names it', async () => {
    site.misbehave((path) => (path === '/peptide/p.md' ? { status: 404 } : undefined));
    const { status, output } = await npmRunSync(site.address, folder);
    expect(output).toContain('peptide/p.md answered 404; it is as it was.');
    expect(status).toBe(1);
  });

  test.each([
    [[], 'npm run sync -- <site> <folder>'],
    [['https://materia.test', 'x', '--delay', '0'], 'A delay of your own is for a site on this machine'],
  ])('with %j says how it is used', async (args, said) => {
    const { status, output } = await npmRunSync(...args);
    expect(output).toContain(said);
    expect(status).toBe(1);
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
const recipes = [
  { name: 'sync.ts', program: process.execPath, skip: false },
  { name: 'sync.py', program: 'python3', skip: !hasPython },
];
for (const { name, program, skip } of recipes) {
  describe.skipIf(skip)(`the recipe ${name}`, () => {
    const cook = () => command(program, [join(root, 'content/pages/recipes', name), site.address, folder]);

    test('fetches all, then nothing, then what changed, and removes what is gone', async () => {
      expect(await cook()).toEqual({ status: 0, output: '25 fetched, 0 removed, 0 unchanged\n' });
      expectInLine(first);
      site.asked();
      await cook();
      expect(site.asked()).toEqual(['GET /llms-index.json 304']);
      const { 'peptide/p': _, ...rest } = records;
      const edition = later({ ...rest, 'medication/m3': drug(3, '6 mg') });
      site.show(edition);
      expect((await cook()).output).toBe('1 fetched, 1 removed, 23 unchanged\n');
      expect(site.asked()).toEqual(['GET /llms-index.json 200', 'GET /medication/m3.md 200']);
      expectInLine(edition);
    });

    test('refuses a corrupt body, keeps what it has, and continues the next time', async () => {
      site.misbehave((path) => (path === '/peptide/p.md' ? { status: 200, body: 'corrupt' } : undefined));
      const { status, output } = await cook();
      expect(output).toContain('peptide/p.md is not what the manifest says');
      expect(status).toBe(1);
      expect(existsSync(join(folder, 'peptide/p.md'))).toBe(false);
      site.misbehave();
      site.asked();
      await cook();
      expect(site.asked().filter((line) => line.includes('.md'))).toEqual(['GET /peptide/p.md 200']);
      expectInLine(first);
    });

    test('stops when many records would vanish', async () => {
      await cook();
      site.show(later(many(22)));
      const { status, output } = await cook();
      expect(output).toContain('3 records would vanish');
      expect(status).toBe(1);
      expectInLine(first);
    });

    test('waits as long as robots.txt asks', async () => {
      await site.close();
      site = await startSite(later({ 'peptide/p': peptide('p', { name: 'Ptide' }), 'medication/m1': drug(1) }), 0.4);
      const started = performance.now();
      await cook();
      expect(performance.now() - started).toBeGreaterThan(800);
    });
  });
}
