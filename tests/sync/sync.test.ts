import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
const command = (program: string, args: string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (status) => resolve({ status, output }));
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
