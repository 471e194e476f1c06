import { compareText } from './order.ts';

/**
 * Files of a large index of which only some are fetched. What answers from shards runs over what is there: where a shard is
 * missing it goes on with nothing, and its answer is thrown away and made again once the missing shards are there.
 */
export interface Shards {
  /** Undefined where it is still to be fetched; that is noted. */
  at<T>(family: string, number: number): T | undefined;
  /** Gives this attempt up where anything is still to be fetched: what follows is large, and perhaps needless. */
  settle(): void;
}

export type ShardPlace = readonly [family: string, number: number];

/** What came of an attempt to answer: the answer, or the shards that are still to be fetched for it. */
export type Attempt<T> = { readonly value: T } | { readonly wanted: readonly ShardPlace[] };

/** Shards of which those are there that were fetched. */
export interface LoadedShards extends Shards {
  /** A shard that others are found by; the attempt is given up where it is still to be fetched. */
  needed<T>(family: string): T;
  /** `make` may be called again once more is there, so that it must have no effects. */
  attempt<T>(make: () => T): Attempt<T>;
  put(place: ShardPlace, content: unknown): void;
}

export function loadedShards(): LoadedShards {
  const there = new Map<string, unknown>();
  let wanted = new Map<string, ShardPlace>();
  const at = <T>(...place: ShardPlace): T | undefined => {
    const name = place.join('-');
    if (!there.has(name)) wanted.set(name, place);
    return there.get(name) as T | undefined;
  };
  return {
    at,
    settle() {
      if (wanted.size > 0) throw UNFETCHED;
    },
    needed<T>(family: string): T {
      const found = at<T>(family, 0);
      if (found === undefined) throw UNFETCHED;
      return found;
    },
    attempt(make) {
      wanted = new Map();
      try {
        const value = make();
        return wanted.size === 0 ? { value } : { wanted: [...wanted.values()] };
      } catch (error) {
        // Whatever comes of an index with gaps is made again without them.
        if (wanted.size === 0) throw error;
        return { wanted: [...wanted.values()] };
      }
    },
    put(place, content) {
      there.set(place.join('-'), content);
    },
  };
}

export function shardsInMemory(files: readonly ShardFile[]): Shards {
  const contents = new Map(files.map(({ family, number, content }) => [`${family}-${number}`, content]));
  return { at: <T>(...place: ShardPlace) => contents.get(place.join('-')) as T | undefined, settle() {} };
}

/** Fetches shards, each by `contentOf`, and puts them in their places. @throws what `contentOf` throws */
export async function fetchShards(
  shards: Pick<LoadedShards, 'put'>,
  wanted: readonly ShardPlace[],
  contentOf: (...place: ShardPlace) => Promise<unknown>,
): Promise<void> {
  await Promise.all(wanted.map(async (place) => shards.put(place, await contentOf(...place))));
}

/** Made once: a trace of where an attempt was given up costs more than the attempt, and nobody reads it. */
const UNFETCHED = new Error('Shards are still to be fetched.');

export interface ShardFile {
  readonly family: string;
  readonly number: number;
  readonly content: unknown;
}

/** Sorted entries in shards of at most about `most` characters, each entry measured as JSON. */
export function splitSorted<T>(entries: readonly (readonly [key: string, value: T])[], most: number): [string, T][][] {
  const shards: [string, T][][] = [];
  let room = 0;
  for (const [key, value] of entries) {
    const size = key.length + (typeof value === 'number' ? 6 : JSON.stringify(value).length) + 4;
    if (size > room || shards.length === 0) {
      shards.push([]);
      room = most;
    }
    shards.at(-1)?.push([key, value]);
    room -= size;
  }
  return shards;
}

export const sortedEntries = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].toSorted(([a], [b]) => compareText(a, b));

/** The number of the shard that has a key, by the first key of each; -1 before the first. Found by halving: each word of a question asks. */
export function shardOf(firsts: readonly string[], key: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firsts[middle] as string) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The numbers of the shards that may have keys that begin so. */
export function shardsBeginning(firsts: readonly string[], beginning: string): number[] {
  const from = Math.max(0, shardOf(firsts, beginning));
  const numbers: number[] = [];
  for (let at = from; at < firsts.length && (at === from || (firsts[at] as string).startsWith(beginning)); at++)
    numbers.push(at);
  return numbers;
}
