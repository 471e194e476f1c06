import { type NameIndex, thingsNamed } from '../names/name-index.ts';
import { refOf } from '../records/entry.ts';
import type { Part } from '../records/parts.ts';
import type { Kind } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';
import { compareText } from '../text/order.ts';
import { beginningsOf, type Reading, readQuestion } from './question.ts';
import {
  buildVocabulary,
  type Concept,
  type QuestionData,
  type QuestionVocabulary,
  type SearchClass,
} from './question-vocabulary.ts';
import { readable, type SearchDocument, type SearchField, type Standing, type TextField } from './search-document.ts';

export interface SearchIndex {
  readonly documents: readonly SearchDocument[];
  /** Place in `documents` by `kind/slug`. */
  readonly places: ReadonlyMap<string, number>;
  readonly passages: readonly Passage[];
  /** The passages that hold a word, by its stem. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  readonly classes: ReadonlyMap<string, SearchClass>;
  /** Names without their spaces, sorted, each with its document. */
  readonly names: readonly {
    readonly letters: string;
    readonly text: string;
    readonly place: number;
    readonly isOwn: boolean;
  }[];
  readonly vocabulary: QuestionVocabulary;
}

/** One text of a record that may answer: a use, a class, the line below its name. */
interface Passage {
  readonly place: number;
  readonly field: TextField;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Which of the field's texts it is; the first ones matter more. */
  readonly at: number;
}

export interface SearchHit {
  type: Kind;
  slug: string;
  name: string;
  subtitle: string;
  /** 1 for a name; else the share of the question that the record answers, less for what is no approved medicine. */
  score: number;
  matched: { field: SearchField; text: string }[];
  /** The part of the record that answers, and its anchor on the page. */
  section: Part | null;
  anchor: string | null;
}

/** What a question finds, and how it was read. */
export interface SearchAnswer {
  hits: SearchHit[];
  /** What was read, where the spelling was put right. */
  corrected: string | undefined;
  /** Slugs of the two records that the question puts side by side. */
  pair: [string, string] | undefined;
  /** The part that it asks for, of whatever record. */
  section: Part | undefined;
  read: { names: string[]; unknown: string[]; words: string[]; unread: string[] };
}

export interface SearchData extends QuestionData {
  readonly documents: readonly SearchDocument[];
}

/** Builds the index; names of drugs are no words that a slip is corrected into, so the known ones are asked for. */
export function buildSearch({ documents, words, classes }: SearchData, known?: NameIndex): SearchIndex {
  const written = wordsOf(documents, classes, known);
  const vocabulary = buildVocabulary({ words, classes }, written);
  const passages: Passage[] = documents.flatMap(({ fields }, place) =>
    searched.flatMap((field) =>
      (fields[field] ?? []).map((text, at) => {
        return { place, field, text, at, stems: new Set(vocabulary.stemsOf(readable(field, text))) };
      }),
    ),
  );
  const postings = new Map<string, number[]>();
  for (const [number, { stems }] of passages.entries()) for (const one of stems) append(postings, one, number);
  const names = documents
    .flatMap(({ name, fields }, place) =>
      [name, ...(fields.aliases ?? [])].map((text, at) => ({
        letters: joined(normalize(text)),
        text,
        place,
        isOwn: at === 0,
      })),
    )
    .toSorted((a, b) => compareText(a.letters, b.letters) || a.place - b.place);
  return {
    documents,
    places: new Map(documents.map(({ type, slug }, place) => [refOf({ kind: type, slug }), place])),
    passages,
    postings,
    classes: new Map(classes.map((one) => [one.id, one])),
    names,
    vocabulary,
  };
}

const searched = ['class', 'use', 'tested', 'about'] as const;

