import { joined, normalize } from '../text/normalize.ts';
import { type ShardFile, type Shards, shardOf, shardsBeginning, sortedEntries, splitSorted } from '../text/shards.ts';
import { sortedLines, valueIn, valuesBeginning } from '../text/sorted-lines.ts';
import { plain } from './known-names.ts';
import {
  buildNameIndex,
  keyOf,
  type NamedRecord,
  type NameIndex,
  type NameIndexData,
  type NameSort,
  type NameSource,
  type OwnName,
  refOfNamed,
  sourceOf,
  unique,
  type WholeNames,
} from './name-index.ts';
import { bucketOfName, bucketsNear, listNames, type NameList, nameAt, nearbyNames } from './name-list.ts';

/** What a browser must know to find the shard of a name. */
export interface NameShardMap {
  /** How many things are ours; they are the first. */
  readonly things: number;
  /** The first letters of each shard of `names` and of `words`. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The first and last bucket (first sound and length) of each shard of `near`. */
  readonly near: readonly (readonly [number, number])[];
}

/** All that exact letters lead to. */
interface NamedHere {
  /** Names of our records: number among all of them, place of the record, text, sort, thing. */
  own?: [number: number, place: number, text: string, sort: NameSort, thing: number][];
  /** Things of known names. */
  known?: readonly number[];
  /** Our thing of exactly these ingredients. */
  made?: number;
  /** Places of the records that hold it, and of those that it identifies. */
  held?: number[];
  identified?: number[];
  /** Names that the name is easily mixed up with, each after the name as it is normalized. */
  confusable?: [string, string][];
}

/** A record as far as an answer needs it; its names stand where they are asked for. */
type RecordHere = Omit<NamedRecord, 'names' | 'identifiers'>;

/** Tables as {@link sortedLines}: of some five hundred rows an exact name needs three. */
interface NameShard {
  /** By letters: what they lead to; a number is the thing of a known name of which nothing else is to be said. */
  readonly names: string;
  /** Of each thing of ours the places of its records and its look-alikes, of any other its ingredients. */
  readonly things: string;
  /** By place. */
  readonly records: string;
}
type Named = NamedHere | number;
type OurThing = readonly [places: readonly number[], lookAlikes: readonly string[]];

/** Names in the order of their buckets, one a line, and in as many lines the things of each and where it is from: "12 o", "9000". */
interface FuzzyShard {
  readonly names: string;
  readonly told: string;
}

/** Characters of a shard; a typed name needs one of `names`, and a misspelled one a third of `near`. */
const SHARD_CHARACTERS = 24_000;

/** The names in shards that a browser fetches as it needs them. */
export function nameShards(data: NameIndexData): { shardMap: NameShardMap; files: ShardFile[] } {
  const index = buildNameIndex(data);
  const known = knownNames(index);
  const named = splitSorted(sortedEntries(namedHere(index, data, known)), SHARD_CHARACTERS / 2);
  const near = fuzzyEntries(index, known);
  const words = splitSorted(
    sortedEntries(new Map([...wordsIn(data.known)].map((word) => [word, 1]))),
    SHARD_CHARACTERS,
  );
  const placeOf = placesIn(index);
  return {
    shardMap: {
      things: index.records.length,
      names: named.map(([first]) => first?.[0] ?? ''),
      words: words.map(([first]) => first?.[0] ?? ''),
      near: near.map(({ buckets }) => buckets),
    },
    files: [
      ...named.map((entries, number) => ({
        family: 'names',
        number,
        content: nameShard(entries, { index, placeOf, all: data.records }),
      })),
      ...near.map(({ names, told }, number) => ({
        family: 'near',
        number,
        content: { names: names.join('\n'), told: told.join('\n') } satisfies FuzzyShard,
      })),
      ...words.map((entries, number) => ({ family: 'words', number, content: entries.map(([word]) => word) })),
    ],
  };
}

type PlaceOf = (record: NamedRecord) => number;

