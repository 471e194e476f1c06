import type { BrowserVocabulary } from '../../api/browser-index.ts';
import { type PairItem, resolveItem } from '../../interactions/item.ts';
import { classAsked } from '../../interactions/vocabulary.ts';
import { type NameIndex, openNames } from '../../names/name-index.ts';
import { shardedTables } from '../../names/name-shards.ts';
import { type NameFailure, type Resolution, resolveName } from '../../names/resolve.ts';
import type { Kind } from '../../schema/kinds.ts';
import { type SearchAnswer, type SearchHit, searchCatalog } from '../../search/search-index.ts';
import { openSearch, type SearchShardMap } from '../../search/search-shards.ts';
import { normalize } from '../../text/normalize.ts';
import { capitalized } from '../../text/sentences.ts';
import { answered, answeredAtOnce, type OpenIndex, ofIndex } from '../fetched-index.ts';
import { nameNotes, unknownNote } from './name-notes.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  /** How many records there are, shown or not. */
  total: number;
  notes: string[];
  /** The record that the whole text is an exact name of: Enter opens it. */
  exact?: { kind: Kind; slug: string };
  /** Two records that the text names with a word between them, for the checker: "warfarin and turmeric". */
  pair?: readonly { kind: Kind; slug: string }[];
  /** The class that the text names, with its page: "statins". */
  asked?: { name: string; path: string };
}

const namesOf = ofIndex(({ browser, shards }) => openNames(shardedTables(browser.names, shards)));
const searchOf = ofIndex((index) =>
  openSearch(index.shards.needed<SearchShardMap>('search'))(index.shards, namesOf(index).placeOf),
);

/** What is looked up: a text, and perhaps records of one kind alone. */
export interface LookupQuestion {
  readonly text: string;
  readonly kind?: Kind | undefined;
}

/** No page shows more. */
const MOST_HITS = 25;

/** What was asked last: who types on wants no answer to half a word. */
let latest: string | undefined;

/**
 * Answers a text by exact names and words, and once more by all that it may be misspelled for: that takes many more
 * shards, which are fetched when somebody has stopped to type.
 */
export async function* lookUp({ text: query, kind }: LookupQuestion): AsyncGenerator<Lookup> {
  if (query !== '') latest = query;
  const whole = (index: OpenIndex): Lookup => wholeLookup(index, { text: query, kind });
  const ready = await answeredAtOnce(whole);
  if (!ready) {
    yield await answered((index) =>
      lookupOf(searchCatalog(searchOf(index), namesOf(index), query, { isExact: true, most: MOST_HITS, kind }), []),
    );
    if (!(await answeredAtOnce(whole))) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (query !== '' && latest !== query) return;
  }
  const found = ready?.value ?? (await answered(whole));
  yield found;
  const asked =
    found.exact || found.pair || query.trim() === '' ? undefined : await classNamed(query).catch(() => undefined);
  if (asked) yield { ...found, asked };
}
const PAUSE_MS = 200;

function wholeLookup(index: OpenIndex, { text: query, kind }: LookupQuestion): Lookup {
  const names = namesOf(index);
  const answer = searchCatalog(searchOf(index), names, query, { most: MOST_HITS, kind });
  const resolution = resolveName(names, query);
  const { hits, read } = answer;
  // Half a name is near many; that need not be said as long as something begins like it.
  const said = hits.length > 0 && resolution.status === 'ambiguous_name' ? [] : nameNotes(resolution);
  const corrected = resolution.status === 'found' ? undefined : answer.corrected;
  const spelled = corrected === undefined ? [] : [`Read as \u201c${corrected}\u201d.`];
  const unknown = resolution.status === 'not_in_catalog' ? [] : read.unknown.map(unknownNote);
  const near = hits.length === 0 && read.words.length === 0 ? suggested(resolution) : hits;
  const mixedUp = confusableNotes(resolution, query, names);
  const understood = near.length === 0 && said.length === 0 ? understoodNotes(read) : [];
  return lookupOf(
    { ...answer, hits: near, total: Math.max(answer.total, near.length) },
    [...spelled, ...said, ...unknown, ...understood, ...mixedUp],
    resolution,
  );
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

/** Asked only for a text that names no record. */
const classNamed = (query: string): Promise<Lookup['asked']> =>
  answered((index) => {
    const named = classAsked(query, index.vocabulary);
    const path = named && index.shards.needed<BrowserVocabulary>('vocabulary').pages[named.id];
    return path === undefined ? undefined : { name: named?.name ?? '', path };
  });

/** What a name means: a record, another name, or nothing. */
export async function* nameOf({ text }: LookupQuestion): AsyncGenerator<Resolution> {
  yield await answered((index) => resolveName(namesOf(index), text));
}

/** What a name means to the checker. */
export async function* itemOf({ text }: LookupQuestion): AsyncGenerator<PairItem | NameFailure> {
  yield await answered((index) => resolveItem(text, namesOf(index), index.vocabulary));
}

const lookupOf = ({ hits, total, pair }: SearchAnswer, notes: string[], resolution?: Resolution): Lookup => ({
  hits,
  total,
  notes,
  ...(resolution?.status === 'found' && resolution.match.method !== 'fuzzy' && { exact: resolution.record }),
  ...(pair !== undefined && { pair: hits.slice(0, 2).map(({ type: kind, slug }) => ({ kind, slug })) }),
});

const suggested = (resolution: Resolution): SearchHit[] =>
  resolution.status === 'found'
    ? []
    : resolution.suggestions.map(({ kind, slug, name, matched }) => ({
        type: kind,
        slug,
        name,
        subtitle: matched ? capitalized(matched) : '',
        score: 0,
        matched: [],
        section: null,
        anchor: null,
      }));

/** Names on the list of look-alikes with the name that was typed, or with the one that it was forgiven into. */
function confusableNotes(
  resolution: Resolution,
  query: string,
  { confusableWith }: Pick<NameIndex, 'confusableWith'>,
): string[] {
  if (resolution.status !== 'found') return [];
  const others = confusableWith(normalize(resolution.match.method === 'fuzzy' ? resolution.match.matched : query));
  return others.length > 0
    ? [`Names that are easily mixed up with it: ${[...new Set(others)].join(', ')}. Compare with your package.`]
    : [];
}
