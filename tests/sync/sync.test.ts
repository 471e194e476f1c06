import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { editionOf, medication, peptide, type SmallCatalog } from '../support/small-catalog.ts';
import { type SyncSite, startSite } from '../support/sync-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const drug = (at: number, dose = '5 mg') => medication(`Drugamine${at}`, { doses: [dose] });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`medication/m${at}`, drug(at)]));
const records: SmallCatalog['records'] = { ...many(24), 'peptide/p': peptide('p', { name: 'Ptide' }) };
const first = editionOf({ records }, { today: '2026-11-01' });
const later = (next: Record<string, Record<string, unknown>>): Edition =>
  editionOf({ records: next, ledger: first.catalog.ledger }, { today: '2026-11-21' });

interface Ended {
  readonly status: number | null;
  readonly output: string;
  /** Progress and faults, on standard error. */
  readonly errors: string;
}

/** Runs a command that asks the site of this process, so this process goes on meanwhile. */
const command = (program: string, args: string[], signal?: AbortSignal): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, ...(signal && { signal }) });
    child.on('error', () => {});
    const texts = { output: '', errors: '' };
    child.stdout.on('data', (data) => (texts.output += data));
    child.stderr.on('data', (data) => (texts.errors += data));
    child.on('close', (status) => resolve({ status, ...texts }));
  });

interface Trial {
  readonly site: SyncSite;
  readonly folder: string;
}

/** Runs a test with a site and an empty folder of its own. */
async function trial(test: (trial: Trial) => Promise<unknown>, crawlDelay = 0): Promise<void> {
  const site = await startSite(first, crawlDelay);
  const folder = temporaryFolder();
  try {
    await test({ site, folder });
  } finally {
    await site.close();
  }
}

/** The folder holds exactly the companions of an edition. */
function expectInLine(folder: string, edition: Edition): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(names.toSorted()).toEqual([...edition.companions.keys()].map((ref) => `${ref}.md`).toSorted());
  for (const [ref, { body }] of edition.companions) expect(readFileSync(join(folder, `${ref}.md`), 'utf8')).toBe(body);
}

const hasNoStack = (errors: string): boolean => !/^ {4}at |Traceback/m.test(errors);
const companionsAsked = (site: SyncSite): string[] => site.asked().filter((line) => line.includes('.md'));

