import { type VocabularyDirectory, vocabularyPieces } from '../interactions/vocabulary-pieces.ts';
import { buildNameIndex } from '../names/name-index.ts';
import { type NameDirectory, namePieces } from '../names/name-pieces.ts';
import { buildSearch } from '../search/search-index.ts';
import { type SearchDirectory, searchPieces } from '../search/search-pieces.ts';
import type { PieceFile } from '../text/index-pieces.ts';
import type { DataFiles } from './catalog-data.ts';

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

/** All that a browser searches by, in pieces; `digest` gives a short digest of a text. */
export function browserIndex(
  data: Pick<DataFiles, 'names.json' | 'vocabulary.json' | 'classes.json' | 'search.json' | 'questions.json'>,
  digest: (text: string) => string,
): { index: BrowserIndex; files: PieceFile[] } {
  const names = namePieces(data['names.json']);
  const questions = data['questions.json'];
  const search = buildSearch({ ...data['search.json'], ...questions }, buildNameIndex(data['names.json']));
  const searching = searchPieces(search, questions.words);
  const vocabulary = vocabularyPieces(data['vocabulary.json']);
  const pages = Object.fromEntries(
    data['classes.json'].classes.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])),
  );
  const files: PieceFile[] = [
    ...names.files,
    { family: 'search', number: 0, content: searching.directory satisfies SearchDirectory },
    ...searching.files,
    { family: 'vocabulary', number: 0, content: { ...vocabulary.directory, pages } satisfies BrowserVocabulary },
    ...vocabulary.files,
  ];
  const edition = digest(JSON.stringify([names.directory, files]));
  return { index: { edition, names: names.directory }, files };
}
