import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/build/cache-store.ts';
import { builtFingerprint, previousBuild } from '../../src/build/previous-build.ts';
import { noCache } from '../../src/catalog/cache.ts';
import { digestOf, listText, writeList } from '../support/file-lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the fingerprint of a built folder', () => {
  const told = (list?: string): string | undefined => {
    const dist = temporaryFolder();
    if (list !== undefined) writeFileSync(join(dist, '.assets.json'), list);
    return builtFingerprint(dist);
  };
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`a${at}.html`, { bytes: 1, sha256: digestOf('a') }]),
  );
  const list = listText(many, { fingerprint: 'f1' });

  it('is read from a list that is whole', () => {
    expect(told(list)).toBe('f1');
    expect(told(listText({}, { fingerprint: 'f2' }))).toBe('f2');
  });

  it.each([
    ['that was cut off', list.slice(0, 600)],
    ['of another form', listText({})],
    ['with nothing in it', ''],
    ['that is not there', undefined],
  ])('is none of a list %s', (_, text) => {
    expect(told(text)).toBeUndefined();
  });

  it('is none where the list cannot be read', () => {
    const dist = temporaryFolder();
    mkdirSync(join(dist, '.assets.json'));
    expect(builtFingerprint(dist)).toBeUndefined();
  });
});

describe('the previous build', () => {
  /** A built folder of two files, the cached record of its build, and a folder for the next. */
  function built() {
    const place = temporaryFolder();
    const [dist, staging] = [join(place, 'dist'), join(place, 'staging')];
    mkdirSync(join(dist, 'v1'), { recursive: true });
    const files = {
      'index.html': { bytes: 5, sha256: digestOf('hello'), br: digestOf('h') },
      'v1/a.json': { bytes: 2, sha256: digestOf('{}') },
    };
    writeFileSync(join(dist, 'index.html'), 'hello');
    writeFileSync(join(dist, 'index.html.br'), 'h');
    writeFileSync(join(dist, 'v1/a.json'), '{}');
    writeList(dist, files);
    const later = new Date(Date.now() + 1000);
    utimesSync(join(dist, '.assets.json'), later, later);
    const cache = openCache({ folder: join(place, 'cache'), say: () => {} });
    const open = () => previousBuild(cache, dist);
    open().replaceBy(readFileSync(join(dist, '.assets.json'), 'utf8'), 'inputs', new Map([['index.html', 'of hello']]));
    return { dist, staging, open, isCurrent: () => open().isCurrent('inputs') };
  }

  it('is current where nobody touched it, of the same inputs, in the cache that knows it', () => {
    const { dist, open, isCurrent } = built();
    expect(isCurrent()).toBe(true);
    expect(open().isCurrent('others')).toBe(false);
    expect(previousBuild(noCache, dist)).toMatchObject({ isKnown: false, made: {} });
    expect(previousBuild(noCache, dist).isCurrent('inputs')).toBe(false);
  });

  it.each<[string, (dist: string) => void]>([
    ['a file is gone', (dist) => rmSync(join(dist, 'v1/a.json'))],
    ['an encoding is gone', (dist) => rmSync(join(dist, 'index.html.br'))],
    ['a file is longer', (dist) => writeFileSync(join(dist, 'v1/a.json'), '{"a":1}')],
    ['a file came in', (dist) => writeFileSync(join(dist, 'other.html'), '')],
    ['the list is another', (dist) => writeList(dist, {})],
    ['the list is gone', (dist) => rmSync(join(dist, '.assets.json'))],
    ['a file of the same length is younger', (dist) => rewrite(join(dist, 'index.html'), 'HELLO')],
  ])('is not current where %s', (_, spoil) => {
    const { dist, isCurrent } = built();
    spoil(dist);
    expect(isCurrent()).toBe(false);
  });

  it('links files with the bytes or of the inputs that are wanted, with their encodings', () => {
    const { staging, open } = built();
    const reused = open().reuseIn(staging);
    expect(reused.byDigest('v1/a.json', digestOf('{}'))).toBe(true);
    expect(reused.byInputs('index.html', 'of hello')).toBe(true);
    expect(readFileSync(join(staging, 'v1/a.json'), 'utf8')).toBe('{}');
    expect(readFileSync(join(staging, 'index.html.br'), 'utf8')).toBe('h');
    expect([...reused.paths].toSorted()).toEqual(['index.html', 'index.html.br', 'v1/a.json']);
    expect([...reused.files.keys()].toSorted()).toEqual(['index.html', 'v1/a.json']);
  });

  it('links nothing else', () => {
    const { open, staging } = built();
    const reused = open().reuseIn(staging);
    expect(reused.byDigest('v1/a.json', digestOf('other bytes'))).toBe(false);
    expect(reused.byDigest('v1/b.json', digestOf('{}'))).toBe(false);
    expect(reused.byInputs('index.html', 'of another')).toBe(false);
    expect(reused.byInputs('v1/a.json', '')).toBe(false);
    expect(reused.files.size).toBe(0);
  });

  it.each<[string, (dist: string) => void]>([
    ['it is longer', (dist) => writeFileSync(join(dist, 'index.html'), 'hello!')],
    ['it is younger', (dist) => rewrite(join(dist, 'index.html'), 'HELLO')],
    ['an encoding is younger', (dist) => rewrite(join(dist, 'index.html.br'), 'H')],
    ['an encoding is gone', (dist) => rmSync(join(dist, 'index.html.br'))],
    ['the list is another', (dist) => writeList(dist, {})],
  ])('does not link a file where %s', (_, spoil) => {
    const { dist, open, staging } = built();
    spoil(dist);
    expect(open().reuseIn(staging).byInputs('index.html', 'of hello')).toBe(false);
  });

  it('is of use on one disk alone', () => {
    const { open } = built();
    expect(open().reuseIn('/dev/shm/no/such/disk\0').byInputs('index.html', 'of hello')).toBe(false);
  });

  function rewrite(file: string, text: string): void {
    writeFileSync(file, text);
    const later = new Date(Date.now() + 5000);
    utimesSync(file, later, later);
  }
});