const recipe = (name: string): string => join(root, 'content/pages/recipes', name);
const hasPython = spawnSync('python3', ['--version']).status === 0;
const recipes = [
  { name: 'sync.ts', program: process.execPath, isThere: true },
  { name: 'sync.py', program: 'python3', isThere: hasPython },
];
for (const { name, program } of recipes.filter(({ isThere }) => isThere)) {
  describe.concurrent(`the recipe ${name}`, () => {
    const cook = ({ site, folder }: Trial, address = site.address) => command(program, [recipe(name), address, folder]);

    let filled = '';
    beforeAll(async () => {
      filled = temporaryFolder();
      await trial(async ({ site }) => cook({ site, folder: filled }));
      return () => rmSync(filled, { recursive: true });
    });
    /** As `trial`, with the folder as a first run leaves it. */
    const secondTrial = (test: (trial: Trial) => Promise<unknown>) =>
      trial(async (own) => {
        cpSync(filled, own.folder, { recursive: true });
        await test(own);
      });

    it('fetches all, then nothing, then what changed, and removes what is gone', () =>
      trial(async (own) => {
        const { site, folder } = own;
        const { status, output, errors } = await cook(own);
        expect({ status, output }).toEqual({ status: 0, output: '25 fetched, 0 removed, 0 unchanged\n' });
        expect(errors.trim().split('\n')).toHaveLength(25);
        expect(errors).toContain('25 of 25  peptide/p.md');
        expectInLine(folder, first);
        site.asked();
        await cook(own);
        expect(site.asked()).toEqual(['GET /llms-index.json 304']);
        const { 'peptide/p': _, ...rest } = records;
        const edition = later({ ...rest, 'medication/m3': drug(3, '6 mg') });
        site.show(edition);
        expect((await cook(own)).output).toBe('1 fetched, 1 removed, 23 unchanged\n');
        expect(site.asked()).toEqual(['GET /llms-index.json 200', 'GET /medication/m3.md 200']);
        expectInLine(folder, edition);
      }));

    it('refuses a corrupt body, keeps what it has, and continues the next time', () =>
      trial(async (own) => {
        const { site, folder } = own;
        site.misbehave((path) => (path === '/peptide/p.md' ? { status: 200, body: 'corrupt' } : undefined));
        const { status, errors } = await cook(own);
        expect(errors).toContain('peptide/p.md is not what the manifest says');
        expect(errors).toContain('1 of 25 failed; what came was kept. Run again later.');
        expect(status).toBe(1);
        expect(existsSync(join(folder, 'peptide/p.md'))).toBe(false);
        site.misbehave();
        site.asked();
        await cook(own);
        expect(companionsAsked(site)).toEqual(['GET /peptide/p.md 200']);
        expectInLine(folder, first);
      }));

    it('stops when many records would vanish', () =>
      secondTrial(async (own) => {
        own.site.show(later(many(22)));
        const { status, errors } = await cook(own);
        expect(errors).toContain('3 records would vanish');
        expect(status).toBe(1);
        expectInLine(own.folder, first);
      }));

    it('goes on after a body that was cut off, and fetches it the next time', () =>
      trial(async (own) => {
        const { site, folder } = own;
        site.misbehave((path) => (path === '/medication/m0.md' ? { status: 200, isCut: true } : undefined));
        const { status, errors } = await cook(own);
        expect(status).toBe(1);
        expect(errors).toContain('/medication/m0.md was cut off');
        expect(hasNoStack(errors)).toBe(true);
        expect(site.asked().filter((line) => line.includes('m0.md'))).toHaveLength(3);
        site.misbehave();
        expect((await cook(own)).output).toBe('1 fetched, 0 removed, 24 unchanged\n');
        expectInLine(folder, first);
      }));

    it.each([
      ['plain', false],
      ['small on the way and large when it is unpacked', true],
    ])('takes no body that is too large to be meant: %s', (_, isGzip) =>
      trial(async (own) => {
        const { site, folder } = own;
        const body = ' '.repeat(30_000_000);
        site.misbehave((path) => (path === '/medication/m0.md' ? { status: 200, body, isGzip } : undefined));
        const { status, errors } = await cook(own);
        expect(status).toBe(1);
        expect(errors).toContain('/medication/m0.md is larger than 20000000 bytes');
        expect(hasNoStack(errors)).toBe(true);
        expect(site.asked().filter((line) => line.includes('m0.md'))).toHaveLength(1);
        expect(existsSync(join(folder, 'medication/m0.md'))).toBe(false);
      }),
    );

    it.each(['3000000', '300.5'])(
      'stops where robots.txt asks for %s seconds between two files, instead of asking at once',
      (delay) =>
        trial(async (own) => {
          const body = `User-agent: *\nCrawl-delay: ${delay}\n`;
          own.site.misbehave((path) => (path === '/robots.txt' ? { status: 200, body } : undefined));
          const { status, errors } = await cook(own);
          const refusal = `robots.txt asks for ${delay} seconds between two files. Nothing was changed.`;
          expect([status, errors.trim()]).toEqual([1, refusal]);
          expect(companionsAsked(own.site)).toEqual([]);
        }),
    );

    it('tries again what was cut off once', () =>
      trial(async (own) => {
        let count = 0;
        const isFirst = (path: string): boolean => path === '/peptide/p.md' && ++count === 1;
        own.site.misbehave((path) => (isFirst(path) ? { status: 200, isCut: true } : undefined));
        expect((await cook(own)).status).toBe(0);
        expectInLine(own.folder, first);
      }));

    it('gives up soon when the site is not well, and keeps what came', () =>
      trial(async (own) => {
        let count = 0;
        own.site.misbehave((path) => (path.endsWith('.md') && ++count > 3 ? { status: 404, body: '' } : undefined));
        const { status, errors } = await cook(own);
        expect(status).toBe(1);
        expect(errors).toContain('5 of 25 failed');
        expect(count).toBe(8);
        expect(readdirSync(join(own.folder, 'medication'))).toHaveLength(3);
      }));

    it.each([
      ['cut off', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 90))],
      ['missing', (path: string) => rmSync(path)],
      ['another one', (path: string) => writeFileSync(path, '{"files":[]}')],
    ])('does not trust the tag of a manifest that is %s here', (_, damage) =>
      secondTrial(async (own) => {
        damage(join(own.folder, 'llms-index.json'));
        expect((await cook(own)).output).toBe('0 fetched, 0 removed, 25 unchanged\n');
        expect(own.site.asked()).toEqual(['GET /llms-index.json 200']);
      }),
    );

    it.each([
      ['cut off', '{"version":1,"files":[{"kind"'],
      ['of no files', '{"files":[]}'],
      ['a page', '<html>Welcome to the hotel</html>'],
    ])('changes nothing for a manifest that is %s', (_, body) =>
      secondTrial(async (own) => {
        const { site, folder } = own;
        site.misbehave((path) => (path === '/llms-index.json' ? { status: 200, body } : undefined));
        const { status, errors } = await cook(own);
        expect(status).toBe(1);
        expect(errors).toBe(`${site.address}/llms-index.json is no manifest. Nothing was changed.\n`);
        expectInLine(folder, first);
      }),
    );

    it('two runs at once in one folder both end well', () =>
      trial(async (own) => {
        const both = await Promise.all([cook(own), cook(own)]);
        expect(both.map(({ status, errors }) => [status, errors.includes('failed')])).toEqual([
          [0, false],
          [0, false],
        ]);
        expectInLine(own.folder, first);
        const names = readdirSync(own.folder, { recursive: true, encoding: 'utf8' });
        expect(names.filter((one) => one.endsWith('.part'))).toEqual([]);
      }));

    it('takes an address with a slash at its end, and reads what a proxy compresses unasked', () =>
      trial(async (own) => {
        own.site.misbehave(() => ({ status: 200, isGzip: true }));
        expect((await cook(own, `${own.site.address}//`)).status).toBe(0);
        expectInLine(own.folder, first);
      }));

    it('waits as long as a 429 says, and no longer than three attempts', () =>
      trial(async (own) => {
        const { site } = own;
        const busy = { status: 429, headers: { 'retry-after': '0' } };
        let count = 0;
        site.misbehave((path) => (path === '/peptide/p.md' && ++count < 3 ? busy : undefined));
        expect((await cook(own)).status).toBe(0);
        expect(count).toBe(3);
        site.misbehave((path) => (path === '/llms-index.json' ? busy : undefined));
        site.asked();
        const { status, errors } = await cook(own);
        expect([status, errors]).toEqual([1, '/llms-index.json answered 429.\n']);
        expect(site.asked()).toHaveLength(3);
      }));

    it.each([
      ['--help', 0],
      ['example.org', 2],
      ['', 2],
    ])('says how it is called: %s', async (argument, code) => {
      const { status, errors } = await command(program, [recipe(name), ...(argument ? [argument] : [])]);
      expect([status, errors]).toEqual([code, expect.stringContaining('Usage: sync <site> <folder>')]);
    });

    it('says that nobody answers, without a stack', () =>
      trial(async (own) => {
        await own.site.close();
        const { status, errors } = await cook(own);
        expect(status).toBe(1);
        expect(errors).toMatch(/^\/llms-index\.json was cut off or not answered/);
        expect(hasNoStack(errors)).toBe(true);
      }));

    it('asks for no file before the time that robots.txt asks for: another site is fetched whole meanwhile', () =>
      trial(
        (slow) =>
          trial(async (quick) => {
            const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
            slow.site.misbehave((path) => {
              if (path === '/robots.txt') resolve();
              return undefined;
            });
            const stopping = new AbortController();
            const waiting = command(program, [recipe(name), slow.site.address, slow.folder], stopping.signal);
            await isWaiting;
            expect((await cook(quick)).output).toBe('25 fetched, 0 removed, 0 unchanged\n');
            stopping.abort();
            expect((await waiting).status).toBeNull();
            expect(slow.site.asked()).toEqual(['GET /llms-index.json 200', 'GET /robots.txt 200']);
          }, 0.01),
        300,
      ));
  });
}

it('npm run sync runs the recipe', () =>
  trial(async ({ site, folder }) => {
    const { status, output } = await command(process.execPath, [join(root, 'scripts/sync.ts'), site.address, folder]);
    expect({ status, output }).toEqual({ status: 0, output: '25 fetched, 0 removed, 0 unchanged\n' });
    expectInLine(folder, first);
  }));
