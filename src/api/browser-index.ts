import type { VocabularyDirectory } from '../interactions/vocabulary-pieces.ts';
import type { NameDirectory } from '../names/name-pieces.ts';

/** `data` of v1/browser.json: where the pieces of the indexes are that a browser searches by. */
export interface BrowserIndex {
  /** Digest of all pieces, and the folder of them below v1/browser/: pieces of two builds are never mixed. */
  readonly edition: string;
  readonly names: NameDirectory;
}

/** The vocabulary as a browser needs it, with the pages of its classes. */
export interface BrowserVocabulary extends VocabularyDirectory {
  /** By id, of the classes that have one. */
  readonly pages: Readonly<Record<string, string>>;
}

/** A piece by its family and number, below v1/. */
export const piecePath = (edition: string, family: string, number: number): string =>
  `browser/${edition}/${family}-${number}.json`;