const placesIn =
  ({ placeOf }: WholeNames): PlaceOf =>
  (record) =>
    placeOf(refOfNamed(record)) as number;

function namedHere(index: WholeNames, data: NameIndexData, known: readonly string[]): Map<string, NamedHere> {
  const found = new Map<string, NamedHere>();
  const at = (letters: string): NamedHere => {
    const here = found.get(letters) ?? {};
    found.set(letters, here);
    return here;
  };
  const placeOf = placesIn(index);
  for (const [number, { record, text, sort, thing }] of index.ownNames().entries()) {
    const here = at(keyOf(text));
    here.own = [...(here.own ?? []), [number, placeOf(record), text, sort, thing]];
  }
  for (const name of known) {
    const letters = joined(name);
    const here = at(letters);
    here.known ??= index.knownNamed(letters);
  }
  for (const [key, thing] of index.byIngredients) at(key).made = thing;
  for (const [letters, records] of index.holding) at(letters).held = records.map(placeOf);
  for (const [letters, records] of index.identifiers) at(letters).identified = records.map(placeOf);
  for (const [a, b] of data.confusable) {
    for (const [one, other] of normalize(a) === normalize(b) ? [[a, b] as const] : [[a, b] as const, [b, a] as const]) {
      const here = at(keyOf(one));
      here.confusable = [...(here.confusable ?? []), [normalize(one), other]];
    }
  }
  return found;
}

const knownNames = ({ known }: WholeNames): string[] =>
  unique(Array.from(known.starts, (_, number) => plain(nameAt(known, number))));

function nameShard(
  entries: readonly (readonly [string, NamedHere])[],
  {
    index,
    placeOf,
    all,
  }: {
    index: WholeNames;
    placeOf: PlaceOf;
    all: readonly NamedRecord[];
  },
): NameShard {
  const held = entries.flatMap(([, { held = [], identified = [], own = [] }]) => [
    ...held,
    ...identified,
    ...own.map(([, place]) => place),
  ]);
  const things = unique(
    entries.flatMap(([, { own = [], known = [], made }]) => [
      ...own.map(([, , , , thing]) => thing),
      ...known,
      ...(made === undefined ? [] : [made]),
    ]),
  );
  const ofThings = things.flatMap((thing) => index.recordsAbout(thing).map(placeOf));
  return {
    names: sortedLines(entries.map(([letters, here]) => [letters, short(here)])),
    things: sortedLines(
      things.map((thing) => {
        const records = index.recordsAbout(thing).map(placeOf);
        const ours: OurThing = [records, index.lookAlikesAbout(thing)];
        return [String(thing), records.length > 0 ? ours : index.ingredientsAbout(thing)];
      }),
    ),
    records: sortedLines(
      unique([...held, ...ofThings]).map((place) => {
        const { names: _, identifiers: __, ...record } = all[place] as NamedRecord;
        return [String(place), record];
      }),
    ),
  };
}

/** Most names are known, of one thing, and no more. */
const short = (here: NamedHere): Named =>
  Object.keys(here).length === 1 && here.known?.length === 1 ? (here.known[0] as number) : here;

const SOURCE_MARKS: Readonly<Record<NameSource, string>> = { own: ' o', alias: ' a', known: '' };
const MARKED_SOURCES: Readonly<Record<string, NameSource>> = { o: 'own', a: 'alias' };

/** Longer names are never near anything that is asked. */
const LONGEST_NEAR = 43;

interface FuzzyEntries {
  readonly names: string[];
  readonly told: string[];
  readonly buckets: [number, number];
}

