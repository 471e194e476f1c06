import { toBytes } from '../text/bytes.ts';

/** Kinds of results that builds keep for the next; what code each depends on: `build/cache-store.ts`. */
export type CacheStage =
  | 'parsed'
  | 'entry'
  | 'readings'
  | 'unbroken'
  | 'summary'
  | 'companion'
  | 'answer'
  | 'image'
  | 'bundle'
  | 'page'
  | 'compressed'
  | 'shards'
  | 'previous';

/** A content-addressed cache of build results: an entry is found by its stage, its inputs and the code of the stage. */
export interface Cache {
  at(stage: CacheStage, inputs: readonly string[]): CacheEntry;
}

export interface CacheEntry {
  readonly key: string;
  /** Digests of the single inputs, which tell which of them changed. */
  readonly inputs: readonly string[];
  readonly value: Uint8Array | undefined;
  put(value: Uint8Array): void;
}

export const noCache: Cache = { at: () => ({ key: '', inputs: [], value: undefined, put: () => {} }) };

export interface MadeOf {
  readonly stage: CacheStage;
  readonly inputs: readonly string[];
}

export function cachedText(cache: Cache, { stage, inputs }: MadeOf, make: () => string): string {
  const entry = cache.at(stage, inputs);
  const { value } = entry;
  if (value !== undefined) return decoder.decode(value);
  const text = make();
  entry.put(toBytes(text));
  return text;
}

export const cachedJson = <T>(cache: Cache, made: MadeOf, make: () => T): T =>
  JSON.parse(cachedText(cache, made, () => JSON.stringify(make()))) as T;

const decoder = new TextDecoder();
