import { joined } from '../text/normalize.ts';
import { type ShardFile, type Shards, shardOf, shardsBeginning, sortedEntries, splitSorted } from '../text/shards.ts';
import { sortedLines, valueIn, valuesBeginning } from '../text/sorted-lines.ts';
import {
  type CodedName,
  type FuzzyName,
  type NamedRecord,
  type NameEntry,
  type NameIndexData,
  type NameSource,
  type NameTables,
  type OurThing,
  unique,
} from './name-index.ts';
import { bucketOfName, bucketsNear, listNames, type NameList, nameAt, nearbyNames } from './name-list.ts';
import { nameTables, type WholeTables } from './name-tables.ts';

/** What a browser must know to find the shard of a name. */
export interface NameShardMap {
  /** How many things are ours; they are the first. */
  readonly things: number;
  /** The first letters of each shard of `names` and of `words`. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The first and last bucket (first sound and length) of each shard of `near`. */
  readonly near: readonly (readonly [number, number])[];
  /** The first code of each shard of `codes`. */
  readonly codes: readonly string[];
}

/** A record as far as an answer needs it; its names are where they are asked for. */
type ShardRecord = Omit<NamedRecord, 'names' | 'identifiers'>;

/** Tables as {@link sortedLines}: of some five hundred rows an exact name needs three. */
interface NameShard {
  /** By letters: the row; a number is the thing of a known name of which nothing else is to be said. */
  readonly names: string;
  /** Of each thing of ours an {@link OurThing}, of any other its ingredients. */
  readonly things: string;
  /** By place. */
  readonly records: string;
}
type ShortRow = NameEntry | number;

/** Names in the order of their buckets, one a line, and in as many lines the things of each and where it is from: "12 o", "9000". */
interface FuzzyShard {
  readonly names: string;
  readonly told: string;
}

/** Characters of a shard; a typed name needs one of `names`, and a misspelled one a third of `near`. */
const SHARD_CHARACTERS = 24_000;
/** Characters of a shard of `names` as JSON: how much its rows lead to is known only when it is made. */
const MOST_CHARACTERS = 26_000;

/** The names in shards that a browser fetches as it needs them. */
export function nameShards(data: NameIndexData): { shardMap: NameShardMap; files: ShardFile[] } {
  const tables = nameTables(data);
  const names = splitSorted(sortedEntries(tables.rows), SHARD_CHARACTERS / 4).flatMap((rows) => halved(rows, tables));
  const near = fuzzyShards(tables.fuzzy());
  const words = splitSorted(sortedEntries(new Map([...tables.words()].map((word) => [word, 1]))), SHARD_CHARACTERS);
  const codes = splitSorted(sortedEntries(tables.codes), SHARD_CHARACTERS);
  return {
    shardMap: {
      things: tables.things,
      names: names.map(([first]) => first?.[0] ?? ''),
      words: words.map(([first]) => first?.[0] ?? ''),
      near: near.map(({ buckets }) => buckets),
      codes: codes.map(([first]) => first?.[0] ?? ''),
    },
    files: [
      ...names.map((rows, number) => ({ family: 'names', number, content: nameShard(rows, tables) })),
      ...near.map(({ names: of, told }, number) => ({
        family: 'near',
        number,
        content: { names: of.join('\n'), told: told.join('\n') } satisfies FuzzyShard,
      })),
      ...codes.map((rows, number) => ({ family: 'codes', number, content: sortedLines(rows) })),
      ...words.map((entries, number) => ({ family: 'words', number, content: entries.map(([word]) => word) })),
    ],
  };
}

type NameRows = readonly (readonly [string, NameEntry])[];

/** Rows whose shard would be larger than any may be, in halves; a single row stays whole. */
function halved(rows: NameRows, tables: WholeTables): NameRows[] {
  if (rows.length < 2 || JSON.stringify(nameShard(rows, tables)).length <= MOST_CHARACTERS) return [rows];
  const middle = rows.length >> 1;
  return [rows.slice(0, middle), rows.slice(middle)].flatMap((half) => halved(half, tables));
}

/** Some rows with all things and records that they lead to. */
function nameShard(rows: NameRows, tables: WholeTables): NameShard {
  const places = rows.flatMap(([, { held = [], identified = [], own = [] }]) => [
    ...held,
    ...identified,
    ...own.map(([, place]) => place),
  ]);
  const things = unique(rows.flatMap(([, row]) => thingsOf(row)));
  return {
    names: sortedLines(rows.map(([letters, row]) => [letters, shortRow(row)])),
    things: sortedLines(things.map((thing) => [String(thing), tables.ourThing(thing) ?? tables.ingredients(thing)])),
    records: sortedLines(
      unique([...places, ...things.flatMap((thing) => tables.ourThing(thing)?.[0] ?? [])]).map((place) => {
        const { names: _, identifiers: __, ...record } = tables.record(place);
        return [String(place), record];
      }),
    ),
  };
}

const thingsOf = ({ own = [], known = [], made }: NameEntry): number[] => [
  ...own.map(([, , , , thing]) => thing),
  ...known,
  ...(made === undefined ? [] : [made]),
];

/** Most names are known, of one thing, and no more. */
const shortRow = (row: NameEntry): ShortRow =>
  Object.keys(row).length === 1 && row.known?.length === 1 ? (row.known[0] as number) : row;

