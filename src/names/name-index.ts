import type { Kind } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';

export type NameSort = 'slug' | 'name' | 'alias' | 'salt';

export interface NamedRecord {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
  readonly substances: readonly string[];
  /** Exact names of the record, each with its sort. */
  readonly names: readonly { readonly text: string; readonly sort: NameSort }[];
  /** Of its one substance, as they are asked for: "5q7zvv76ei", "rxcui 11289". */
  readonly identifiers?: readonly string[];
  /** Figures of the strengths in which its tablets and capsules are sold, as its record states them. */
  readonly strengths?: readonly string[];
  /** Whether a brand that it is only spelled like is asked about: a controlled drug, an anticoagulant, insulin, a narrow index. */
  readonly isHighRisk?: boolean;
  /** Milligrams of each tablet and capsule that RxNorm knows of its substance; absent where it knows none, or of a combination. */
  readonly sold?: readonly number[];
}

/** What the resolver is built from. */
export interface NameIndexData {
  readonly records: readonly NamedRecord[];
  /** Published look-alikes and sound-alikes. */
  readonly confusable: readonly (readonly [string, string])[];
  /** The text of content/vocabulary/known-names.tsv. */
  readonly known: string;
  /** The text of content/vocabulary/rxnorm.tsv. */
  readonly rxnorm?: string;
}

/** What a code of RxNorm or a UNII names, and the ingredients of each product of it, joined by " + ". */
export type CodedName = readonly [name: string, ...sets: string[]];

export interface OwnName {
  readonly record: NamedRecord;
  readonly text: string;
  readonly sort: NameSort;
  readonly thing: number;
}

/** Where a name is from: a record's own (salts included), one of its other names, or the known names only. */
export type NameSource = 'own' | 'alias' | 'known';

