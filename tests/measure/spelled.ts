import { OTHERS, plain } from '../../src/names/known-names.ts';
import { type NamedRecord, type NameIndex, thingsNamed } from '../../src/names/name-index.ts';
import { listNames, nameAt, namesOf } from '../../src/names/name-list.ts';
import { type Resolution, resolveName } from '../../src/names/resolve.ts';
import { joined, normalize } from '../../src/text/normalize.ts';
import { catalog, knownText, rowsOf } from '../fixtures/names/catalog.ts';
import { answerOf, fixtureNames, indexOf, slipsOf } from '../fixtures/names/index.ts';

/** Shares of some misspellings, 0 to 1, and how many were answered with another drug. */
export interface SpellingShares {
  readonly count: number;
  readonly right: number;
  /** Right, or a choice that has the right record. */
  readonly rightOrOffered: number;
  readonly wrong: number;
}

interface Spelled {
  readonly isRight: boolean;
  readonly isWrong: boolean;
  readonly isOffered: boolean;
}

function sharesOf(some: readonly Spelled[]): SpellingShares {
  const share = (count: number): number => count / some.length;
  return {
    count: some.length,
    right: share(some.filter(({ isRight }) => isRight).length),
    rightOrOffered: share(some.filter(({ isRight, isOffered }) => isRight || isOffered).length),
    wrong: some.filter(({ isWrong }) => isWrong).length,
  };
}

const offers = (resolution: Resolution, ref: string): boolean =>
  resolution.status !== 'found' && resolution.suggestions.some(({ kind, slug }) => `${kind}/${slug}` === ref);

/** A spelling of tests/fixtures/names/misspellings.tsv with what it is read as. */
export interface Misspelling extends Spelled {
  readonly typed: string;
  readonly meant: string;
  readonly edits: number;
  readonly answer: string;
}

/** The set of misspellings, as people made them. */
export const misspellings = (index: NameIndex): Misspelling[] =>
  rowsOf('misspellings.tsv').map(([typed = '', meant = '', , edits = '']) => {
    const resolution = resolveName(index, typed);
    const answer = answerOf(resolution);
    const isRight = answer === meant;
    return {
      typed,
      meant,
      edits: Number(edits),
      answer,
      isRight,
      isOffered: offers(resolution, meant),
      isWrong: !isRight && !['ambiguous_name', 'not_recognized'].includes(answer),
    };
  });

export const misspellingShares = (all: readonly Misspelling[], edits: number): SpellingShares =>
  sharesOf(all.filter((one) => one.edits === edits));

/** Slips in the names of the records, made by chance: one in each, and a second in each of those. */
export function slipShares(index: NameIndex): Readonly<Record<'once' | 'twice', SpellingShares>> {
  const next = random(4);
  const slip = (word: string): string => {
    const slips = slipsOf(word).filter((one) => one !== word);
    return slips[next(slips.length)] as string;
  };
  const rows = catalog.flatMap((record) => {
    const text = normalize(record.name);
    // A word of three letters or a code must stand, and short names are not guessed.
    if (joined(text).length < 6 || /\d|\b\w{1,3}\b/.test(text)) return [];
    return Array.from({ length: 20 }, () => slip(text)).map((once) => ({ ...record, once, twice: slip(once) }));
  });
  const isReal = (text: string): boolean => thingsNamed(index, joined(text)).length > 0;
  const tried = (spelling: 'once' | 'twice'): SpellingShares =>
    sharesOf(
      rows
        .filter((row) => !isReal(row[spelling]) && row[spelling] !== row.slug)
        .map((row) => {
          const resolution = resolveName(index, row[spelling]);
          const isFound = resolution.status === 'found';
          const isRight = isFound && resolution.record.substances.join() === row.substances.join();
          return { isRight, isWrong: isFound && !isRight, isOffered: offers(resolution, `${row.kind}/${row.slug}`) };
        }),
    );
  return { once: tried('once'), twice: tried('twice') };
}

