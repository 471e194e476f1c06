import { type VocabularyDirectory, vocabularyPieces } from '../interactions/vocabulary-pieces.ts';
import { buildNameIndex } from '../names/name-index.ts';
import { type NameDirectory, namePieces } from '../names/name-pieces.ts';
import { buildSearch } from '../search/search-index.ts';
import { searchPieces } from '../search/search-pieces.ts';
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

/** Pieces of one kind, with what finds them. */
export interface IndexPart {
  readonly directory: unknown;
  readonly files: readonly PieceFile[];
}

/** The same with a digest of all of it; what is in a piece may be read when it is asked for. */
export interface KnownPart extends IndexPart {
  readonly digest: string;
}

/** Makes a part of what it is made of, or gives the one that was made of the same before. */
export type PartMaker = (made: { name: string; of: readonly unknown[] }, make: () => IndexPart) => KnownPart;

/** All that a browser searches by, in pieces; `digest` gives a short digest of a text. */
export function browserIndex(
  data: Pick<DataFiles, 'names.json' | 'vocabulary.json' | 'classes.json' | 'search.json' | 'questions.json'>,
  { digest, part }: { digest: (text: string) => string; part: PartMaker },
): { index: BrowserIndex; files: PieceFile[] } {
  const { 'names.json': named, 'questions.json': questions, 'search.json': documents, 'vocabulary.json': words } = data;
  const names = part({ name: 'names', of: [named] }, () => namePieces(named));
  const search = part({ name: 'search', of: [named, questions, documents] }, () =>
    searchPieces(buildSearch({ ...documents, ...questions }, buildNameIndex(named)), questions.words),
  );
  const vocabulary = part({ name: 'vocabulary', of: [words] }, () => vocabularyPieces(words));
  const pages = Object.fromEntries(
    data['classes.json'].classes.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])),
  );
  const files: PieceFile[] = [
    ...names.files,
    { family: 'search', number: 0, content: search.directory },
    ...search.files,
    { family: 'vocabulary', number: 0, content: { ...(vocabulary.directory as VocabularyDirectory), pages } },
    ...vocabulary.files,
  ];
  const edition = digest(JSON.stringify([names.digest, search.digest, vocabulary.digest, pages]));
  return { index: { edition, names: names.directory as NameDirectory }, files };
}
