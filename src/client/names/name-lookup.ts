import type { DataFiles } from '../../api/catalog-data.ts';
import { type PairItem, resolveItem } from '../../interactions/item.ts';
import { buildNameIndex, type NamedRecord, type NameIndex } from '../../names/name-index.ts';
import { type NameFailure, type Resolution, resolveName } from '../../names/resolve.ts';
import { refOf } from '../../records/entry.ts';
import type { Kind } from '../../schema/kinds.ts';
import { buildSearch, type SearchHit, type SearchIndex, searchCatalog } from '../../search/search-index.ts';
import { normalize } from '../../text/normalize.ts';
import { dataOf, once, vocabulary } from '../static-files.ts';
import { nameNotes } from './name-notes.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  notes: string[];
  /** The record that the whole text is an exact name of: Enter opens it. */
  exact?: { kind: Kind; slug: string };
  /** Two records that the text names with a word between them, for the checker: "warfarin and turmeric". */
  pair?: readonly { kind: Kind; slug: string }[];
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
  const pair = resolution.status === 'found' ? undefined : pairIn(names, query);
  yield {
    hits: hits.length > 0 ? hits : suggested(resolution),
    notes: pair ? [] : [...said, ...confusableNotes(resolution, query, confusable)],
    ...(resolution.status === 'found' && resolution.match.method !== 'fuzzy' && { exact: resolution.record }),
    ...(pair && { pair }),
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

/** Both sides of "X and Y", where each is exactly a name of a record. */
function pairIn(names: NameIndex, query: string): Lookup['pair'] {
  const parts = query.split(/\s+(?:and|with|plus|vs\.?|or)\s+|\s*[+&]\s*/i).filter(Boolean);
  if (parts.length !== 2) return undefined;
  const found = parts.flatMap((part) => {
    const resolution = resolveName(names, part);
    return resolution.status === 'found' && resolution.match.method !== 'fuzzy' ? [resolution.record] : [];
  });
  return found.length === 2 && refOf(found[0] as NamedRecord) !== refOf(found[1] as NamedRecord) ? found : undefined;
}

/** Names on the list of look-alikes with the name that was typed, or with the one that it was forgiven into. */
function confusableNotes(
  resolution: Resolution,
  query: string,
  pairs: readonly (readonly [string, string])[],
): string[] {
  if (resolution.status !== 'found') return [];
  const typed = normalize(resolution.match.method === 'fuzzy' ? resolution.match.matched : query);
  const others = pairs.flatMap(([a, b]) => (typed === normalize(a) ? [b] : typed === normalize(b) ? [a] : []));
  return others.length > 0
    ? [`Names that are easily mixed up with it: ${[...new Set(others)].join(', ')}. Compare with your package.`]
    : [];
}
