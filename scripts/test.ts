/** `npm test`: the checks at once, then the tests. Output is shown step by step; the first step that fails ends it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../src/build/options.ts';
import { argumentsOf } from './arguments.ts';

const { positionals } = argumentsOf({
  purpose:
    'Checks everything: generated types, types, form, content and all tests, about six minutes; or only a part of it.',
  usage: 'npm test [-- fast | <file>...]',
  notes: `  fast    types, form, content and the tests that need no build: half a minute
  <file>  these test files alone`,
  example: 'npm test -- tests/names/names.test.ts',
  most: Number.POSITIVE_INFINITY,
});
const isFast = positionals[0] === 'fast';
const files = isFast ? [] : positionals;

type TestStep = readonly [name: string, command: string, ...args: string[]];
const results = join(root, '.build/vitest.json');
const incremental = ['--incremental', '--tsBuildInfoFile', '.build/tsc.tsbuildinfo'];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const tests: TestStep = ['tests', 'vitest', 'run', ...reporters, ...(isFast ? ['--project=fast'] : files)];
const checks: readonly TestStep[] = [
  ['types are generated', 'node', 'scripts/types.ts', '--check'],
  // Named by its path: `typescript-5` has a command `tsc`, too.
  ['types', 'node', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', ...incremental],
  ['format and lint', 'biome', 'ci', '.'],
  ['content', 'node', 'scripts/check.ts'],
  ['form of records', 'node', 'scripts/fix.ts', '--check'],
];
const ledger: TestStep = ['ledger', 'node', 'scripts/ledger.ts', '--check'];
/** Steps of one group run at the same time. Tests that need servers and browsers have the machine to themselves. */
const groups = isFast ? [[...checks, tests]] : files.length > 0 ? [[tests]] : [[...checks, ledger], [tests]];

rmSync(results, { force: true });
mkdirSync(dirname(results), { recursive: true });
for (const group of groups) {
  const running = group.map((step) => start(step, group.length > 1));
  for (const { name, shown } of running) {
    if ((await shown()) === 0) continue;
    console.error(`\nnpm test stopped at: ${name}`);
    for (const other of running) other.end();
    process.exitCode = 1;
    break;
  }
  if (process.exitCode) break;
}
if (existsSync(results)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'));
  console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
}

interface RunningStep {
  readonly name: string;
  /** Prints what the step has written, and writes, until it ends. Returns its exit code. */
  readonly shown: () => Promise<number | null>;
  readonly end: () => void;
}

/** npm puts node_modules/.bin first on PATH, and with it the pinned Node. */
function start([name, command, ...args]: TestStep, isOneOfMany: boolean): RunningStep {
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  const child = spawn(command, args, { cwd: root, env, stdio: isOneOfMany ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  const closed = once(child, 'close');
  const waiting: Buffer[] = [];
  let write = (chunk: Buffer): unknown => waiting.push(chunk);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => write(chunk));
  return {
    name,
    async shown() {
      console.log(`\n== ${name}: ${command} ${args.join(' ')}`);
      write = (chunk) => process.stdout.write(chunk);
      waiting.forEach(write);
      const [code] = await closed;
      return code;
    },
    end: () => child.kill(),
  };
}
