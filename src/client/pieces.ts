import { type BrowserIndex, type BrowserVocabulary, piecePath } from '../api/browser-index.ts';
import type { VocabularyIndex } from '../interactions/vocabulary.ts';
import { vocabularyInPieces } from '../interactions/vocabulary-pieces.ts';
import {
  type Attempt,
  fetchPieces,
  type GatheredPieces,
  gatheredPieces,
  type PiecePlace,
} from '../text/index-pieces.ts';
import { dataOf, fetchData } from './static-files.ts';

/** The index of the catalog, of which as much is fetched as answers ask for. */
export interface OpenIndex {
  readonly browser: BrowserIndex;
  readonly pieces: GatheredPieces;
  readonly vocabulary: VocabularyIndex;
}

/**
 * The answer that `make` gives once every piece is there that it asks for. It is called again after each fetch, so that it
 * must have no effects.
 * @throws when a piece cannot be had
 */
export async function answered<T>(make: (index: OpenIndex) => T): Promise<T> {
  for (;;) {
    const index = await opened();
    const attempt = index.attempt(make);
    if ('value' in attempt) return attempt.value;
    await index.fetch(attempt.wanted).catch(outdated(index));
  }
}

/** The same, or undefined where something would have to be fetched. */
export async function answeredAtOnce<T>(make: (index: OpenIndex) => T): Promise<{ value: T } | undefined> {
  const attempt = (await opened()).attempt(make);
  return 'value' in attempt ? attempt : undefined;
}

/** A thing that is made once of an index. */
export function ofIndex<T>(make: (index: OpenIndex) => T): (index: OpenIndex) => T {
  const made = new WeakMap<OpenIndex, T>();
  return (index) => {
    const one = made.get(index) ?? make(index);
    made.set(index, one);
    return one;
  };
}

interface FetchedIndex extends OpenIndex {
  attempt<T>(make: (index: OpenIndex) => T): Attempt<T>;
  fetch(wanted: readonly PiecePlace[]): Promise<void>;
}

let current: Promise<FetchedIndex> | undefined;

function opened(): Promise<FetchedIndex> {
  current ??= dataOf<BrowserIndex>('browser.json')
    .then(indexOf)
    .catch((error) => {
      current = undefined;
      throw error;
    });
  return current;
}

/** A newer build may have taken the place of the one that the directory is of: its pieces have other addresses. */
const outdated =
  ({ browser }: FetchedIndex) =>
  async (error: unknown): Promise<void> => {
    const newest = await fetchData<BrowserIndex>('browser.json', { cache: 'reload' });
    if (newest.edition === browser.edition) throw error;
    current = Promise.resolve(indexOf(newest));
  };

function indexOf(browser: BrowserIndex): FetchedIndex {
  const pieces = gatheredPieces();
  const index: FetchedIndex = {
    browser,
    pieces,
    vocabulary: vocabularyInPieces(() => pieces.needed<BrowserVocabulary>('vocabulary'), pieces),
    attempt: (make) => pieces.attempt(() => make(index)),
    fetch: (wanted) => fetchPieces(pieces, wanted, (...place) => dataOf(piecePath(browser.edition, ...place))),
  };
  return index;
}