const SOURCE_MARKS: Readonly<Record<NameSource, string>> = { own: ' o', alias: ' a', known: '' };
const MARKED_SOURCES: Readonly<Record<string, NameSource>> = { o: 'own', a: 'alias' };

/** Longer names are never near anything that is asked. */
const LONGEST_NEAR = 43;

function fuzzyShards(fuzzy: readonly FuzzyName[]) {
  const names = fuzzy
    .filter(({ name }) => joined(name).length <= LONGEST_NEAR)
    .map((one) => ({ ...one, bucket: bucketOfName(one.name) }))
    .toSorted((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));
  const shards: { readonly names: string[]; readonly told: string[]; readonly buckets: [number, number] }[] = [];
  let room = 0;
  for (const { name, things, source, bucket } of names) {
    const told = `${things.join(',')}${SOURCE_MARKS[source]}`;
    const size = name.length + told.length + 2;
    if (size > room) {
      shards.push({ names: [], told: [], buckets: [bucket, bucket] });
      room = SHARD_CHARACTERS;
    }
    const last = shards.at(-1) as (typeof shards)[number];
    last.names.push(name);
    last.told.push(told);
    last.buckets[1] = bucket;
    room -= size;
  }
  return shards;
}

/** The tables of names, read from those shards only that an answer asks for. */
export function shardedTables(shardMap: NameShardMap, shards: Shards): NameTables {
  // A shard has all that its names lead to: which shard it is follows from the name that was asked for.
  const shardOfThing = new Map<number, NameShard>();
  const shardOfPlace = new Map<number, NameShard>();
  const records = new Map<number, NamedRecord>();
  /** Letters of a name of each thing that was near: their shard has the thing. */
  const lettersOfThing = new Map<number, string>();
  const shardAt = (number: number): NameShard | undefined =>
    number < 0 ? undefined : shards.at<NameShard>('names', number);
  const whole = (shard: NameShard, short: ShortRow): NameEntry => {
    const row = typeof short === 'number' ? { known: [short] } : short;
    const { own = [], held = [], identified = [] } = row;
    for (const thing of thingsOf(row)) shardOfThing.set(thing, shard);
    for (const place of [...own.map(([, at]) => at), ...held, ...identified]) shardOfPlace.set(place, shard);
    return row;
  };
  const row = (letters: string): NameEntry => {
    const shard = shardAt(shardOf(shardMap.names, letters));
    const found = shard && valueIn<ShortRow>(shard.names, letters);
    return shard === undefined || found === undefined ? {} : whole(shard, found);
  };
  const thingRow = <T>(thing: number): T | undefined => {
    const letters = lettersOfThing.get(thing);
    if (!shardOfThing.has(thing) && letters !== undefined) row(letters);
    const shard = shardOfThing.get(thing);
    return shard && valueIn<T>(shard.things, String(thing));
  };
  return {
    things: shardMap.things,
    row,
    rowsBeginning: (letters) =>
      shardsBeginning(shardMap.names, letters).flatMap((number) => {
        const shard = shardAt(number);
        const found = valuesBeginning<ShortRow>(shard?.names ?? '', letters);
        return found.flatMap((one) =>
          typeof one === 'number' || one.own === undefined ? [] : [whole(shard as NameShard, one)],
        );
      }),
    ourThing(thing) {
      const found = thing < shardMap.things ? thingRow<OurThing>(thing) : undefined;
      for (const place of found?.[0] ?? []) shardOfPlace.set(place, shardOfThing.get(thing) as NameShard);
      return found;
    },
    ingredients: (thing) => thingRow<readonly string[]>(thing) ?? [],
    coded(code) {
      const number = shardOf(shardMap.codes, code);
      const lines = number < 0 ? undefined : shards.at<string>('codes', number);
      return lines === undefined ? undefined : valueIn<CodedName>(lines, code);
    },
    record(place) {
      const found = () => valueIn<ShardRecord>(shardOfPlace.get(place)?.records ?? '', String(place));
      const record = records.get(place) ?? { ...(found() as ShardRecord), names: [] };
      records.set(place, record);
      return record;
    },
    near(letters, edits) {
      const found = fuzzyNames(shardMap, shards, { letters, edits });
      for (const { name, things } of found)
        for (const thing of things) if (!lettersOfThing.has(thing)) lettersOfThing.set(thing, joined(name));
      return found;
    },
    hasWord: (word) =>
      shards.at<string[]>('words', Math.max(0, shardOf(shardMap.words, word)))?.includes(word) ?? false,
  };
}

/** The names that may be misspelled: those of the lengths and first sounds that are near are fetched all at once. */
function fuzzyNames(
  { near }: NameShardMap,
  shards: Shards,
  { letters, edits }: { letters: string; edits: number },
): FuzzyName[] {
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
      const [things = '', source = ''] = (told[number] as string).split(' ');
      return {
        name: nameAt(list, number),
        things: things.split(',').map(Number),
        source: MARKED_SOURCES[source] ?? 'known',
      };
    });
  });
}

/** The names of a shard in the form in which they are looked through, for as long as somebody holds the shard. */
function listOf(shard: FuzzyShard): NameList {
  const list = lists.get(shard) ?? listNames(shard.names);
  lists.set(shard, list);
  return list;
}

const lists = new WeakMap<FuzzyShard, NameList>();
