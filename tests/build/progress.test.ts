import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFingerprint } from '../../src/build/built-site.ts';
import { endedBuild, lastBuild } from '../../src/build/last-build.ts';
import { progressLine, tellingOf } from '../../src/build/progress.ts';
import { nothingKept } from '../../src/catalog/kept.ts';
import { digestOf, listText, writeList } from '../support/file-lists.ts';

describe('the line of progress', () => {
  it('says how many records are done and how long the rest takes, and goes before anything else is printed', () => {
    let time = 0;
    const written: string[] = [];
    const line = progressLine({ entry: 100 }, { write: (text) => written.push(text), now: () => time });
    const kept = tellingOf(nothingKept, line);
    for (let record = 0; record < 50; record++) {
      time += 100;
      kept.at('entry', []);
    }
    expect(written.at(-1)).toMatch(/Reading records: (?:49|50) of 100, [56] s left$/);
    expect(written.length).toBeLessThanOrEqual(25);
    line.clear();
    expect(written.at(-1)).toBe('\r\x1b[K');
  });

  it('stays silent where nothing is worth telling', () => {
    const written: string[] = [];
    const line = progressLine({}, { write: (text) => written.push(text), now: () => 1000 });
    tellingOf(nothingKept, line).at('page', []);
    line.clear();
    expect(written).toEqual([]);
  });
});

describe('the fingerprint of a built folder', () => {
  const told = (list?: string): string | undefined => {
    const dist = mkdtempSync(join(tmpdir(), 'materia-dist-'));
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
    const dist = mkdtempSync(join(tmpdir(), 'materia-dist-'));
    mkdirSync(join(dist, '.assets.json'));
    expect(builtFingerprint(dist)).toBeUndefined();
  });
});

describe('a build that stands', () => {
  /** A built folder of two files, what was kept of its build, and a folder for the next. */
  function built() {
    const place = mkdtempSync(join(tmpdir(), 'materia-dist-'));
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
    const value = endedBuild(dist, new Map([['index.html', 'key of hello']]));
    const open = (kept: Uint8Array | undefined = value) =>
      lastBuild({ key: '', value: kept, put: () => {} }, { outDir: dist, staging });
    return { dist, staging, open, stands: () => open().untouched() !== undefined };
  }

  it('is found where nobody touched it', () => {
    expect(built().stands()).toBe(true);
    expect(
      lastBuild({ key: '', value: undefined, put: () => {} }, { outDir: built().dist, staging: '' }).untouched(),
    ).toBeUndefined();
  });

  it.each<[string, (dist: string) => void]>([
    ['a file is gone', (dist) => rmSync(join(dist, 'v1/a.json'))],
    ['an encoding is gone', (dist) => rmSync(join(dist, 'index.html.br'))],
    ['a file is longer', (dist) => writeFileSync(join(dist, 'v1/a.json'), '{"a":1}')],
    ['a file came in', (dist) => writeFileSync(join(dist, 'other.html'), '')],
    ['the list is another', (dist) => writeList(dist, {})],
    ['the list is gone', (dist) => rmSync(join(dist, '.assets.json'))],
    ['a file of the same length is younger', (dist) => rewrite(join(dist, 'index.html'), 'HELLO')],
  ])('is none where %s', (_, spoil) => {
    const { dist, stands } = built();
    spoil(dist);
    expect(stands()).toBe(false);
  });

  it('hands over files with the bytes or of the inputs that are wanted, with their encodings', () => {
    const { staging, open } = built();
    const last = open();
    expect(last.take('v1/a.json', digestOf('{}'))).toBe(true);
    expect(last.takeMade('index.html', 'key of hello')).toBe(true);
    expect(readFileSync(join(staging, 'v1/a.json'), 'utf8')).toBe('{}');
    expect(readFileSync(join(staging, 'index.html.br'), 'utf8')).toBe('h');
    expect([...last.linked].toSorted()).toEqual(['index.html', 'index.html.br', 'v1/a.json']);
    expect([...last.taken.keys()].toSorted()).toEqual(['index.html', 'v1/a.json']);
  });

  it('hands over nothing else', () => {
    const { open } = built();
    const last = open();
    expect(last.take('v1/a.json', digestOf('other bytes'))).toBe(false);
    expect(last.take('v1/b.json', digestOf('{}'))).toBe(false);
    expect(last.takeMade('index.html', 'key of another')).toBe(false);
    expect(last.takeMade('v1/a.json', '')).toBe(false);
    expect(last.taken.size).toBe(0);
  });

  it.each<[string, (dist: string) => void]>([
    ['it is longer', (dist) => writeFileSync(join(dist, 'index.html'), 'hello!')],
    ['it is younger', (dist) => rewrite(join(dist, 'index.html'), 'HELLO')],
    ['an encoding is younger', (dist) => rewrite(join(dist, 'index.html.br'), 'H')],
    ['an encoding is gone', (dist) => rmSync(join(dist, 'index.html.br'))],
    ['the list is another', (dist) => writeList(dist, {})],
  ])('does not hand over a file where %s', (_, spoil) => {
    const { dist, open } = built();
    spoil(dist);
    expect(open().takeMade('index.html', 'key of hello')).toBe(false);
  });

  function rewrite(file: string, text: string): void {
    writeFileSync(file, text);
    const later = new Date(Date.now() + 5000);
    utimesSync(file, later, later);
  }
});
