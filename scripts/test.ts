/** `npm test`: everything that must hold, cheapest first; stops at the first step that fails. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/build/options.ts';

const results = join(root, '.build/vitest.json');
const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types are generated', 'node', 'scripts/types.ts', '--check'],
  ['types hold', 'tsc', '--noEmit', '-p', '.'],
  ['format and lint', 'biome', 'ci', '.'],
  ['content', 'node', 'scripts/check.ts'],
  ['ledger', 'node', 'scripts/ledger.ts', '--check'],
  ['tests', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
];

rmSync(results, { force: true });
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
