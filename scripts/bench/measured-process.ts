import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process took: seconds by the clock and of processor time over all threads, and the most memory it held. */
export interface Cost {
  readonly seconds: number;
  readonly cpu: number;
  readonly megabytes: number;
}

interface MeasuredCommand {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the process writes what it took. */
  readonly scratch: string;
}

/**
 * Runs Node with these arguments.
 * @throws with what it printed, where it fails
 */
export function measured(args: readonly string[], { cwd, env, scratch }: MeasuredCommand): Cost & { output: string } {
  const file = join(scratch, 'usage.json');
  const code = `import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.resourceUsage())))`;
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(code)}`, ...args],
    { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}${stderr}`);
  const used = JSON.parse(readFileSync(file, 'utf8')) as NodeJS.ResourceUsage;
  return {
    seconds,
    cpu: (used.userCPUTime + used.systemCPUTime) / 1e6,
    megabytes: used.maxRSS / 1024,
    output: stdout + stderr,
  };
}
