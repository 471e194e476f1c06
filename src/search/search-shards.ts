import { type NameIndex, thingsNamed } from '../names/name-index.ts';
import { kinds } from '../schema/kinds.ts';
import type { QuestionWords } from '../schema/types.ts';
import { append } from '../text/groups.ts';
import { joined, normalize } from '../text/normalize.ts';
import { type ShardFile, type Shards, shardOf, shardsBeginning, sortedEntries, splitSorted } from '../text/shards.ts';
import { buildVocabulary, type QuestionVocabulary, type SearchClass } from './question-vocabulary.ts';
import { type ApprovalStatus, readable, type SearchDocument, type TextField } from './search-document.ts';
import type { Passage, SearchData, SearchIndex } from './search-index.ts';

/** What a browser must know to read a question, and to find the shards that answer it. */
export interface SearchShardMap {
  readonly words: QuestionWords;
  /** Of the classes what a question names them by. */
  readonly classes: readonly Pick<SearchClass, 'id' | 'name' | 'names' | 'isFood' | 'isEffect'>[];
  /** Plain words of uses and classes, with a space between. */
  readonly written: string;
  /** The first letters of the kind and of the standing of each record. */
  readonly ranks: string;
  /** Of each place how much it is used; 0 where it is not on the list. */
  readonly useRanks: readonly number[];
  /** The first key of each shard of names, of stems and of classes. */
  readonly begun: readonly string[];
  readonly stems: readonly string[];
  readonly groups: readonly string[];
  /** The place of the first record of each shard of records. */
  readonly documents: readonly number[];
}

/** Names that have the same letters: place, text, and whether it is the name of the record. */
type BegunHere = [place: number, text: string, isOwn: 0 | 1][];

/** Passages one after the other, five figures for each: number and place as what is added to the last, field, which of its texts, stems. */
type PassagesHere = number[];

/** Places of the members of a class, and of the records that document an interaction with it. */
type GroupHere = [members: readonly number[], documented: readonly number[]];

const FIELDS: readonly TextField[] = ['aliases', 'class', 'use', 'tested', 'about'];
const STATUSES: readonly ApprovalStatus[] = ['approved', 'supplement', 'unapproved'];

/** Characters of a shard; records are small shards, because an answer shows few of them and from anywhere. */
const SHARD_CHARACTERS = 12_000;
const DOCUMENT_SHARD_CHARACTERS = 6_000;

/**
 * The index of search in shards that a browser fetches as it needs them. Names of drugs are no words that a slip is corrected
 * into, so the known ones are asked for.
 */
export function searchShards(
  { documents, words, classes, useRanks }: SearchData,
  known?: NameIndex,
): { shardMap: SearchShardMap; files: ShardFile[] } {
  const written = wordsOf(documents, classes, known);
  const begun = sharded(begunNames(documents));
  const stems = sharded(postingsOf(documents, buildVocabulary({ words, classes }, written)));
  const groups = sharded(
    new Map(classes.map(({ id, members, documented }) => [id, [members, documented] satisfies GroupHere])),
  );
  const records = splitSorted(
    documents.map((document, place) => [String(place), document] as const),
    DOCUMENT_SHARD_CHARACTERS,
  );
  return {
    shardMap: {
      words,
      classes: classes.map(({ members: _, documented: __, ...named }) => named),
      written: [...written].join(' '),
      ranks: documents.map(({ type, standing }) => type.charAt(0) + standing.charAt(0)).join(''),
      useRanks: useRanks.map((rank) => (Number.isFinite(rank) ? rank : 0)),
      begun: begun.map(firstKey),
      stems: stems.map(firstKey),
      groups: groups.map(firstKey),
      documents: records.map((shard) => Number(firstKey(shard))),
    },
    files: [
      ...filesOf('begun', begun),
      ...filesOf('stems', stems),
      ...filesOf('groups', groups),
      ...records.map((shard, number) => ({
        family: 'documents',
        number,
        content: shard.map(([, document]) => document),
      })),
    ],
  };
}

function wordsOf(
  documents: readonly SearchDocument[],
  classes: readonly SearchClass[],
  known: NameIndex | undefined,
): Set<string> {
  const texts = [
    ...documents.flatMap(({ fields }) => [...(fields.class ?? []), ...(fields.use ?? [])]),
    ...classes.filter(({ isEffect }) => !isEffect).flatMap(({ name, names }) => [name, ...names]),
  ];
  const all = new Set(texts.flatMap((text) => normalize(text).split(' ')));
  return new Set(
    [...all].filter((word) => /^\p{L}{4,}$/u.test(word) && !(known && thingsNamed(known, word).length > 0)),
  );
}

function begunNames(documents: readonly SearchDocument[]): Map<string, BegunHere> {
  const begun = new Map<string, BegunHere>();
  for (const [place, { name, fields }] of documents.entries())
    for (const [at, text] of [name, ...(fields.aliases ?? [])].entries())
      append(begun, joined(normalize(text)), [place, text, at === 0 ? 1 : 0]);
  return begun;
}

