import type { VocabularyShardMap } from '../interactions/vocabulary-shards.ts';
import type { NameShardMap } from '../names/name-shards.ts';

export interface BrowserIndex {
  /** Digest of all shards, and the folder of them below v1/browser/: shards of two builds are never mixed. */
  readonly edition: string;
  readonly names: NameShardMap;
}

export interface BrowserVocabulary extends VocabularyShardMap {
  readonly pages: Readonly<Record<string, string>>;
}

export const shardPath = (edition: string, family: string, number: number): string =>
  `browser/${edition}/${family}-${number}.json`;
