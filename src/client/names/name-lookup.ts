import type { DataFiles } from '../../api/catalog-data.ts';
import { type PairItem, resolveItem } from '../../interactions/item.ts';
import { classAsked } from '../../interactions/vocabulary.ts';
import { buildNameIndex, type NamedRecord, type NameIndex } from '../../names/name-index.ts';
import { type NameFailure, type Resolution, resolveName } from '../../names/resolve.ts';
import type { Kind } from '../../schema/kinds.ts';
import { buildSearch, type SearchAnswer, type SearchHit, searchCatalog } from '../../search/search-index.ts';
import { normalize } from '../../text/normalize.ts';
import { dataOf, once, vocabulary } from '../static-files.ts';
import { nameNotes, unknownNote } from './name-notes.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  notes: string[];
  /** The record that the whole text is an exact name of: Enter opens it. */
  exact?: { kind: Kind; slug: string };
  /** Two records that the text names with a word between them, for the checker: "warfarin and turmeric". */
  pair?: readonly { kind: Kind; slug: string }[];
  /** The class that the text names, with its page: "statins". */
  asked?: { name: string; path: string };
}

const nameData = (): Promise<DataFiles['names.json']> => dataOf('names.json');
const nameIndex: () => Promise<NameIndex> = once(async () => buildNameIndex(await nameData()));
const searchData = once(async () => {
  const [{ documents }, questions] = await Promise.all([
    dataOf<DataFiles['search.json']>('search.json'),
    dataOf<DataFiles['questions.json']>('questions.json'),
  ]);
  return { documents, ...questions };
});
/** Search over the records alone: their own names, and nothing of the names of the world. */
const firstSearch = once(async () => {
  const data = await searchData();
  return { search: buildSearch(data), names: buildNameIndex({ records: ownRecords(data), confusable: [], known: '' }) };
});
const wholeSearch = once(async () => {
  const [data, names] = await Promise.all([searchData(), nameIndex()]);
  return { search: buildSearch(data, names), names };
});

/**
 * Answers a text as soon as the records are there, and once more when the names are: the known names of the world, which
 * tell a misspelling from another medicine, are many times larger than the records.
 */
export async function* lookUp(query: string): AsyncGenerator<Lookup> {
  const ready = await Promise.race([wholeSearch(), undefined]);
  if (!ready) {
    const { search, names } = await firstSearch();
    yield lookupOf(searchCatalog(search, names, query, { isExact: true }), []);
  }
  const [{ search, names }, { confusable }] = [ready ?? (await wholeSearch()), await nameData()];
  const resolution = resolveName(names, query);
  const answer = searchCatalog(search, names, query);
  const { hits, read } = answer;
  // Half a name is near many; that need not be said as long as something begins like it.
  const said = hits.length > 0 && resolution.status === 'ambiguous_name' ? [] : nameNotes(resolution);
  const corrected = resolution.status === 'found' ? undefined : answer.corrected;
  const spelled = corrected === undefined ? [] : [`Read as \u201c${corrected}\u201d.`];
  const unknown = resolution.status === 'not_in_catalog' ? [] : read.unknown.map(unknownNote);
  const near = hits.length === 0 && read.words.length === 0 ? suggested(resolution) : hits;
  const mixedUp = confusableNotes(resolution, query, confusable);
  const understood = near.length === 0 && said.length === 0 ? understoodNotes(read) : [];
  const found = lookupOf(
    { ...answer, hits: near },
    [...spelled, ...said, ...unknown, ...understood, ...mixedUp],
    resolution,
  );
  yield found;
  const asked =
    found.exact || found.pair || query.trim() === '' ? undefined : await classNamed(query).catch(() => undefined);
  if (asked) yield { ...found, asked };
}

/** What was made of a question without an answer, so that it can be asked in other words. */
function understoodNotes({ words, unread }: SearchAnswer['read']): string[] {
  return [
    ...(unread.length > 0
      ? [`We don’t recognize “${unread.join(' ')}”. Check the spelling, or try another name.`]
      : []),
    ...(words.length > 0 ? [`No record has “${words.join(', ')}”. The catalog is small; that says nothing more.`] : []),
  ];
}

/** Fetched only for a text that names no record. */
const classPages = once(
  async () => new Map((await dataOf<DataFiles['classes.json']>('classes.json')).classes.map((one) => [one.id, one])),
);

async function classNamed(query: string): Promise<Lookup['asked']> {
  const named = classAsked(query, await vocabulary());
  const page = named && (await classPages()).get(named.id);
  return page?.path ? { name: page.name, path: page.path } : undefined;
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

const lookupOf = ({ hits, pair }: SearchAnswer, notes: string[], resolution?: Resolution): Lookup => ({
  hits,
  notes,
  ...(resolution?.status === 'found' && resolution.match.method !== 'fuzzy' && { exact: resolution.record }),
  ...(pair !== undefined && { pair: hits.slice(0, 2).map(({ type: kind, slug }) => ({ kind, slug })) }),
});

/** The records as far as the search file tells their names. */
const ownRecords = ({ documents }: DataFiles['search.json']): NamedRecord[] =>
  documents.map(({ type, slug, name, fields }) => ({
    kind: type,
    slug,
    name,
    substances: [slug],
    names: [
      { text: slug, sort: 'slug' },
      { text: name, sort: 'name' },
      ...(fields.aliases ?? []).map((text) => ({ text, sort: 'alias' as const })),
    ],
  }));

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
        section: null,
        anchor: null,
      }));

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
