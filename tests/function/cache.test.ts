import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../src/function/files/cache.ts';
import { testApp } from '../support/function-app.ts';

describe('a cache', () => {
  it('drops what was unused longest, and never holds more than it may', () => {
    const cache = createCache<string>(6, ({ length }) => length);
    cache.set('a', '12');
    cache.set('b', '34');
    cache.set('c', '56');
    cache.get('a');
    cache.set('d', '78');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['12', undefined, '56', '78']);
    cache.set('e', 'too large to hold');
    expect(cache.get('e')).toBeUndefined();
  });

  it('gives back the last value of a key, or none', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 0, max: 20 }), (steps, size) => {
        const cache = createCache<number>(size, (value) => value);
        const last = new Map<string, number>();
        for (const [key, value] of steps) {
          cache.set(key, value);
          last.set(key, value);
          const held = [...last].filter(([known]) => cache.get(known) !== undefined);
          for (const [known, expected] of held) expect(cache.get(known)).toBe(expected);
          expect(held.reduce((sum, [, one]) => sum + one, 0)).toBeLessThanOrEqual(size);
        }
      }),
    );
  });
});

describe('an answer that was given', () => {
  it('is given again, byte for byte, and still counts and revalidates', async () => {
    let runs = 0;
    const { service } = await testApp();
    const operations = service.operations.map((one) => ({
      ...one,
      run: (...args: Parameters<typeof one.run>) => {
        runs += 1;
        return one.run(...args);
      },
    }));
    const { ask } = await testApp({ operations });
    const first = await ask('/v1/lookup?name=testamine');
    const again = await ask('/v1/lookup?name=testamine');
    expect(await again.text()).toBe(await first.text());
    expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers));
    const tag = first.headers.get('etag') as string;
    expect((await ask('/v1/lookup?name=testamine', { headers: { 'If-None-Match': tag } })).status).toBe(304);
    expect(runs).toBe(1);
  });

  it('is none when it was a problem', async () => {
    const { ask, requests } = await testApp();
    for (const at of [1, 2]) expect([at, (await ask('/v1/lookup?name=qzqzqz')).status]).toEqual([at, 404]);
    expect(requests).toHaveLength(2);
  });
});
