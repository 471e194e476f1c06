import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../src/build/options.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).map(([name, line]) => ({ name, args: line.split(' ').slice(1) }));

async function outputOf(args: readonly string[]): Promise<{ status: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, args, { cwd: root });
  const texts = { out: '', error: '' };
  child.stdout.on('data', (data) => (texts.out += data));
  child.stderr.on('data', (data) => (texts.error += data));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, ...texts })));
}

describe.concurrent('a command of package.json', () => {
  it.each(commands)('$name says with --help what it does, how it is called, and an example', async ({ name, args }) => {
    const { status, out, error } = await outputOf([...args, '--help']);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    const [purpose = '', usage = '', ...rest] = out.trimEnd().split('\n\n');
    const called = new RegExp(`npm (?:run )?(?:--silent )?${name}(?![:-])`);
    expect(purpose).toMatch(/^[A-Z].{20,}\.$/s);
    expect(usage).toMatch(/^Usage: /);
    expect(usage).toMatch(called);
    expect(rest.at(-1)).toMatch(/^Example: /);
    expect(rest.at(-1)).toMatch(called);
    expect(out.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it.each(commands)('$name refuses an unknown option by its name', async ({ args }) => {
    const { status, error } = await outputOf([...args, '--unknown']);
    expect({ status, error }).toEqual({
      status: 2,
      error: expect.stringMatching(/^Unknown option '--unknown'\.?\nUsage: /),
    });
  });
});
