import { describe, expect, it } from 'vitest';
import { OTHERS, plain } from '../../src/names/known-names.ts';
import { ingredientsOf, type NameIndex, thingsNamed } from '../../src/names/name-index.ts';
import { nameAt, namesOf } from '../../src/names/name-list.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { joined, normalize } from '../../src/text/normalize.ts';
import { catalog } from '../fixtures/names/catalog.ts';
import { indexOf, slipsOf } from '../fixtures/names/index.ts';

const whole = indexOf();
const lettersOf = (name: string): string => joined(normalize(name));
const own = new Set(whole.own.map(({ text }) => lettersOf(text)));
const names = [...new Set(Array.from(whole.known.starts, (_, number) => plain(nameAt(whole.known, number))))].filter(
  (name) => !own.has(lettersOf(name)),
);

/** Numbers from 0 to below `below`, the same for the same seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const withoutOthers = (index: NameIndex, thing: number): string =>
  ingredientsOf(index, thing)
    .filter((one) => one !== OTHERS)
    .toSorted()
    .join();

/** Whether an answer is a drug other than the one of the name: none of its substances, and no line with both names. */
function isAnother(name: string, matched: string, substances: readonly string[]): boolean {
  const things = thingsNamed(whole, lettersOf(name));
  const linesOf = (text: string) => namesOf(whole.known, lettersOf(text)).map((number) => whole.known.lines[number]);
  return (
    !things.some((thing) => withoutOthers(whole, thing) === substances.toSorted().join()) &&
    !linesOf(name).some((line) => linesOf(matched).includes(line))
  );
}

describe('a real name that the list does not have', () => {
  const seeds = [1, 2, 3];
  const asked = seeds.flatMap((seed) => {
    const next = random(seed);
    const left = names.filter(() => next(10) === 0);
    const out = new Set(left.map(lettersOf));
    const index = indexOf(catalog, (name) => !out.has(lettersOf(name)));
    return left.map((name) => ({ name, resolution: resolveName(index, name) }));
  });

  it('is answered with another drug at most once in 10,000: a tenth left out, three times', () => {
    const wrong = asked.flatMap(({ name, resolution }) =>
      resolution.status === 'found' && isAnother(name, resolution.match.matched, resolution.record.substances)
        ? [`${name} -> ${resolution.record.slug} (${resolution.match.matched})`]
        : [],
    );
    expect(asked.length).toBeGreaterThan(10_000);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Math.floor(asked.length / 10_000));
  });
});

describe('a slip in the name of a record', () => {
  const next = random(4);
  const slip = (word: string): string => {
    const slips = slipsOf(word).filter((one) => one !== word);
    return slips[next(slips.length)] as string;
  };
  const rows = catalog.flatMap(({ kind, slug, name, substances }) => {
    const text = normalize(name);
    // A word of three letters or a code must stand, and short names are not guessed.
    if (joined(text).length < 6 || /\d|\b\w{1,3}\b/.test(text)) return [];
    return Array.from({ length: 20 }, () => slip(text)).map((once) => ({
      kind,
      slug,
      substances,
      once,
      twice: slip(once),
    }));
  });
  const isReal = (text: string) => thingsNamed(whole, joined(text)).length > 0;
  const tried = (spelling: 'once' | 'twice') => {
    const some = rows.filter((row) => !isReal(row[spelling]) && row[spelling] !== row.slug);
    const answers = some.map((row) => ({ row, resolution: resolveName(whole, row[spelling]) }));
    const share = (count: number) => count / answers.length;
    const right = answers.filter(
      ({ row, resolution }) =>
        resolution.status === 'found' && resolution.record.substances.join() === row.substances.join(),
    );
    const offered = answers.filter(
      ({ row, resolution }) =>
        resolution.status !== 'found' &&
        resolution.suggestions.some(({ kind, slug }) => kind === row.kind && slug === row.slug),
    );
    const wrong = answers.filter(
      ({ row, resolution }) =>
        resolution.status === 'found' && resolution.record.substances.join() !== row.substances.join(),
    );
    return { right: share(right.length), rightOrOffered: share(right.length + offered.length), wrong: wrong.length };
  };

  it('leads there in 94 of 100, and there or to a choice with it in 99', () => {
    const { right, rightOrOffered, wrong } = tried('once');
    expect(right).toBeGreaterThanOrEqual(0.94);
    expect(rightOrOffered).toBeGreaterThanOrEqual(0.99);
    expect(wrong).toBe(0);
  });

  it('leads there in 70 of 100 when there are two, and there or to a choice with it in 88', () => {
    const { right, rightOrOffered, wrong } = tried('twice');
    expect(right).toBeGreaterThanOrEqual(0.7);
    expect(rightOrOffered).toBeGreaterThanOrEqual(0.88);
    expect(wrong).toBe(0);
  });
});