/** All slips in generic names of medications, and every fifth in brands of those that harm most by mistake. */
export function nameSlips(
  index: NameIndex,
  records: readonly NamedRecord[],
): { generic: SpellingShares; highRiskBrands: SpellingShares & { readonly byBrand: readonly string[] } } {
  const medications = records.filter(({ kind }) => kind === 'medication');
  const isGeneric = ({ name }: NamedRecord, text: string): boolean =>
    index.nearSource(normalize(text)) === 'own' || normalize(text) === normalize(name);
  const tried = (record: NamedRecord, text: string, every: number) =>
    slippedNames(index, text, every).map((typed) => {
      const resolution = resolveName(index, typed);
      const isFound = resolution.status === 'found';
      const isRight = isFound && resolution.record.substances.join() === record.substances.join();
      const isByBrand =
        isFound && resolution.match.method === 'fuzzy' && !isGeneric(resolution.record, resolution.match.matched);
      const isOffered = offers(resolution, `${record.kind}/${record.slug}`);
      return { typed, isRight, isWrong: isFound && !isRight, isOffered, isByBrand };
    });
  const generic = medications.flatMap((record) => tried(record, record.name, 1));
  const brands = medications
    .filter(({ isHighRisk }) => isHighRisk)
    .flatMap((record) =>
      record.names.flatMap(({ text, sort }) => (sort === 'alias' && !text.includes(' ') ? tried(record, text, 5) : [])),
    );
  const byBrand = brands.filter((one) => one.isByBrand).map(({ typed }) => typed);
  return { generic: sharesOf(generic), highRiskBrands: { ...sharesOf(brands), byBrand } };
}

/** A word of three letters or a code must stand, and short names are not guessed. */
function slippedNames(index: NameIndex, name: string, every: number): string[] {
  const text = normalize(name);
  if (joined(text).length < 6 || /\d|\b\w{1,3}\b/.test(text)) return [];
  return [...new Set(slipsOf(text))].filter(
    (typed, at) => at % every === 0 && typed !== text && thingsNamed(index, joined(typed)).length === 0,
  );
}

/** Real names that were left out of the list, a tenth of them for each seed, and those that were answered with another drug. */
export function heldOut(seeds: readonly number[]): { count: number; wrong: string[] } {
  const whole = fixtureNames();
  const own = new Set(catalog.flatMap(({ names }) => names.map(({ text }) => lettersOf(text))));
  const all = Array.from(known.starts, (_, number) => plain(nameAt(known, number)));
  const names = [...new Set(all)].filter((name) => !own.has(lettersOf(name)));
  const asked = seeds.flatMap((seed) => {
    const next = random(seed);
    const left = names.filter(() => next(10) === 0);
    const out = new Set(left.map(lettersOf));
    const index = indexOf(catalog, (name) => !out.has(lettersOf(name)));
    return left.map((name) => ({ name, resolution: resolveName(index, name) }));
  });
  const wrong = asked.flatMap(({ name, resolution }) =>
    resolution.status === 'found' && isAnother(whole, name, resolution)
      ? [`${name} -> ${resolution.record.slug} (${resolution.match.matched})`]
      : [],
  );
  return { count: asked.length, wrong };
}

/** Whether an answer is a drug other than the one of the name: none of its substances, and no line with both names. */
function isAnother(whole: NameIndex, name: string, found: Extract<Resolution, { status: 'found' }>): boolean {
  const withoutOthers = (thing: number): string =>
    whole
      .ingredientsAbout(thing)
      .filter((one) => one !== OTHERS)
      .toSorted()
      .join();
  const linesOf = (text: string) => namesOf(known, lettersOf(text)).map((number) => known.lines[number]);
  return (
    !thingsNamed(whole, lettersOf(name)).some(
      (thing) => withoutOthers(thing) === found.record.substances.toSorted().join(),
    ) && !linesOf(name).some((line) => linesOf(found.match.matched).includes(line))
  );
}

const known = listNames(knownText);
const lettersOf = (name: string): string => joined(normalize(name));

/** Numbers from 0 to below `below`, the same for the same seed (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
