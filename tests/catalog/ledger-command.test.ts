import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLedger } from '../../src/catalog/ledger-file.ts';
import { secondsOf } from '../support/build.ts';
import { runScript } from '../support/run-script.ts';
import { medication, type SmallCatalog, writeCatalog } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const contentDir = temporaryFolder();
const file = join(contentDir, 'ledger.json');

function npmRunLedger(day: string, ...args: string[]): { status: number | null; output: string } {
  const { status, output } = runScript('ledger', args, {
    env: { CONTENT_DIR: contentDir, SOURCE_DATE_EPOCH: secondsOf(day) },
  });
  return { status, output };
}
const catalog = (count: number, dose = '5 mg'): SmallCatalog => ({
  records: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`medication/m${at}`, medication(`Drugamine${at}`, { doses: [dose] })]),
  ),
});

describe('npm run ledger', () => {
  it('writes a ledger, which --check then accepts, whatever the day', () => {
    writeCatalog(contentDir, catalog(3));
    expect(npmRunLedger('2026-11-01', '--check')).toEqual({
      status: 1,
      output: expect.stringContaining('npm run ledger'),
    });
    expect(existsSync(file)).toBe(false);
    expect(npmRunLedger('2026-11-01').status).toBe(0);
    expect(Object.values(readLedger(contentDir).files).map(({ date }) => date)).toEqual(Array(3).fill('2026-11-01'));
    expect(npmRunLedger('2026-11-22', '--check')).toEqual({ status: 0, output: '' });
  });

  it('leaves a current ledger untouched', () => {
    const { mtimeMs } = statSync(file);
    expect(npmRunLedger('2026-11-22').status).toBe(0);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it('names the command when a record changed without it', () => {
    writeCatalog(contentDir, catalog(3, '6 mg'));
    const before = readFileSync(file, 'utf8');
    expect(npmRunLedger('2026-11-22', '--check').output).toBe(
      'content/ledger.json is stale: run `npm run ledger` and commit the result.\n',
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('does not forget many records at once', () => {
    for (const slug of ['m1', 'm2']) rmSync(join(contentDir, `medication/${slug}.yaml`));
    expect(npmRunLedger('2026-11-22')).toEqual({
      status: 1,
      output: expect.stringContaining('would drop 2 of 3 records'),
    });
  });

  it('says how to repair what a merge left behind', () => {
    writeFileSync(file, '<<<<<<< ours\n{}\n');
    expect(() => readLedger(contentDir)).toThrow(/is not a ledger.*git checkout --ours.*npm run ledger/);
  });
});
