import { type BrowserIndex, type BrowserVocabulary, piecePath } from '../api/browser-index.ts';
import type { VocabularyIndex } from '../interactions/vocabulary.ts';
import { vocabularyInPieces } from '../interactions/vocabulary-pieces.ts';
import type { Pieces } from '../text/index-pieces.ts';
import { dataOf, fetchData } from './static-files.ts';

/** The index of the catalog, of which as much is fetched as answers ask for. */
export interface OpenIndex {
  readonly browser: BrowserIndex;
  readonly pieces: Pieces;
  readonly vocabulary: VocabularyIndex;
  /** A piece that others are found by; the attempt is given up where it is still to be fetched. */
  directory<T>(family: string): T;
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

type Attempt<T> = { readonly value: T } | { readonly wanted: readonly string[] };
interface FetchedIndex extends OpenIndex {
  attempt<T>(make: (index: OpenIndex) => T): Attempt<T>;
  fetch(wanted: readonly string[]): Promise<void>;
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
  const there = new Map<string, unknown>();
  let wanted = new Set<string>();
  const pieces: Pieces = {
    at<T>(family: string, number: number): T | undefined {
      const path = piecePath(browser.edition, family, number);
      if (!there.has(path)) wanted.add(path);
      return there.get(path) as T | undefined;
    },
    settle() {
      if (wanted.size > 0) throw new Unfetched();
    },
  };
  const directory = <T>(family: string): T => {
    const found = pieces.at<T>(family, 0);
    if (found === undefined) throw new Unfetched();
    return found;
  };
  const index: FetchedIndex = {
    browser,
    pieces,
    directory,
    vocabulary: vocabularyInPieces(() => directory<BrowserVocabulary>('vocabulary'), pieces),
    attempt(make) {
      wanted = new Set();
      try {
        const value = make(index);
        return wanted.size === 0 ? { value } : { wanted: [...wanted] };
      } catch (error) {
        // Whatever comes of an index with gaps is made again without them.
        if (wanted.size === 0) throw error;
        return { wanted: [...wanted] };
      }
    },
    async fetch(paths) {
      await Promise.all(paths.map(async (path) => there.set(path, await dataOf(path))));
    },
  };
  return index;
}

class Unfetched extends Error {
  override name = 'Unfetched';
}
