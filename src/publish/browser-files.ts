import { type BrowserIndex, piecePath } from '../api/browser-index.ts';
import type { Cache, CacheEntry } from '../catalog/cache.ts';
import { nameData, namesDigest } from '../catalog/named-records.ts';
import { type VocabularyDirectory, vocabularyPieces } from '../interactions/vocabulary-pieces.ts';
import { buildNameIndex } from '../names/name-index.ts';
import { type NameDirectory, namePieces } from '../names/name-pieces.ts';
import { buildSearch } from '../search/search-index.ts';
import { searchPieces } from '../search/search-pieces.ts';
import type { PieceFile } from '../text/index-pieces.ts';
import { sha256 } from './companion/companion.ts';
import type { Edition } from './edition.ts';
import { once, type PublishedFile, withMade } from './file.ts';
import { searchData, searchDigest } from './search-files.ts';
import { type MadeFrom, serviceData, wrappedBy } from './v1.ts';

/**
 * v1/browser.json and the pieces that it leads to, none of them large whatever the size of the catalog: browsers look
 * names up in them, and the function does. What addresses they have follows from what is in them.
 */
export function browserFiles(edition: Edition, from: MadeFrom): PublishedFile[] {
  const service = serviceData(edition);
  const wrapped = wrappedBy(service);
  const { index, files } = browserIndex(edition, from);
  const told = 'Data that names and questions are answered by, on pages of this site and by the function.';
  const sameForAll = JSON.stringify(service);
  return [
    wrapped('browser.json', told, () => index),
    ...files.map((piece) => {
      const path = piecePath(index.edition, piece.family, piece.number);
      return withMade(
        wrapped(path, told, () => piece.content),
        { stage: 'answer', inputs: [path, sameForAll] },
      );
    }),
  ];
}

function browserIndex(edition: Edition, { cache, data }: MadeFrom): { index: BrowserIndex; files: PieceFile[] } {
  const { catalog } = edition;
  const names = namesDigest(catalog);
  const words = data['vocabulary.json']();
  const parts = {
    names: cachedPart(cache, ['names', names], () => namePieces(nameData(catalog))),
    search: cachedPart(cache, ['search', names, searchDigest(edition)], () =>
      searchPieces(buildSearch(searchData(edition), buildNameIndex(nameData(catalog))), catalog.vocabulary.questions),
    ),
    vocabulary: cachedPart(cache, ['vocabulary', JSON.stringify(words)], () => vocabularyPieces(words)),
  };
  const pages = Object.fromEntries(
    data['classes.json']().classes.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])),
  );
  const vocabulary = { ...(parts.vocabulary.directory as VocabularyDirectory), pages };
  const digests = Object.values(parts).map(({ digest }) => digest);
  return {
    index: {
      edition: sha256(JSON.stringify([...digests, pages])).slice(0, 16),
      names: parts.names.directory as NameDirectory,
    },
    files: [
      ...parts.names.files,
      { family: 'search', number: 0, content: parts.search.directory },
      ...parts.search.files,
      { family: 'vocabulary', number: 0, content: vocabulary },
      ...parts.vocabulary.files,
    ],
  };
}

/** Pieces of one kind, with what finds them. */
interface IndexPart {
  readonly directory: unknown;
  readonly files: readonly PieceFile[];
}

/** The same with a digest of all of it; what is in a piece may be read when it is asked for. */
interface KnownPart extends IndexPart {
  readonly digest: string;
}

/** What finds the pieces, and their digest: all that is read of a part while the pieces of the last build stand. */
type PartHead = Omit<KnownPart, 'files'> & { readonly files: readonly Omit<PieceFile, 'content'>[] };

/** A part with its pieces as JSON, one a line: as objects they take ten times as much until they are written. */
interface MadePart {
  readonly head: PartHead;
  readonly texts: readonly string[];
}

/** The part that was made of these inputs before, or is made now; what is in its pieces is read when it is asked for. */
function cachedPart(cache: Cache, inputs: readonly string[], make: () => IndexPart): KnownPart {
  const places = { head: cache.at('pieces', [...inputs, 'what finds them']), texts: cache.at('pieces', inputs) };
  const { value } = places.head;
  const made = value === undefined ? makePart(make, places) : undefined;
  const head = made?.head ?? (JSON.parse(Buffer.from(value as Uint8Array).toString()) as PartHead);
  const texts = once(() => made?.texts ?? textsAt(places.texts) ?? makePart(make, places).texts);
  const files = head.files.map((file, at) => ({
    ...file,
    get content() {
      return JSON.parse(texts()[at] as string) as unknown;
    },
  }));
  return { ...head, files };
}

function makePart(make: () => IndexPart, places: { head: CacheEntry; texts: CacheEntry }): MadePart {
  const { directory, files: made } = make();
  const texts = made.map(({ content }) => JSON.stringify(content));
  const files = made.map(({ family, number }) => ({ family, number }));
  const all = texts.join('\n');
  const head = { digest: sha256(JSON.stringify([directory, files, sha256(all)])), directory, files };
  places.texts.put(Buffer.from(all));
  places.head.put(Buffer.from(JSON.stringify(head)));
  return { head, texts };
}

const textsAt = ({ value }: CacheEntry): string[] | undefined => value && Buffer.from(value).toString().split('\n');