function postingsOf(documents: readonly SearchDocument[], { stemsOf }: QuestionVocabulary): Map<string, PassagesHere> {
  const postings = new Map<string, Passage[]>();
  let number = 0;
  for (const [place, { fields }] of documents.entries()) {
    for (const field of ['class', 'use', 'tested', 'about'] as const) {
      for (const [at, text] of (fields[field] ?? []).entries()) {
        const stems = new Set(stemsOf(readable(field, text)));
        const passage: Passage = { number: number++, place, field, at, size: stems.size };
        for (const one of stems) append(postings, one, passage);
      }
    }
  }
  return new Map([...postings].map(([stem, all]) => [stem, passagesHere(all)]));
}

const sharded = <T>(entries: ReadonlyMap<string, T>) => splitSorted(sortedEntries(entries), SHARD_CHARACTERS);

const firstKey = <T>(shard: readonly (readonly [string, T])[]): string => shard[0]?.[0] ?? '';

const filesOf = <T>(family: string, shards: readonly (readonly (readonly [string, T])[])[]): ShardFile[] =>
  shards.map((entries, number) => ({ family, number, content: Object.fromEntries(entries) }));

function passagesHere(all: readonly Passage[]): PassagesHere {
  let last = { number: 0, place: 0 };
  return all.flatMap(({ number, place, field, at, size }) => {
    const figures = [number - last.number, place - last.place, FIELDS.indexOf(field), at, size];
    last = { number, place };
    return figures;
  });
}

/**
 * Search over those shards, for any number of readers: each index keeps what it reads, and
 * `placeOf` is the place of a record that the names have led to.
 */
export function openSearch(shardMap: SearchShardMap): (shards: Shards, placeOf: SearchIndex['placeOf']) => SearchIndex {
  const { words, classes, ranks, useRanks } = shardMap;
  const vocabulary = buildVocabulary(
    { words, classes: classes.map((one) => ({ ...one, members: [], documented: [] })) },
    new Set(shardMap.written.split(' ').filter(Boolean)),
  );
  const named = new Map(classes.map((one) => [one.id, one]));
  return (shards, placeOf) => ({
    count: ranks.length / 2,
    vocabulary,
    placeOf,
    rankedAt: (place) => ({
      type: kinds.find((kind) => kind.startsWith(ranks.charAt(2 * place))) ?? 'medication',
      standing: STATUSES.find((status) => status.startsWith(ranks.charAt(2 * place + 1))) ?? 'unapproved',
      useRank: useRanks[place] || Number.POSITIVE_INFINITY,
    }),
    documentAt(place) {
      const number = shardMap.documents.findLastIndex((first) => first <= place);
      const first = shardMap.documents[number] as number;
      return shards.at<SearchDocument[]>('documents', number)?.[place - first] ?? MISSING;
    },
    passagesWith: passagesIn(shardMap, shards),
    classOf(id) {
      const one = named.get(id);
      if (one === undefined) return undefined;
      const [members, documented] = shards.at<Record<string, GroupHere>>('groups', shardOf(shardMap.groups, id))?.[
        id
      ] ?? [[], []];
      return { ...one, members: [...members], documented: [...documented] };
    },
    namesBeginning: (letters) =>
      shardsBeginning(shardMap.begun, letters).flatMap((number) =>
        Object.entries(shards.at<Record<string, BegunHere>>('begun', number) ?? {})
          .filter(([all]) => all.startsWith(letters))
          .flatMap(([all, names]) =>
            names.map(([place, text, isOwn]) => ({ letters: all, text, place, isOwn: isOwn === 1 })),
          ),
      ),
  });
}

function passagesIn({ stems }: SearchShardMap, shards: Shards): SearchIndex['passagesWith'] {
  const read = new Map<string, readonly Passage[]>();
  return (stem) => {
    const known = read.get(stem);
    if (known !== undefined) return known;
    const number = shardOf(stems, stem);
    const shard = number < 0 ? {} : shards.at<Record<string, PassagesHere>>('stems', number);
    if (shard === undefined) return [];
    const found = Object.hasOwn(shard, stem) ? passagesOf(shard[stem] as PassagesHere) : [];
    read.set(stem, found);
    return found;
  };
}

function passagesOf(figures: PassagesHere): Passage[] {
  const found: Passage[] = [];
  const figure = (at: number): number => figures[at] as number;
  let [number, place] = [0, 0];
  for (let at = 0; at < figures.length; at += 5) {
    number += figure(at);
    place += figure(at + 1);
    const field = FIELDS[figure(at + 2)] as TextField;
    found.push({ number, place, field, at: figure(at + 3), size: figure(at + 4) });
  }
  return found;
}

/** In place of a record that is still to be fetched. */
const MISSING: SearchDocument = {
  type: 'medication',
  slug: '',
  name: '',
  subtitle: '',
  standing: 'unapproved',
  fields: {},
  anchors: {},
};