function fuzzyEntries(index: WholeNames, known: readonly string[]): FuzzyEntries[] {
  const names = unique([...index.ownNames().map(({ text }) => normalize(text)), ...known])
    .filter((name) => joined(name).length <= LONGEST_NEAR)
    .map((name) => ({ name, bucket: bucketOfName(name) }))
    .toSorted((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));
  const shards: FuzzyEntries[] = [];
  let room = 0;
  for (const { name, bucket } of names) {
    const letters = joined(name);
    const own = index.ownNamed(letters);
    const things = own.length > 0 ? unique(own.map(({ thing }) => thing)) : index.knownNamed(letters);
    const told = `${things.join(',')}${SOURCE_MARKS[sourceOf(own)]}`;
    const size = name.length + told.length + 2;
    if (size > room) {
      shards.push({ names: [], told: [], buckets: [bucket, bucket] });
      room = SHARD_CHARACTERS;
    }
    const last = shards.at(-1) as FuzzyEntries;
    last.names.push(name);
    last.told.push(told);
    last.buckets[1] = bucket;
    room -= size;
  }
  return shards;
}

/** Words of known names: runs of letters and digits, and figures with a point. */
const wordsIn = (known: string): Set<string> =>
  new Set([...(known.match(/[a-z0-9]+/g) ?? []), ...(known.match(/[a-z0-9]+(?:\.[a-z0-9]+)+/g) ?? [])]);

/** Names in shards, and what a page asks beside the resolver. */
export interface ShardedNames extends NameIndex {
  /** What a normalized name is easily mixed up with. */
  confusableWith(name: string): string[];
}

/** The same names, of which only those shards are read that an answer asks for. */
export function openNames(shardMap: NameShardMap, shards: Shards): ShardedNames {
  // A shard tells of all that its names lead to; what nobody has asked for is not looked at.
  const tellingOfThing = new Map<number, NameShard>();
  const tellingOfPlace = new Map<number, NameShard>();
  const records = new Map<number, NamedRecord>();
  /** Letters of a name of each thing that was near: its shard tells of the thing. */
  const lettersOfThing = new Map<number, string>();
  const shardAt = (number: number): NameShard | undefined =>
    number < 0 ? undefined : shards.at<NameShard>('names', number);
  const led = (shard: NameShard, { own = [], known = [], made, held = [], identified = [] }: NamedHere): void => {
    for (const [, place, , , thing] of own) {
      tellingOfPlace.set(place, shard);
      tellingOfThing.set(thing, shard);
    }
    for (const thing of known) tellingOfThing.set(thing, shard);
    if (made !== undefined) tellingOfThing.set(made, shard);
    for (const place of [...held, ...identified]) tellingOfPlace.set(place, shard);
  };
  const here = (letters: string): NamedHere => {
    const shard = shardAt(shardOf(shardMap.names, letters));
    const found = shard && valueIn<Named>(shard.names, letters);
    if (shard === undefined || found === undefined) return {};
    const one = typeof found === 'number' ? { known: [found] } : found;
    led(shard, one);
    return one;
  };
  const shardOfThing = (thing: number): NameShard | undefined => {
    const letters = lettersOfThing.get(thing);
    if (!tellingOfThing.has(thing) && letters !== undefined) here(letters);
    return tellingOfThing.get(thing);
  };
  const valueOfThing = <T>(thing: number): T | undefined => {
    const shard = shardOfThing(thing);
    return shard && valueIn<T>(shard.things, String(thing));
  };
  const recordAt = (place: number): NamedRecord => {
    const told = () => valueIn<RecordHere>(tellingOfPlace.get(place)?.records ?? '', String(place));
    const record = records.get(place) ?? { ...(told() as RecordHere), names: [] };
    records.set(place, record);
    return record;
  };
  const isOurs = (thing: number): boolean => thing < shardMap.things;
  const ownNamed = (letters: string): OwnName[] =>
    (here(letters).own ?? []).map(([, place, text, sort, thing]) => ({ record: recordAt(place), text, sort, thing }));
  const near = fuzzyNames(shardMap, shards);
  /** A slug is a name. */
  const placeOf = (ref: string): number | undefined => {
    const own = here(keyOf(ref.slice(ref.indexOf('/') + 1))).own ?? [];
    return own.find(([, place]) => refOfNamed(recordAt(place)) === ref)?.[1];
  };
  const recordsAbout = (thing: number): NamedRecord[] => {
    const [places] = (isOurs(thing) ? valueOfThing<OurThing>(thing) : undefined) ?? [[]];
    const shard = tellingOfThing.get(thing) as NameShard;
    for (const place of places) tellingOfPlace.set(place, shard);
    return places.map(recordAt);
  };
  return {
    ownNamed,
    knownNamed: (letters) => here(letters).known ?? [],
    recordsAbout,
    ingredientsAbout: (thing) =>
      isOurs(thing)
        ? (recordsAbout(thing)[0]?.substances.map((name) => name.toLowerCase()) ?? [])
        : (valueOfThing<readonly string[]>(thing) ?? []),
    lookAlikesAbout: (thing) => valueOfThing<OurThing>(thing)?.[1] ?? [],
    thingOfKey: (key) => here(key).made,
    holders: (letters) => (here(letters).held ?? []).map(recordAt),
    identified: (letters) => (here(letters).identified ?? []).map(recordAt),
    near(letters, edits) {
      const found = near.named(letters, edits);
      for (const name of found)
        for (const thing of near.of(name).things)
          if (!lettersOfThing.has(thing)) lettersOfThing.set(thing, joined(name));
      return found;
    },
    nearThings: (name) => near.of(name).things,
    nearSource: (name) => near.of(name).source,
    beginningWith(text, most) {
      const found = shardsBeginning(shardMap.names, joined(text)).flatMap((number) => {
        const shard = shardAt(number);
        return valuesBeginning<Named>(shard?.names ?? '', joined(text)).flatMap((one) => {
          if (typeof one === 'number' || !one.own?.some(([, , name]) => normalize(name).startsWith(text))) return [];
          led(shard as NameShard, one);
          return one.own;
        });
      });
      return found
        .filter(([, , name]) => normalize(name).startsWith(text))
        .toSorted(([a], [b]) => a - b)
        .slice(0, most)
        .map(([, place]) => recordAt(place));
    },
    hasWord(word) {
      const words = shards.at<string[]>('words', Math.max(0, shardOf(shardMap.words, word)));
      return words?.includes(word) ?? false;
    },
    recordOf(ref) {
      const place = placeOf(ref);
      return place === undefined ? undefined : recordAt(place);
    },
    placeOf,
    confusableWith: (name) =>
      (here(joined(name)).confusable ?? []).flatMap(([one, other]) => (one === name ? [other] : [])),
  };
}

