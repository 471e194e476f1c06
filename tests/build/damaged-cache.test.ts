import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/build/file-system.ts';
import { buildContent, digestsBelow, smallCopyOf } from '../support/build.ts';

/** Numbers below 1 that follow from a seed (a linear congruential generator). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Flips a bit in one byte of each 64 KB, and in at least one. */
function damage(file: string, next: () => number): void {
  const bytes = readFileSync(file);
  for (let at = 0; at < Math.max(1, bytes.length / 65_536); at++) {
    const place = Math.floor(next() * bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(next() * 8));
  }
  writeFileSync(file, bytes);
}

describe('a build with a cache that is damaged', () => {
  let [place, content, cache, dist] = ['', '', '', ''];
  let expected: Record<string, string>;
  const build = (env: Record<string, string> = {}) => {
    const built = buildContent(content, { CACHE_DIR: cache, ...env });
    return { ...built, files: digestsBelow(built.dist) };
  };
  beforeAll(() => {
    content = smallCopyOf('minimal');
    place = dirname(content);
    [cache, dist] = [join(place, 'cache'), join(place, 'dist')];
    expected = build().files;
    cpSync(cache, join(place, 'sound'), { recursive: true });
    return () => rmSync(place, { recursive: true });
  });

  it.each([1, 2])('writes what it would write from nothing, without a stack: seed %i', (seed) => {
    const next = random(seed);
    rmSync(cache, { recursive: true });
    cpSync(join(place, 'sound'), cache, { recursive: true });
    for (const path of filesBelow(cache)) damage(join(cache, path), next);
    if (seed % 2) rmSync(dist, { recursive: true });
    const { status, output, files } = build();
    expect(output).not.toMatch(/^ {4}at /m);
    expect(status).toBe(0);
    expect(files).toEqual(expected);
    // Damage that is found at the end costs the next build its cache, too.
    build();
    expect(build().output).toContain('Nothing changed since the last build');
  });

  it('says which folder cannot be written, and builds without it', () => {
    writeFileSync(join(place, 'a-file'), '');
    const { status, output, files } = build({ CACHE_DIR: join(place, 'a-file/cache') });
    expect(output).toContain(`The cache in ${join(place, 'a-file/cache')} cannot be used`);
    expect(output).toContain('CACHE_DIR names another folder');
    expect([status, files]).toEqual([0, expected]);
  });

  it('takes no limit of its size that is no number', () => {
    const { status, output } = build({ CACHE_MB: 'much' });
    expect([status, output]).toEqual([1, expect.stringContaining('CACHE_MB is "much"; write megabytes')]);
  });
});

describe('why a file was rebuilt', () => {
  const content = smallCopyOf('minimal');
  const explain = (path: string): string => buildContent(content, {}, ['--explain', path]).output;

  it.each<[string, string, () => void, RegExp]>([
    ['there is no previous build', 'medication/minimol.html', () => {}, /was built: there is no previous build/],
    ['nothing changed', '/dist/medication/minimol.html', () => {}, /was not rebuilt: sources, content, .* last build/],
    [
      'the record changed',
      'medication/minimol.html',
      () => editRecord(),
      /was rebuilt, because this changed: the record or class and what is documented of it/,
    ],
    [
      'another record changed',
      'supplement/miniroot.html',
      () => editRecord(),
      /was reused: what it is made of is the same \(site\.yaml; .*\), and so is the code/,
    ],
    ['it lists the whole catalog', 'llms-index.json', () => editRecord(), /was rebuilt: its bytes are others/],
    [
      'somebody wrote into dist/',
      'medication/minimol.html',
      () => writeFileSync(join(content, '../dist/medication/minimol.html'), 'x'),
      /was built: the file in dist\/ was changed or removed/,
    ],
    ['it does not exist', 'medication/nobody.html', () => {}, /has no file medication\/nobody\.html; a path is/],
  ])('is told where %s', (_, path, change, expected) => {
    change();
    expect(explain(path)).toMatch(expected);
  });

  let count = 0;
  const editRecord = (): void => {
    const file = join(content, 'medication/minimol.yaml');
    count += 1;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/- Small soreness.*/, `- Small soreness ${count}`));
  };
});
