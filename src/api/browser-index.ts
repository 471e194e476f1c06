import type { VocabularyShardMap } from '../interactions/vocabulary-shards.ts';
import type { NameShardMap } from '../names/name-shards.ts';

/** `data` of v1/browser.json: where the shards of the indexes are that a browser searches by. */
export interface BrowserIndex {
  /** Digest of all shards, and the folder of them below v1/browser/: shards of two builds are never mixed. */
  readonly edition: string;
  readonly names: NameShardMap;
}

/** The vocabulary as a browser needs it, with the pages of its classes. */
export interface BrowserVocabulary extends VocabularyShardMap {
  /** By id, of the classes that have one. */
  readonly pages: Readonly<Record<string, string>>;
}

/** A shard by its family and number, below v1/. */
export const shardPath = (edition: string, family: string, number: number): string =>
  `browser/${edition}/${family}-${number}.json`;
