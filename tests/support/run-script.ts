import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../src/build/options.ts';

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it printed to both, stdout first. */
  readonly output: string;
}

/** What a program of ours that a test starts has of this environment. */
export function programEnv(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

/** Runs `scripts/<name>.ts` to its end; `before` is what starts Node, such as a shell that sets limits. */
export function runScript(
  name: string,
  args: readonly string[] = [],
  {
    env = {},
    cwd = root,
    project = root,
    before = [],
  }: { env?: Record<string, string>; cwd?: string; project?: string; before?: readonly string[] } = {},
): Ran {
  const [command = '', ...rest] = [...before, process.execPath, join(project, `scripts/${name}.ts`), ...args];
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd,
    encoding: 'utf8',
    env: { ...programEnv(), ...env },
    maxBuffer: 1e8,
  });
  return { status, stdout, stderr, output: stdout + stderr };
}
