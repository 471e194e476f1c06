import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/build/file-system.ts';
import { endedBuild, lastBuild, listDigest } from '../../src/build/last-build.ts';
import { spareOf, tendSpares } from '../../src/build/spare-tree.ts';
import { buildContent, copyOf, fixtures } from '../support/build.ts';
import { digestOf, writeList } from '../support/file-lists.ts';

const FILES = { 'a/one.html': 'one', 'a/one.html.br': '1', 'b/two.json': 'two', 'c/three.md': 'three' };

/** A built folder, the tree that it replaced, in which two.json was another and c/ had one file more, and a folder to work in. */
function twoBuilds() {
  const place = mkdtempSync(join(tmpdir(), 'materia-spare-'));
  const [dist, kept, own, staging] = ['dist', 'kept', 'own', 'staging'].map((name) => join(place, name)) as [
    string,
    string,
    string,
    string,
  ];
  const put = (folder: string, path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const list = (folder: string, sha256: (path: string) => string): void => {
    const files = Object.fromEntries(
      ['a/one.html', 'b/two.json', 'c/three.md'].map((path) => [
        path,
        {
          sha256: sha256(path),
          bytes: readFileSync(join(folder, path)).length,
          ...(path.startsWith('a') && { br: digestOf('1') }),
        },
      ]),
    );
    writeList(folder, files);
    const later = new Date(Date.now() + 1000);
    utimesSync(join(folder, '.assets.json'), later, later);
  };
  for (const [path, text] of Object.entries(FILES)) put(dist, path, text);
  for (const path of ['a/one.html', 'a/one.html.br', 'c/three.md']) {
    mkdirSync(dirname(join(kept, path)), { recursive: true });
    linkSync(join(dist, path), join(kept, path));
  }
  put(kept, 'b/two.json', 'too');
  put(kept, 'c/gone/four.md', 'four');
  list(dist, digestOf);
  list(kept, (path) => digestOf(path === 'b/two.json' ? 'another' : path));
  mkdirSync(staging);
  const value = endedBuild(dist, new Map(), { list: listDigest(kept), differing: ['b/two.json'] });
  const open = (bytes: Uint8Array = value) =>
    lastBuild({ key: '', value: bytes, put: () => {} }, { outDir: dist, staging, spare: { kept, own } });
  const taken = (last = open()): boolean[] =>
    ['a/one.html', 'b/two.json', 'c/three.md'].map((path) => last.take(path, digestOf(path)));
  return { dist, kept, own, staging, open, taken };
}

const textsBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
const inode = (...parts: string[]): number => statSync(join(...parts)).ino;
const later = new Date(Date.now() + 5000);

describe('the tree that a build has replaced', () => {
  it('holds what is the same in the new one, which needs no link', () => {
    const { dist, kept, own, staging, open, taken } = twoBuilds();
    const before = textsBelow(dist);
    const last = open();
    expect(taken(last)).toEqual([true, true, true]);
    expect(existsSync(kept)).toBe(false);
    expect([...last.linked]).toEqual(['b/two.json']);
    expect(filesBelow(staging)).toEqual(['b/two.json']);
    writeFileSync(join(staging, 'new.md'), 'new');
    expect(last.whole()).toBe(own);
    expect(textsBelow(own)).toEqual({ ...FILES, 'new.md': 'new' });
    expect(existsSync(join(own, 'c/gone'))).toBe(false);
    expect(inode(own, 'a/one.html')).toBe(inode(dist, 'a/one.html'));
    expect(textsBelow(dist)).toEqual(before);
  });

  it('is not written into: what a new build has otherwise takes the place of a shared file', () => {
    const { dist, own, staging, open } = twoBuilds();
    const last = open();
    expect(last.take('c/three.md', digestOf('c/three.md'))).toBe(true);
    mkdirSync(join(staging, 'a'));
    writeFileSync(join(staging, 'a/one.html'), 'another');
    last.whole();
    expect(textsBelow(own)).toEqual({ 'a/one.html': 'another', 'c/three.md': 'three' });
    expect(readFileSync(join(dist, 'a/one.html'), 'utf8')).toBe('one');
  });

  it('gives a file the place of a folder, and a folder that of a file', () => {
    const { own, staging, open } = twoBuilds();
    const last = open();
    expect(last.take('c/three.md', digestOf('c/three.md'))).toBe(true);
    writeFileSync(join(staging, 'a'), 'a file');
    mkdirSync(join(staging, 'b/two.json'), { recursive: true });
    writeFileSync(join(staging, 'b/two.json/x'), 'x');
    last.whole();
    expect(textsBelow(own)).toEqual({ a: 'a file', 'b/two.json/x': 'x', 'c/three.md': 'three' });
  });

  it.each<[string, (kept: string) => void]>([
    ['is gone', (kept) => rmSync(join(kept, 'c/three.md'))],
    [
      'was written since',
      (kept) => {
        rmSync(join(kept, 'c/three.md'));
        writeFileSync(join(kept, 'c/three.md'), 'THREE');
        utimesSync(join(kept, 'c/three.md'), later, later);
      },
    ],
  ])('holds no file that %s: it is linked', (_, spoil) => {
    const { kept, open, taken } = twoBuilds();
    spoil(kept);
    const last = open();
    expect(taken(last)).toEqual([true, true, true]);
    expect([...last.linked].toSorted()).toEqual(['b/two.json', 'c/three.md']);
    expect(readFileSync(join(last.whole(), 'c/three.md'), 'utf8')).toBe('three');
  });

  it.each<[string, (builds: ReturnType<typeof twoBuilds>) => Uint8Array | undefined]>([
    [
      'another build has taken it',
      ({ kept }) => {
        rmSync(kept, { recursive: true });
        return undefined;
      },
    ],
    [
      'it is another',
      ({ kept }) => {
        writeList(kept, {});
        return undefined;
      },
    ],
    ['none was kept', ({ dist }) => endedBuild(dist, new Map())],
  ])('is not used where %s: files are linked', (_, spoil) => {
    const builds = twoBuilds();
    const value = spoil(builds);
    const last = value ? builds.open(value) : builds.open();
    expect(builds.taken(last)).toEqual([true, true, true]);
    expect(last.whole()).toBe(builds.staging);
    expect(textsBelow(builds.staging)).toEqual(FILES);
  });

  it('is left where it lies until something can be taken over', () => {
    const { kept, open } = twoBuilds();
    const last = open();
    expect(last.take('a/one.html', digestOf('other bytes'))).toBe(false);
    expect(existsSync(kept)).toBe(true);
  });

  it('is dropped with the folder that it is for, and after some days', () => {
    const { dist, kept } = twoBuilds();
    const spares = mkdtempSync(join(tmpdir(), 'materia-spares-'));
    const keep = (): string => {
      cpSync(kept, spareOf(spares, dist), { recursive: true, preserveTimestamps: true });
      tendSpares(spares, dist, true);
      return spareOf(spares, dist);
    };
    const spare = keep();
    expect(existsSync(spare)).toBe(true);
    mkdirSync(join(spares, 'other'));
    tendSpares(spares, '/some/dist', false);
    expect([existsSync(spare), existsSync(join(spares, 'other'))]).toEqual([true, false]);
    const old = new Date(Date.now() - 15 * 86_400_000);
    utimesSync(join(spare, '.assets.json'), old, old);
    tendSpares(spares, '/some/dist', false);
    expect(existsSync(spare)).toBe(false);
    keep();
    tendSpares(spares, dist, false);
    expect(existsSync(spare)).toBe(false);
    keep();
    rmSync(dist, { recursive: true });
    tendSpares(spares, '/some/dist', false);
    expect(existsSync(spare)).toBe(false);
  });
});

describe('a site built again and again', () => {
  const digests = (folder: string): string[] =>
    filesBelow(folder).map(
      (path) =>
        `${path} ${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}`,
    );

  it('goes back and forth between two trees, each byte for byte what was built', () => {
    const content = copyOf(join(fixtures, 'full'));
    const cache = join(content, '../cache');
    const file = join(content, 'medication/testamine.yaml');
    const texts = [readFileSync(file, 'utf8')];
    texts.push((texts[0] as string).replace('Testamine can cause', 'Testamine may cause'));
    const build = (text: string): string => {
      writeFileSync(file, text);
      rmSync(join(content, 'ledger.json'), { force: true });
      const { status, dist, output } = buildContent(content, { CACHE_DIR: cache });
      expect([status, output]).toEqual([0, expect.stringContaining('Built 5 records')]);
      return dist;
    };
    const dist = build(texts[0] as string);
    const spare = spareOf(join(cache, 'spares'), dist);
    const first = { of: digests(dist), inode: inode(dist) };
    // Nothing was replaced: what was built has a twin.
    expect(digests(spare)).toEqual(first.of);
    const twin = inode(spare);
    build(texts[1] as string);
    const second = { of: digests(dist), inode: inode(dist) };
    expect(second.inode).toBe(twin);
    expect(digests(spare)).toEqual(first.of);
    expect(second.of).not.toEqual(first.of);
    build(texts[0] as string);
    expect(inode(dist)).toBe(first.inode);
    // The list of files tells the time of the sources, too.
    const but = (list: string[]): string[] => list.filter((line) => !line.startsWith('.assets.json '));
    expect(but(digests(dist))).toEqual(but(first.of));
    expect(digests(spare)).toEqual(second.of);
  });
});
