import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Edition } from '../../src/publish/edition.ts';
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

/** The folder holds exactly the companions of an edition. */
function expectInLine(edition: Edition): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(names.toSorted()).toEqual([...edition.companions.keys()].map((ref) => `${ref}.md`).toSorted());
  for (const [ref, { body }] of edition.companions) expect(readFileSync(join(folder, `${ref}.md`), 'utf8')).toBe(body);
}

/** Runs a command that talks to the site of this process, so it must not block it. */
const command = (program: string, args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root });
    const texts = { output: '', told: '' };
    child.stdout.on('data', (data) => (texts.output += data));
    child.stderr.on('data', (data) => (texts.told += data));
    child.on('close', (status) => resolve({ status, ...texts }));
  });

interface Ended {
  readonly status: number | null;
  /** What it has to say at the end. */
  readonly output: string;
  /** Progress and faults, on stderr. */
  readonly told: string;
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const recipe = (name: string): string => join(root, 'content/pages/recipes', name);
const recipes = [
  { name: 'sync.ts', program: process.execPath, script: recipe('sync.ts'), skip: false },
  { name: 'sync.py', program: 'python3', script: recipe('sync.py'), skip: !hasPython },
];
for (const { name, program, script, skip } of recipes) {
  describe.skipIf(skip)(`the recipe ${name}`, () => {
    const cook = () => command(program, [script, site.address, folder]);

    it('fetches all, then nothing, then what changed, and removes what is gone', async () => {
      const { status, output, told } = await cook();
      expect({ status, output }).toEqual({ status: 0, output: '25 fetched, 0 removed, 0 unchanged\n' });
      expect(told.trim().split('\n')).toHaveLength(25);
      expect(told).toContain('25 of 25  peptide/p.md');
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

    it('refuses a corrupt body, keeps what it has, and continues the next time', async () => {
      site.misbehave((path) => (path === '/peptide/p.md' ? { status: 200, body: 'corrupt' } : undefined));
      const { status, told } = await cook();
      expect(told).toContain('peptide/p.md is not what the manifest says');
      expect(told).toContain('1 of 25 failed; what came was kept. Run again later.');
      expect(status).toBe(1);
      expect(existsSync(join(folder, 'peptide/p.md'))).toBe(false);
      site.misbehave();
      site.asked();
      await cook();
      expect(site.asked().filter((line) => line.includes('.md'))).toEqual(['GET /peptide/p.md 200']);
      expectInLine(first);
    });

    it('stops when many records would vanish', async () => {
      await cook();
      site.show(later(many(22)));
      const { status, told } = await cook();
      expect(told).toContain('3 records would vanish');
      expect(status).toBe(1);
      expectInLine(first);
    });

    it('goes on after a body that was cut off, and fetches it the next time', async () => {
      site.misbehave((path) => (path === '/medication/m0.md' ? { status: 200, isCut: true } : undefined));
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toContain('/medication/m0.md was cut off');
      expect(told).not.toMatch(/^ {4}at |Traceback/m);
      expect(site.asked().filter((line) => line.includes('m0.md'))).toHaveLength(3);
      site.misbehave();
      expect((await cook()).output).toBe('1 fetched, 0 removed, 24 unchanged\n');
      expectInLine(first);
    });

    it.each([
      ['plain', false],
      ['small on the way and large when it is unpacked', true],
    ])('takes no body that is too large to be meant: %s', async (_, isGzip) => {
      site.misbehave((path) =>
        path === '/medication/m0.md' ? { status: 200, body: ' '.repeat(30_000_000), isGzip } : undefined,
      );
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toContain('/medication/m0.md is larger than 20000000 bytes');
      expect(told).not.toMatch(/^ {4}at |Traceback/m);
      expect(site.asked().filter((line) => line.includes('m0.md'))).toHaveLength(1);
      expect(existsSync(join(folder, 'medication/m0.md'))).toBe(false);
    });

    it.each(['3000000', '301', '300.5'])(
      'stops where robots.txt asks for %s seconds between two files, instead of asking at once',
      async (delay) => {
        const body = `User-agent: *\nCrawl-delay: ${delay}\n`;
        site.misbehave((path) => (path === '/robots.txt' ? { status: 200, body } : undefined));
        const { status, told } = await cook();
        expect([status, told.trim()]).toEqual([
          1,
          `robots.txt asks for ${delay} seconds between two files. Nothing was changed.`,
        ]);
        expect(site.asked().filter((line) => line.includes('.md'))).toEqual([]);
      },
    );

    it('tries again what was cut off once', async () => {
      let count = 0;
      site.misbehave((path) => (path === '/peptide/p.md' && ++count === 1 ? { status: 200, isCut: true } : undefined));
      expect((await cook()).status).toBe(0);
      expectInLine(first);
    });

    it('gives up soon when the site is not well, and keeps what came', async () => {
      let count = 0;
      site.misbehave((path) => (path.endsWith('.md') && ++count > 3 ? { status: 404, body: '' } : undefined));
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toContain('5 of 25 failed');
      expect(count).toBe(8);
      expect(readdirSync(join(folder, 'medication'))).toHaveLength(3);
    });

    it.each([
      ['cut off', (name: string) => writeFileSync(name, readFileSync(name, 'utf8').slice(0, 90))],
      ['missing', (name: string) => rmSync(name)],
      ['another one', (name: string) => writeFileSync(name, '{"files":[]}')],
    ])('does not trust the tag of a manifest that is %s here', async (_, damage) => {
      await cook();
      damage(join(folder, 'llms-index.json'));
      site.asked();
      expect((await cook()).output).toBe('0 fetched, 0 removed, 25 unchanged\n');
      expect(site.asked()).toEqual(['GET /llms-index.json 200']);
      await cook();
      expect(site.asked()).toEqual(['GET /llms-index.json 304']);
    });

    it.each([
      ['cut off', '{"version":1,"files":[{"kind"'],
      ['of no files', '{"files":[]}'],
      ['a page', '<html>Welcome to the hotel</html>'],
    ])('changes nothing for a manifest that is %s', async (_, body) => {
      await cook();
      site.misbehave((path) => (path === '/llms-index.json' ? { status: 200, body } : undefined));
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toBe(`${site.address}/llms-index.json is no manifest. Nothing was changed.\n`);
      site.misbehave();
      expectInLine(first);
      expect((await cook()).output).toBe('0 fetched, 0 removed, 25 unchanged\n');
    });

    it('two runs at once in one folder both end well', async () => {
      const both = await Promise.all([cook(), cook()]);
      expect(both.map(({ status, told }) => [status, told.includes('failed')])).toEqual([
        [0, false],
        [0, false],
      ]);
      expectInLine(first);
      expect(
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')),
      ).toEqual([]);
    });

    it('takes an address with a slash at its end', async () => {
      const { status } = await command(program, [script, `${site.address}//`, folder]);
      expect(status).toBe(0);
      expectInLine(first);
    });

    it('reads what a proxy compresses unasked', async () => {
      site.misbehave(() => ({ status: 200, isGzip: true }));
      expect((await cook()).status).toBe(0);
      expectInLine(first);
    });

    it('waits as long as a 429 says, and no longer than three attempts', async () => {
      let count = 0;
      site.misbehave((path) =>
        path === '/peptide/p.md' && ++count < 3 ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
      );
      expect((await cook()).status).toBe(0);
      expect(count).toBe(3);
      site.misbehave((path) =>
        path === '/llms-index.json' ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
      );
      site.asked();
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toBe('/llms-index.json answered 429.\n');
      expect(site.asked()).toHaveLength(3);
    });

    it.each([
      ['--help', 0],
      ['example.org', 2],
      ['', 2],
    ])('says how it is called: %s', async (argument, code) => {
      const { status, told } = await command(program, [script, ...(argument ? [argument] : [])]);
      expect(told).toContain('Usage: sync <site> <folder>');
      expect(status).toBe(code);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('says that nobody answers, without a stack', async () => {
      await site.close();
      const { status, told } = await cook();
      expect(status).toBe(1);
      expect(told).toMatch(/^\/llms-index\.json was cut off or not answered/);
      expect(told).not.toMatch(/^ {4}at |Traceback/m);
    });

    it('waits as long as robots.txt asks', async () => {
      await site.close();
      site = await startSite(later({ 'peptide/p': peptide('p', { name: 'Ptide' }), 'medication/m1': drug(1) }), 0.4);
      const started = performance.now();
      await cook();
      expect(performance.now() - started).toBeGreaterThan(800);
    });
  });
}

describe('npm run sync', () => {
  it('runs the recipe', async () => {
    const { status, output } = await command(process.execPath, [join(root, 'scripts/sync.ts'), site.address, folder]);
    expect({ status, output }).toEqual({ status: 0, output: '25 fetched, 0 removed, 0 unchanged\n' });
    expectInLine(first);
  });
});
