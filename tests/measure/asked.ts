import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/options.ts';
import type { SearchAnswer, SearchHit, SearchIndex } from '../../src/search/search-index.ts';

/** A question of tests/search/questions.tsv with what answers it. */
export interface AskedQuestion {
  readonly question: string;
  /** Slugs, or `kind/slug`, of which one is right; none of them for a real name that the catalog does not cover. */
  readonly right: readonly string[];
  /** Parts of the record of which one answers; none where it does not matter. */
  readonly sections: readonly string[];
  /** Two slugs, or nothing. */
  readonly pair: string;
  readonly set: QuestionSet;
}

/**
 * `tuned`: the search was made with them in view. `held`: held out until then, looked at since. `fresh` and `last`: written
 * later, each set before any of it was asked; misses of `fresh` have been looked at, of `last` two (an allergy, an earache).
 */
export type QuestionSet = 'tuned' | 'held' | 'fresh' | 'last';

export type Ask = (query: string) => SearchAnswer;

export const askedQuestions: readonly AskedQuestion[] = rows('questions.tsv').map(
  ([question = '', right = '', sections = '', pair = '', set]) => ({
    question,
    right: right.split('|').flatMap(covered),
    sections: sections === '' ? [] : sections.split('|'),
    pair,
    set: set as QuestionSet,
  }),
);

/** A use or a class, and the medicines that are approved for it or belong to it, in the catalog or not. */
export const askedUses: readonly { readonly query: string; readonly medicines: readonly string[] }[] = rows(
  'uses.tsv',
).map(([query = '', medicines = '']) => ({ query, medicines: medicines.split(' ') }));

/** `duloxetine?` is an answer as soon as the catalog has that medicine, and until then a real name that it does not cover. */
function covered(right: string): string[] {
  const slug = right.replace(/\?$/, '');
  return slug === right || existsSync(join(root, 'content/medication', `${slug}.yaml`)) ? [slug] : [];
}

function rows(file: string): string[][] {
  return readFileSync(new URL(`../search/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

const isRight = ({ right }: AskedQuestion, hit: SearchHit | undefined): boolean =>
  hit !== undefined && right.some((one) => one === hit.slug || one === `${hit.type}/${hit.slug}`);

export const isFirst = (asked: AskedQuestion, { hits, read }: SearchAnswer): boolean =>
  asked.right.length === 0 ? read.names.length === 0 && read.unknown.length > 0 : isRight(asked, hits[0]);

export const isInThree = (asked: AskedQuestion, answer: SearchAnswer): boolean =>
  isFirst(asked, answer) || answer.hits.slice(0, 3).some((hit) => isRight(asked, hit));

export const isPartTold = ({ sections }: AskedQuestion, { hits }: SearchAnswer): boolean =>
  sections.includes(hits[0]?.section ?? '');

export const isPairTold = ({ pair: expected }: AskedQuestion, { pair }: SearchAnswer): boolean =>
  (pair?.join(' ') ?? '') === expected;

/** The first hits of a use are its medicines, and none of these stands behind what is not approved. */
export function isApprovedFirst(
  { query, medicines }: (typeof askedUses)[number],
  { ask, index }: { ask: Ask; index: SearchIndex },
): boolean {
  const { hits } = ask(query);
  const held = medicines.filter((slug) =>
    ['medication', 'peptide'].some((kind) => index.placeOf(`${kind}/${slug}`) !== undefined),
  );
  const first = hits.slice(0, Math.min(3, held.length));
  const standings = hits.map(({ type, slug }) => index.rankedAt(index.placeOf(`${type}/${slug}`) as number).standing);
  const other = standings.findIndex((one) => one !== 'approved');
  const behind = other < 0 ? [] : hits.slice(other).filter((_, at) => standings[other + at] === 'approved');
  return (
    first.length > 0 &&
    first.every(({ slug }) => medicines.includes(slug)) &&
    !behind.some(({ slug }) => medicines.includes(slug))
  );
}

/** The share of some questions of which something holds, 0 to 1. */
export const shareOf = (
  some: readonly AskedQuestion[],
  ask: Ask,
  holds: (asked: AskedQuestion, answer: SearchAnswer) => boolean,
): number => some.filter((asked) => holds(asked, ask(asked.question))).length / some.length;