interface FuzzyName {
  readonly things: readonly number[];
  readonly source: NameSource;
}

/** The names that may be misspelled: those of the lengths and first sounds that are near are fetched all at once. */
function fuzzyNames({ near }: NameShardMap, shards: Shards) {
  const found = new Map<string, FuzzyName>();
  return {
    of: (name: string): FuzzyName => found.get(name) ?? { things: [], source: 'known' },
    named(letters: string, edits: number): string[] {
      shards.settle();
      const buckets = bucketsNear(letters, edits);
      const wanted = near.flatMap(([first, last], number) =>
        buckets.some(([from, to]) => first <= to && from <= last) ? [number] : [],
      );
      const read = wanted.flatMap((number) => shards.at<FuzzyShard>('near', number) ?? []);
      shards.settle();
      return read.flatMap((shard) => {
        const list = listOf(shard);
        const numbers = nearbyNames(list, letters, edits);
        const told = numbers.length > 0 ? shard.told.split('\n') : [];
        return numbers.map((number) => {
          const name = nameAt(list, number);
          const [things = '', source = ''] = (told[number] as string).split(' ');
          found.set(name, { things: things.split(',').map(Number), source: MARKED_SOURCES[source] ?? 'known' });
          return name;
        });
      });
    },
  };
}

/** The names of a shard in the form in which they are looked through, for as long as somebody holds the shard. */
function listOf(shard: FuzzyShard): NameList {
  const list = lists.get(shard) ?? listNames(shard.names);
  lists.set(shard, list);
  return list;
}

const lists = new WeakMap<FuzzyShard, NameList>();
