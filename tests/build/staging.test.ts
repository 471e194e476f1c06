import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { recoverDist, workFolder } from '../../src/build/staging.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const staging = JSON.stringify(join(root, 'src/build/staging.ts'));

/** A build of two files, the list last, as the builder leaves it. */
function makeBuild(place: string, mark: string): string {
  mkdirSync(join(place, 'v1'), { recursive: true });
  writeFileSync(join(place, 'v1/service.json'), mark);
  writeFileSync(join(place, '.assets.json'), mark);
  return place;
}
const marks = (place: string): string[] =>
  ['v1/service.json', '.assets.json'].map((file) => readFileSync(join(place, file), 'utf8'));

/** Kills itself at the n-th change to the disk, before or after it is made; gives whether it came so far. */
const killedAt = (n: number, moment: 'before' | 'after', from: string, outDir: string): boolean => {
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let at = 0;
    for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'cpSync', 'writeFileSync']) {
      const real = fs[name];
      fs[name] = (...args) => {
        at += 1;
        if (at === ${n} && '${moment}' === 'before') process.kill(process.pid, 'SIGKILL');
        const result = real(...args);
        if (at === ${n}) process.kill(process.pid, 'SIGKILL');
        return result;
      };
    }
    syncBuiltinESMExports();
    const { replaceDist } = await import(${staging});
    replaceDist(${JSON.stringify(from)}, ${JSON.stringify(outDir)});`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', code]);
  return signal === 'SIGKILL';
};

describe('the swap of a build', () => {
  it('killed at any change to the disk leaves a whole build to serve, and the next swap goes on from there', () => {
    let steps = 0;
    for (const moment of ['before', 'after'] as const) {
      for (let n = 1; ; n += 1) {
        const place = temporaryFolder();
        const outDir = makeBuild(join(place, 'dist'), 'old');
        if (!killedAt(n, moment, makeBuild(join(place, 'work/dist'), 'new'), outDir)) break;
        steps += 1;
        recoverDist(outDir);
        const [first, second] = marks(outDir);
        expect([n, moment, first === second, first === 'old' || first === 'new']).toEqual([n, moment, true, true]);
        killedAt(1000, moment, makeBuild(join(place, 'work2/dist'), 'newest'), outDir);
        expect(marks(outDir)).toEqual(['newest', 'newest']);
        expect(readdirSync(place).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
      }
    }
    expect(steps).toBeGreaterThan(9);
  });

  it('takes the newer of two whole builds, and the older where the newer was never whole', () => {
    const place = temporaryFolder();
    const outDir = join(place, 'dist');
    makeBuild(`${outDir}.next`, 'new');
    makeBuild(`${outDir}.last`, 'old');
    recoverDist(outDir);
    expect(marks(outDir)).toEqual(['new', 'new']);
    const other = join(place, 'other');
    mkdirSync(`${other}.copy`);
    makeBuild(`${other}.last`, 'old');
    recoverDist(other);
    expect(marks(other)).toEqual(['old', 'old']);
  });

  it('of several builds at once into one folder is one after the other', async () => {
    const place = temporaryFolder();
    const outDir = makeBuild(join(place, 'dist'), 'old');
    const swaps = Array.from({ length: 4 }, (_, name) => {
      const sources = Array.from({ length: 25 }, (_, at) => makeBuild(join(place, `work-${name}-${at}`), `${name}`));
      const code = `const { replaceDist } = await import(${staging}); for (const from of ${JSON.stringify(sources)}) replaceDist(from, ${JSON.stringify(outDir)});`;
      return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });
    });
    const codes = await Promise.all(swaps.map(async (swap) => (await once(swap, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    const [first, second] = marks(outDir);
    expect(first).toBe(second);
    expect(readdirSync(place).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('sweeps what killed builds left, and nothing of those that live', () => {
    const builds = temporaryFolder();
    const { pid } = spawnSync(process.execPath, ['--eval', '']);
    const left = join(builds, `${pid}-0123abcd`);
    const living = join(builds, `${process.pid}-0123abcd`);
    for (const folder of [left, living, join(builds, 'cache')]) mkdirSync(folder);
    workFolder('/some/dist', builds);
    expect([left, living, join(builds, 'cache')].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  });
});
