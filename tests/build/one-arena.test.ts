import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';

describe('a build', () => {
  const preloaded = join(root, 'scripts/one-arena.mjs');
  const told = join(mkdtempSync(join(tmpdir(), 'materia-arena-')), 'told.mjs');
  writeFileSync(told, 'console.log(process.env.MALLOC_ARENA_MAX, process.argv.slice(2).join(), process.env.A_SETTING)');
  const begun = (env: NodeJS.ProcessEnv = {}): string => {
    const { MALLOC_ARENA_MAX: _, ...others } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', preloaded, told, 'a', '-b'], {
      encoding: 'utf8',
      env: { ...others, A_SETTING: 'set', ...env },
    });
    return (stdout + stderr).trim();
  };

  it.runIf(process.platform === 'linux')('has one arena of memory, and begins anew with all that it was told', () => {
    expect(begun()).toBe('1 a,-b set');
  });

  it('has as many as its environment says', () => {
    expect(begun({ MALLOC_ARENA_MAX: '4' })).toBe('4 a,-b set');
  });
});
