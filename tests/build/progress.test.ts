import { describe, expect, it } from 'vitest';
import { progressLine, reporting } from '../../src/build/progress.ts';
import { noCache } from '../../src/catalog/cache.ts';

describe('the line of progress', () => {
  it('says how many records are done and how long the rest takes, and goes before anything else is printed', () => {
    let time = 0;
    const written: string[] = [];
    const line = progressLine({ entry: 100 }, { write: (text) => written.push(text), now: () => time });
    const cache = reporting(noCache, line);
    for (let record = 0; record < 50; record++) {
      time += 100;
      cache.at('entry', []);
    }
    expect(written.at(-1)).toMatch(/Reading records: (?:49|50) of 100, [56] s left$/);
    expect(written.length).toBeLessThanOrEqual(25);
    line.clear();
    expect(written.at(-1)).toBe('\r\x1b[K');
  });

  it('stays silent where nothing is worth telling', () => {
    const written: string[] = [];
    const line = progressLine({}, { write: (text) => written.push(text), now: () => 1000 });
    reporting(noCache, line).at('page', []);
    line.clear();
    expect(written).toEqual([]);
  });
});