/** All that a name leads to, by its letters. Places are those of records in the list of all. */
export interface NameEntry {
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

/** Places of the records about one of our things, and its published look-alikes, normalized. */
export type OurThing = readonly [places: readonly number[], lookAlikes: readonly string[]];

/** A name that may be meant by a misspelling, and what it leads to. */
export interface FuzzyName {
  readonly name: string;
  readonly things: readonly number[];
  readonly source: NameSource;
}

/** The tables behind a {@link NameIndex}: in memory (names/name-tables) or in shards (names/name-shards). */
export interface NameTables {
  /** How many things are ours; they are the first. */
  readonly things: number;
  row(letters: string): NameEntry;
  /** Rows with own names whose letters begin so. */
  rowsBeginning(letters: string): readonly NameEntry[];
  ourThing(thing: number): OurThing | undefined;
  /** Ingredients of a thing that is not ours. */
  ingredients(thing: number): readonly string[];
  record(place: number): NamedRecord;
  /** The normalized names that may be misspelled as these letters. */
  near(letters: string, edits: number): readonly FuzzyName[];
  hasWord(word: string): boolean;
  /** What a code of RxNorm ("11289") or a UNII ("5q7zvv76ei") names. */
  coded(code: string): CodedName | undefined;
}

/**
 * What the resolver asks of names. Every name leads to a thing: a substance or combination of substances, numbered. First
 * come the things our records are about, then the lines of the known names. Names go without spaces where they are `letters`.
 */
export interface NameIndex {
  /** The names of our records with these letters. */
  ownNamed(letters: string): readonly OwnName[];
  /** The things of the known names with these letters. */
  knownNamed(letters: string): readonly number[];
  /** The records about one of our things; none of any other thing. */
  recordsAbout(thing: number): readonly NamedRecord[];
  /** The ingredients of a thing, OTHERS among them if not all are known. */
  ingredientsAbout(thing: number): readonly string[];
  /** The published look-alikes of the names of one of our things, normalized. */
  lookAlikesAbout(thing: number): readonly string[];
  /** Our thing of an {@link ingredientsKey}. */
  thingOfKey(key: string): number | undefined;
  /** The records that hold an ingredient, alone or with others. */
  holders(letters: string): readonly NamedRecord[];
  /** The records of an identifier. */
  identified(letters: string): readonly NamedRecord[];
  /** What a code of RxNorm or a UNII names, be it ours or not. */
  coded(code: string): { readonly name: string; readonly sets: readonly (readonly string[])[] } | undefined;
  /** Normalized names that may be misspelled as these letters. */
  near(letters: string, edits: number): readonly string[];
  /** What a name that is `near` leads to, and where it is from. */
  nearThings(name: string): readonly number[];
  nearSource(name: string): NameSource;
  /** Records with a name that begins with a normalized text: the first `most` such names. */
  beginningWith(text: string, most: number): readonly NamedRecord[];
  /** Whether a word is part of a known name. */
  hasWord(word: string): boolean;
  /** A record by `kind/slug`, and its place among all of them. */
  recordOf(ref: string): NamedRecord | undefined;
  placeOf(ref: string): number | undefined;
  /** What a normalized name is easily mixed up with. */
  confusableWith(name: string): readonly string[];
}

/** The index of names over its tables. */
export function openNames(tables: NameTables): NameIndex {
  const fuzzy = new Map<string, FuzzyName>();
  const { row } = tables;
  const recordsAbout = (thing: number): NamedRecord[] =>
    thing < tables.things ? (tables.ourThing(thing)?.[0] ?? []).map(tables.record) : [];
  // A slug is a name.
  const placeOf = (ref: string): number | undefined =>
    row(keyOf(ref.slice(ref.indexOf('/') + 1))).own?.find(([, place]) => refOfNamed(tables.record(place)) === ref)?.[1];
  return {
    ownNamed: (letters) =>
      (row(letters).own ?? []).map(([, place, text, sort, thing]) => ({
        record: tables.record(place),
        text,
        sort,
        thing,
      })),
    knownNamed: (letters) => row(letters).known ?? [],
    recordsAbout,
    ingredientsAbout: (thing) =>
      thing < tables.things
        ? (recordsAbout(thing)[0]?.substances.map((name) => name.toLowerCase()) ?? [])
        : tables.ingredients(thing),
    lookAlikesAbout: (thing) => tables.ourThing(thing)?.[1] ?? [],
    thingOfKey: (key) => row(key).made,
    holders: (letters) => (row(letters).held ?? []).map(tables.record),
    identified: (letters) => (row(letters).identified ?? []).map(tables.record),
    coded(code) {
      const found = tables.coded(code);
      return found && { name: found[0], sets: found.slice(1).map((set) => set.split(' + ')) };
    },
    near(letters, edits) {
      const found = tables.near(letters, edits);
      for (const one of found) fuzzy.set(one.name, one);
      return found.map(({ name }) => name);
    },
    nearThings: (name) => fuzzy.get(name)?.things ?? [],
    nearSource: (name) => fuzzy.get(name)?.source ?? 'known',
    beginningWith: (text, most) =>
      tables
        .rowsBeginning(joined(text))
        .flatMap(({ own = [] }) => own)
        .filter(([, , name]) => normalize(name).startsWith(text))
        .toSorted(([a], [b]) => a - b)
        .slice(0, most)
        .map(([, place]) => tables.record(place)),
    hasWord: tables.hasWord,
    recordOf(ref) {
      const place = placeOf(ref);
      return place === undefined ? undefined : tables.record(place);
    },
    placeOf,
    confusableWith: (name) =>
      (row(joined(name)).confusable ?? []).flatMap(([one, other]) => (one === name ? [other] : [])),
  };
}

export const refOfNamed = ({ kind, slug }: Pick<NamedRecord, 'kind' | 'slug'>): string => `${kind}/${slug}`;

/** The things that have a name with these letters; if one of our records has it, only ours are returned. */
export function thingsNamed(index: NameIndex, letters: string): readonly number[] {
  const ours = index.ownNamed(letters);
  return ours.length > 0 ? unique(ours.map(({ thing }) => thing)) : index.knownNamed(letters);
}

/** The main name of a record takes precedence over an alias of another record. */
export function strongest<T extends Pick<OwnName, 'sort'>>(names: readonly T[]): T[] {
  const own = names.filter(({ sort }) => sort === 'slug' || sort === 'name');
  return own.length > 0 ? own : [...names];
}

/** The thing of exactly these ingredients, if it is one of ours or a known combination. */
export function thingOf(index: NameIndex, ingredients: readonly string[]): number | undefined {
  const keys = [...new Set(ingredients.map(keyOf))].sort();
  // The first field of a line is a name too: the ingredients in alphabetical order.
  return index.thingOfKey(ingredientsKey(keys)) ?? index.knownNamed(keys.join(''))[0];
}

export const keyOf = (name: string): string => joined(normalize(name));

/** One text for the ingredients of a thing, each without spaces. */
export const ingredientsKey = (keys: readonly string[]): string =>
  keys.length === 1 ? (keys[0] as string) : [...new Set(keys)].sort().join('+');

export const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