/** The words of uses and classes that are no names. */
function wordsOf(
  documents: readonly SearchDocument[],
  classes: readonly SearchClass[],
  known: NameIndex | undefined,
): Set<string> {
  const texts = [
    ...documents.flatMap(({ fields }) => [...(fields.class ?? []), ...(fields.use ?? [])]),
    ...classes.flatMap(({ name, names }) => [name, ...names]),
  ];
  const words = new Set(
    texts.flatMap((text) => normalize(text).split(' ')).filter((word) => /^\p{L}{4,}$/u.test(word)),
  );
  return known ? new Set([...words].filter((word) => thingsNamed(known, word).length === 0)) : words;
}

/**
 * Records for a question, best first; equal arguments give equal answers. Named records are first, in the order of their
 * names, with score 1 (a misspelling with the resolver's). Then come those whose uses and classes hold its words: approved
 * medicines before supplements, and those before what is not approved.
 */
export function searchCatalog(
  index: SearchIndex,
  names: NameIndex,
  query: string,
  { isExact = false } = {},
): SearchAnswer {
  const question = readQuestion(query, { names, vocabulary: index.vocabulary, isExact });
  const placed = new Set<number>();
  const hits: SearchHit[] = [];
  const take = (some: readonly { place: number; hit: SearchHit }[]): void => {
    for (const { place, hit } of some) {
      if (placed.has(place)) continue;
      placed.add(place);
      hits.push(hit);
    }
  };
  const named = question.named.flatMap((item) => {
    const place = index.places.get(item.ref);
    return place === undefined ? [] : [{ place, hit: namedHit(index, place, item, question) }];
  });
  take(named);
  take(kin(index, question));
  if (named.length === 0) {
    if (question.isCompleted) take(answering(index, question));
    take(beginning(index, query, question));
    take(answering(index, question));
  }
  const [a, b, ...more] = named.map(({ hit }) => hit.slug);
  return {
    hits,
    corrected: question.corrected,
    pair: a !== undefined && b !== undefined && more.length === 0 ? [a, b] : undefined,
    section: question.section,
    read: {
      names: question.named.map(({ matched }) => matched),
      unknown: [...question.unknown],
      words: question.concepts.map(({ text }) => text),
      unread: [...question.unread],
    },
  };
}

// --- by name

function namedHit(index: SearchIndex, place: number, item: Reading['named'][number], question: Reading): SearchHit {
  const document = index.documents[place] as SearchDocument;
  const isOwn = normalize(item.matched) === normalize(document.name);
  const field = isOwn ? 'name' : 'aliases';
  return hitOf(
    document,
    item.score,
    [{ field, text: item.matched }],
    question.sectionOfNamed ?? usesAsked(index, place, question) ?? harmAsked(question),
  );
}

/** A word beside a name that the record names among its uses asks for them. */
function usesAsked(index: SearchIndex, place: number, { concepts }: Reading): Part | undefined {
  const isUse = concepts.some((concept) =>
    [...passagesOf(index, concept).keys()].some((at) => {
      const passage = index.passages[at] as Passage;
      return passage.place === place && passage.field === 'use';
    }),
  );
  return isUse ? 'uses' : undefined;
}

/** A condition beside a name that is no use of it is asked about as something that it does. */
const harmAsked = ({ concepts }: Reading): Part | undefined =>
  concepts.some(({ isEveryday, isClass }) => isEveryday && !isClass) ? 'side_effects' : undefined;

/** Records that hold an ingredient of a real name without a record. */
const kin = ({ documents, places }: SearchIndex, { related, sectionOfNamed: section }: Reading) =>
  related.flatMap(({ ref, text }) => {
    const place = places.get(ref);
    const document = place === undefined ? undefined : documents[place];
    return document && place !== undefined
      ? [{ place, hit: hitOf(document, KIN, [{ field: 'ingredient', text }], section) }]
      : [];
  });
const KIN = 0.5;

