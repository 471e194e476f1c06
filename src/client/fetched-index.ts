import { type BrowserIndex, type BrowserVocabulary, shardPath } from '../api/browser-index.ts';
import type { VocabularyIndex } from '../interactions/vocabulary.ts';
import { openVocabulary } from '../interactions/vocabulary-shards.ts';
import { type Attempt, fetchShards, type LoadedShards, loadedShards, type ShardPlace } from '../text/shards.ts';
import { dataOf, fetchData } from './static-files.ts';

/** The index of the catalog, of which as much is fetched as answers ask for. */
export interface OpenIndex {
  readonly browser: BrowserIndex;
  readonly shards: LoadedShards;
  readonly vocabulary: VocabularyIndex;
}

/**
 * The answer that `make` gives once every shard is there that it asks for. It is called again after each fetch, so that it
 * must have no effects.
 * @throws when a shard cannot be had
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
  fetch(wanted: readonly ShardPlace[]): Promise<void>;
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

/** A newer build may have taken the place of the one that the shardMap is of: its shards have other addresses. */
const outdated =
  ({ browser }: FetchedIndex) =>
  async (error: unknown): Promise<void> => {
    const newest = await fetchData<BrowserIndex>('browser.json', { cache: 'reload' });
    if (newest.edition === browser.edition) throw error;
    current = Promise.resolve(indexOf(newest));
  };

function indexOf(browser: BrowserIndex): FetchedIndex {
  const shards = loadedShards();
  const index: FetchedIndex = {
    browser,
    shards,
    vocabulary: openVocabulary(() => shards.needed<BrowserVocabulary>('vocabulary'), shards),
    attempt: (make) => shards.attempt(() => make(index)),
    fetch: (wanted) => fetchShards(shards, wanted, (...place) => dataOf(shardPath(browser.edition, ...place))),
  };
  return index;
}
