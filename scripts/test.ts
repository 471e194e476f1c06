/**
 * `npm test`: everything that must hold, cheapest first; stops at the first step that fails. `npm test -- fast` leaves out
 * what needs a build, a browser, a server or a clock; `npm test -- <file>...` runs those test files alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../src/build/options.ts';
import { argumentsOf } from './cli.ts';

const { positionals } = argumentsOf({
  purpose: `Checks everything: generated types, types, form, content and all tests, about ten minutes; or only a part of it. Stops at the
first step that fails.`,
  usage: 'npm test [-- fast | <file>...]',
  notes: `  fast    types, form, content and the tests that need no build: half a minute
  <file>  these test files alone`,
  example: 'npm test -- tests/names/names.test.ts',
  most: Number.POSITIVE_INFINITY,
});
const isFast = positionals[0] === 'fast';
const files = isFast ? [] : positionals;

type Step = readonly [name: string, command: string, ...args: string[]];
const results = join(root, '.build/vitest.json');
const vitest: Step = [
  'tests',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
];
const checks: readonly Step[] = [
  ['types are generated', 'node', 'scripts/types.ts', '--check'],
  // The other TypeScript here has a command of that name too.
  ['types hold', 'node', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['format and lint', 'biome', 'ci', '.'],
  ['content', 'node', 'scripts/check.ts'],
  ['form of records', 'node', 'scripts/fix.ts', '--check'],
];
const ledger: Step = ['ledger', 'node', 'scripts/ledger.ts', '--check'];
const steps: readonly Step[] = isFast
  ? [...checks, [...vitest, '--project=fast']]
  : files.length > 0
    ? [[...vitest, ...files]]
    : [...checks, ledger, vitest];

rmSync(results, { force: true });
mkdirSync(dirname(results), { recursive: true });
for (const [name, command, ...args] of steps) {
  console.log(`\n== ${name}: ${command} ${args.join(' ')}`);
  // npm puts node_modules/.bin first on PATH, and with it the pinned Node.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) {
    console.error(`\nnpm test stopped at: ${name}`);
    if (name !== 'tests') process.exit(1);
    break;
  }
}
const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(readFileSync(results, 'utf8'));
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
process.exit(success ? 0 : 1);