/** Records with a name that begins like the end of the question, when nothing else is known of it. */
function beginning({ documents, names }: SearchIndex, query: string, question: Reading) {
  if (!question.isBeginning || question.unknown.length > 0) return [];
  for (const letters of beginningsOf(query)) {
    const found: { place: number; hit: SearchHit }[] = [];
    for (let at = firstFrom(names, letters); names[at]?.letters.startsWith(letters); at++) {
      const { place, text, isOwn, letters: all } = names[at] as SearchIndex['names'][number];
      const score = round(0.4 + (0.5 * letters.length) / all.length);
      const document = documents[place] as SearchDocument;
      found.push({
        place,
        hit: hitOf(document, score, [{ field: isOwn ? 'name' : 'aliases', text }], question.section),
      });
    }
    if (found.length > 0) return found.toSorted((a, b) => b.hit.score - a.hit.score || a.place - b.place);
  }
  return [];
}

function firstFrom(names: SearchIndex['names'], letters: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText((names[middle] as { letters: string }).letters, letters) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

// --- by use and class

/** How one concept is met by one record. */
interface Meeting {
  readonly field: SearchField;
  readonly text: string;
  /** Number of the passage; -1 for a class. */
  readonly passage: number;
  readonly value: number;
  readonly closeness: number;
}

const VALUES: Readonly<Record<SearchField, number>> = {
  name: 1,
  aliases: 1,
  use: 1,
  class: 0.9,
  tested: 0.45,
  about: 0.4,
  interactions: 0.9,
  ingredient: 0.5,
};
/** A class that is named in a use is not what the record is. */
const MENTIONED = 0.6;
/** How much nearer a use is in a record that belongs to the classes that are usual for it. */
const USUAL = 0.4;
const STANDINGS: Readonly<Record<Standing, number>> = { approved: 1, supplement: 0.7, unapproved: 0.45 };

function answering(index: SearchIndex, question: Reading): { place: number; hit: SearchHit }[] {
  const { documents } = index;
  // Beside a name that is not ours a mere word would list whatever has it.
  const isMeant = ({ isEveryday }: Concept): boolean => isEveryday || question.unknown.length === 0;
  const met = question.concepts.filter(isMeant).map((concept) => matchesOf(index, concept, question));
  const weights = question.concepts
    .filter(isMeant)
    .map(({ isEveryday }, at) => (isEveryday ? 1 : MERE) * rarity(met[at]?.size ?? 0, documents.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scored = [...new Set(met.flatMap((matches) => [...matches.keys()]))].map((place) => {
    const document = documents[place] as SearchDocument;
    const matches = met.map((all) => all.get(place) ?? []);
    const coverage = coverageOf(matches, weights) / total;
    const best = matches.flat().toSorted((a, b) => b.value - a.value || b.closeness - a.closeness);
    const closeness = Math.max(0, ...best.map((one) => one.closeness));
    return {
      place,
      score: standingOf(document, question) * (0.85 * coverage + 0.1 * closeness),
      hit: hitOf(document, 0, quotes(best), sectionOf(best, question)),
    };
  });
  const least = FAR * Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .map(({ place, score, hit }) => ({ place, hit: { ...hit, score: round(score) } }));
}
/** What a word weighs that the vocabulary does not know: it may be said in passing. */
const MERE = 0.5;
const rarity = (found: number, all: number): number => (found === 0 ? 0 : Math.log(1 + all / found));
/** What answers so much less than the best is left out. */
const FAR = 0.2;

/** The share of the question that a record meets: words that stand in one passage count more than words far apart. */
function coverageOf(matches: readonly (readonly Meeting[])[], weights: readonly number[]): number {
  const together = new Map<number, number>();
  let all = 0;
  for (const [at, some] of matches.entries()) {
    const weight = weights[at] as number;
    all += weight * Math.max(0, ...some.map(({ value }) => value));
    const values = new Map<number, number>();
    for (const { passage, value } of some) values.set(passage, Math.max(values.get(passage) ?? 0, value));
    for (const [passage, value] of values) together.set(passage, (together.get(passage) ?? 0) + weight * value);
  }
  return 0.6 * Math.max(0, ...together.values()) + 0.4 * all;
}

/** A supplement stands with medicines where supplements are asked for; what is not approved never does. */
const standingOf = ({ type, standing }: SearchDocument, { kind }: Reading): number =>
  kind === 'supplement' ? (type === 'supplement' ? 1 : 0.6 * STANDINGS[standing]) : STANDINGS[standing];

/** The records that meet a concept, each with how. */
function matchesOf(index: SearchIndex, concept: Concept, question: Reading): Map<number, Meeting[]> {
  const found = new Map<number, Meeting[]>();
  const classes = concept.classes.flatMap((id) => index.classes.get(id) ?? []);
  const isWithout = concept.isClass && classes.every(({ members, isFood }) => isFood || members.length === 0);
  const isOnlyClass = question.concepts.filter((one) => one.isClass).length === 1;
  if (concept.isClass && (isWithout || (isOnlyClass && question.section === 'interactions')))
    documented(found, classes);
  if (found.size > 0) return found;
  const longest = Math.max(1, ...concept.phrases.map((phrase) => phrase.length));
  for (const [at, words] of passagesOf(index, concept)) {
    const { place, field, text, stems, at: order } = index.passages[at] as Passage;
    append(found, place, {
      field,
      text,
      passage: at,
      value: concept.isClass && concept.classes.length > 0 ? Math.min(MENTIONED, VALUES[field]) : VALUES[field],
      // All of it, little else, and early: the nearer to what was asked.
      closeness: 0.2 * (words / longest) + 0.2 * (words / Math.max(words, stems.size)) + 0.2 / (1 + order),
    });
  }
  const isAlone = !concept.isClass && found.size > 0;
  for (const { name, members, isFood } of classes) {
    if (isFood) continue;
    for (const place of members) {
      const own = found.get(place);
      for (const [at, one] of (own ?? []).entries())
        if (one.field === 'use') own?.splice(at, 1, { ...one, closeness: one.closeness + USUAL });
      // Who belongs to a usual class but is not for it is no answer to the use.
      append(found, place, { field: 'class', text: name, passage: -1, value: isAlone ? 0.6 : 0.95, closeness: 0.4 });
    }
  }
  if (found.size === 0) documented(found, classes);
  return found;
}

function documented(found: Map<number, Meeting[]>, classes: readonly SearchClass[]): void {
  for (const { name, documented: places } of classes) {
    for (const [at, place] of places.entries())
      append(found, place, {
        field: 'interactions',
        text: name,
        passage: -1,
        value: VALUES.interactions,
        closeness: 1 / (1 + at),
      });
  }
}

/** The passages that say a concept in one of its ways, by their numbers; with each how many words the longest of these has. */
function passagesOf({ postings, passages }: SearchIndex, { phrases }: Concept): Map<number, number> {
  const found = new Map<number, number>();
  for (const phrase of phrases) {
    const [rarest, ...others] = phrase.toSorted(
      (a, b) => (postings.get(a)?.length ?? 0) - (postings.get(b)?.length ?? 0),
    );
    for (const at of postings.get(rarest ?? '') ?? []) {
      if (others.every((other) => (passages[at] as Passage).stems.has(other)))
        found.set(at, Math.max(found.get(at) ?? 0, phrase.length));
    }
  }
  return found;
}

function sectionOf(best: readonly Meeting[], { section }: Reading): Part | undefined {
  if (section) return section;
  const field = best[0]?.field;
  return field === 'use' || field === 'tested' ? 'uses' : field === 'interactions' ? 'interactions' : 'overview';
}

/** At most one text of each field, the best first. */
function quotes(best: readonly Meeting[]): SearchHit['matched'] {
  const quoted = new Map<SearchField, string>();
  for (const { field, text } of best) if (!quoted.has(field)) quoted.set(field, text);
  return [...quoted].slice(0, 3).map(([field, text]) => ({ field, text }));
}

function hitOf(
  document: SearchDocument,
  score: number,
  matched: SearchHit['matched'],
  part: Part | undefined,
): SearchHit {
  const { type, slug, name, subtitle, anchors } = document;
  const anchor = part && anchors[part];
  return {
    type,
    slug,
    name,
    subtitle,
    score,
    matched,
    section: anchor === undefined ? null : (part as Part),
    anchor: anchor ?? null,
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
