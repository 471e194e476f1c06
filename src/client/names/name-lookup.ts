import type { DataFiles } from '../../api/catalog-data.ts';
import { type PairItem, resolveItem } from '../../interactions/item.ts';
import { buildNameIndex, type NameIndex } from '../../names/name-index.ts';
import { type NameFailure, type Resolution, resolveName } from '../../names/resolve.ts';
import { buildSearch, type SearchHit, type SearchIndex, searchCatalog } from '../../search/search-index.ts';
import { normalize } from '../../text/normalize.ts';
import { dataOf, once, vocabulary } from '../static-files.ts';
import { nameNotes } from './name-notes.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  notes: string[];
}

const nameData = (): Promise<DataFiles['names.json']> => dataOf('names.json');
const nameIndex: () => Promise<NameIndex> = once(async () => buildNameIndex(await nameData()));
const searchIndex: () => Promise<SearchIndex> = once(async () =>
  buildSearch((await dataOf<DataFiles['search.json']>('search.json')).documents),
);

/**
 * Answers a text as soon as the records are there, and once more when the names are: the known names of the world, which
 * tell a misspelling from another medicine, are many times larger than the records.
 */
export async function* lookUp(query: string): AsyncGenerator<Lookup> {
  const search = await searchIndex();
  const ready = await Promise.race([nameIndex(), undefined]);
  if (!ready) yield { hits: searchCatalog(search, NO_NAMES, query), notes: [] };
  const [names, { confusable }] = [ready ?? (await nameIndex()), await nameData()];
  const resolution = resolveName(names, query);
  const hits = searchCatalog(search, names, query);
  // Half a name is near many; that need not be said as long as something begins like it.
  const said = hits.length > 0 && resolution.status === 'ambiguous_name' ? [] : nameNotes(resolution);
  yield {
    hits: hits.length > 0 ? hits : suggested(resolution),
    notes: [...said, ...confusableNotes(resolution, confusable)],
  };
}

/** What a name means: a record, another name, or nothing. */
export async function* nameOf(query: string): AsyncGenerator<Resolution> {
  yield resolveName(await nameIndex(), query);
}

/** What a name means to the checker. */
export async function* itemOf(query: string): AsyncGenerator<PairItem | NameFailure> {
  const [names, words] = await Promise.all([nameIndex(), vocabulary()]);
  yield resolveItem(query, names, words);
}

const NO_NAMES = buildNameIndex({ records: [], confusable: [], known: '' });

const suggested = (resolution: Resolution): SearchHit[] =>
  resolution.status === 'found'
    ? []
    : resolution.suggestions.map(({ kind, slug, name }) => ({
        type: kind,
        slug,
        name,
        subtitle: '',
        score: 0,
        matched: [],
      }));

/** Names that are often taken for the one that was found. */
function confusableNotes(resolution: Resolution, pairs: readonly (readonly [string, string])[]): string[] {
  if (resolution.status !== 'found') return [];
  const own = new Set([resolution.record.name, ...resolution.record.names.map(({ text }) => text)].map(normalize));
  const others = pairs.flatMap(([a, b]) => (own.has(normalize(a)) ? [b] : own.has(normalize(b)) ? [a] : []));
  return others.length > 0
    ? [`Other medicines with a name like it: ${[...new Set(others)].join(', ')}. Compare with the package.`]
    : [];
}
