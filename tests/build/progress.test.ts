import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { progressLine, tellingOf } from '../../src/build/progress.ts';
import { keepBuild, unchangedBuild } from '../../src/build/unchanged-build.ts';
import { nothingKept } from '../../src/catalog/kept.ts';

describe('the line of progress', () => {
  it('says how many records are done and how long the rest takes, and goes before anything else is printed', () => {
    let time = 0;
    const written: string[] = [];
    const line = progressLine({ checked: 100 }, { write: (text) => written.push(text), now: () => time });
    const kept = tellingOf(nothingKept, line);
    for (let record = 0; record < 50; record++) {
      time += 100;
      kept.at('checked', []);
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

describe('a build that stands', () => {
  /** A built folder of two files, and what was kept of its build. */
  function built() {
    const dist = mkdtempSync(join(tmpdir(), 'materia-dist-'));
    mkdirSync(join(dist, 'v1'));
    const files = { 'index.html': { bytes: 5, br: 'of h' }, 'v1/a.json': { bytes: 2 } };
    writeFileSync(join(dist, 'index.html'), 'hello');
    writeFileSync(join(dist, 'index.html.br'), 'h');
    writeFileSync(join(dist, 'v1/a.json'), '{}');
    writeFileSync(join(dist, '.assets.json'), JSON.stringify({ site: '', base: '', files }));
    const later = new Date(Date.now() + 1000);
    utimesSync(join(dist, '.assets.json'), later, later);
    let value: Uint8Array | undefined;
    keepBuild(dist, { value: undefined, put: (made) => (value = made) });
    return { dist, stands: () => unchangedBuild(dist, { value, put: () => {} }) !== undefined };
  }

  it('is found where nobody touched it', () => {
    expect(built().stands()).toBe(true);
    expect(unchangedBuild(built().dist, { value: undefined, put: () => {} })).toBeUndefined();
  });

  it.each<[string, (dist: string) => void]>([
    ['a file is gone', (dist) => rmSync(join(dist, 'v1/a.json'))],
    ['an encoding is gone', (dist) => rmSync(join(dist, 'index.html.br'))],
    ['a file is longer', (dist) => writeFileSync(join(dist, 'v1/a.json'), '{"a":1}')],
    ['a file came in', (dist) => writeFileSync(join(dist, 'other.html'), '')],
    ['the list is another', (dist) => writeFileSync(join(dist, '.assets.json'), '{"site":"","base":"","files":{}}')],
    ['the list is gone', (dist) => rmSync(join(dist, '.assets.json'))],
    [
      'a file of the same length is younger',
      (dist) => {
        writeFileSync(join(dist, 'index.html'), 'HELLO');
        const later = new Date(Date.now() + 5000);
        utimesSync(join(dist, 'index.html'), later, later);
      },
    ],
  ])('is none where %s', (_, spoil) => {
    const { dist, stands } = built();
    spoil(dist);
    expect(stands()).toBe(false);
  });
});
