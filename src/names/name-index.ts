import type { Kind } from '../schema/kinds.ts';
import { append } from '../text/groups.ts';
import { joined, normalize } from '../text/normalize.ts';
import { plain, substancesOf } from './known-names.ts';
import { listNames, type NameList, nameAt, namesOf, nearbyNames } from './name-list.ts';

const SORTS = ['slug', 'name', 'alias', 'salt'] as const;
export type NameSort = (typeof SORTS)[number];

export interface NamedRecord {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
  readonly substances: readonly string[];
  /** Exact names of the record, each with its sort. */
  readonly names: readonly { readonly text: string; readonly sort: NameSort }[];
  /** Of its one substance, as they are asked for: "5q7zvv76ei", "rxcui 11289". */
  readonly identifiers?: readonly string[];
  /** Figures of the strengths in which its tablets and capsules are sold. */
  readonly strengths?: readonly string[];
}

/** What the resolver is built from. */
export interface NameIndexData {
  readonly records: readonly NamedRecord[];
  /** Published look-alikes and sound-alikes. */
  readonly confusable: readonly (readonly [string, string])[];
  /** The text of content/vocabulary/known-names.tsv. */
  readonly known: string;
}

export interface OwnName {
  readonly record: NamedRecord;
  readonly text: string;
  readonly sort: NameSort;
  readonly thing: number;
}

/** Whose name it is. */
type NameOwner = Pick<OwnName, 'record' | 'thing'>;

/** Where a name is from: a record's own (salts included), one of its other names, or the known names only. */
export type NameSource = 'own' | 'alias' | 'known';

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
  /** Normalized names that may be misspelled as these letters, by {@link nearbyNames}. */
  near(letters: string, edits: number): readonly string[];
  /** What a name that is `near` leads to, and where it is from. */
  nearThings(name: string): readonly number[];
  nearSource(name: string): NameSource;
  /** Records with a name that begins with a normalized text: the first `most` such names. */
  beginningWith(text: string, most: number): readonly NamedRecord[];
  /** Whether a word stands in a known name. */
  hasWord(word: string): boolean;
  /** A record by `kind/slug`, and its place among all of them. */
  recordOf(ref: string): NamedRecord | undefined;
  placeOf(ref: string): number | undefined;
}

/** All names in memory. */
export interface WholeNames extends NameIndex {
  /** The records about each of our things. */
  readonly records: readonly (readonly NamedRecord[])[];
  /** Our things by their ingredients. */
  readonly byIngredients: ReadonlyMap<string, number>;
  /** The names of our records, and each of them in the same order. */
  readonly ours: NameList;
  ownNames(): OwnName[];
  readonly known: NameList;
  readonly holding: ReadonlyMap<string, readonly NamedRecord[]>;
  readonly identifiers: ReadonlyMap<string, readonly NamedRecord[]>;
  readonly lookAlikes: ReadonlyMap<number, readonly string[]>;
}

export function buildNameIndex(data: NameIndexData): WholeNames {
  const all: NamedRecord[] = [];
  const places = new Map<string, number>();
  const records: NamedRecord[][] = [];
  const byIngredients = new Map<string, number>();
  const holding = new Map<string, NamedRecord[]>();
  const identifiers = new Map<string, NamedRecord[]>();
  // Of ten thousand records a hundred thousand names: in columns they take a third of what they would as objects.
  const texts: string[] = [];
  const sorts: number[] = [];
  const owners: NameOwner[] = [];
  // Each name has a line of its own, after a line end.
  const lines = [''];
  for (const given of data.records) {
    const record: NamedRecord = { ...given, names: NONE };
    places.set(refOfNamed(record), all.length);
    all.push(record);
    const substances = record.substances.map(keyOf);
    const key = ingredientsKey(substances);
    const thing = byIngredients.get(key) ?? records.length;
    if (thing === records.length) records.push([record]);
    else records[thing]?.push(record);
    byIngredients.set(key, thing);
    for (const substance of substances) append(holding, substance, record);
    for (const identifier of record.identifiers ?? []) append(identifiers, keyOf(identifier), record);
    const owner: NameOwner = { record, thing };
    for (const { text, sort } of given.names) {
      const normalized = normalize(text);
      if (normalized === '') continue;
      texts.push(text);
      sorts.push(SORTS.indexOf(sort));
      owners.push(owner);
      lines.push(normalized);
    }
  }
  const ours = listNames(lines.join('\n'));
  const ownAt = (number: number): OwnName => ({
    ...(owners[number] as NameOwner),
    text: texts[number] as string,
    sort: SORTS[sorts[number] as number] as NameSort,
  });
  const known = listNames(data.known);
  const lookAlikes = new Map<number, string[]>();
  const ownNamed = (letters: string): OwnName[] => namesOf(ours, letters).map(ownAt);
  /** What a line of the known names means: one of our things if its ingredients, or a name of its ingredient, are ours. */
  const things = new Int32Array(known.lineStarts.length).fill(UNKNOWN);
  const thingOfLine = (line: number): number => {
    const before = things[line] as number;
    if (before !== UNKNOWN) return before;
    const keys = substancesOf(known, line).map((substance) => joined(plain(substance)));
    const named = keys.length === 1 ? strongest(ownNamed(keys[0] as string))[0]?.thing : undefined;
    const thing = named ?? byIngredients.get(ingredientsKey(keys)) ?? records.length + line;
    things[line] = thing;
    return thing;
  };
  const index: WholeNames = {
    recordOf: (ref) => all[places.get(ref) ?? -1],
    placeOf: (ref) => places.get(ref),
    records,
    byIngredients,
    holding,
    ours,
    ownNames: () => texts.map((_, number) => ownAt(number)),
    known,
    identifiers,
    lookAlikes,
    ownNamed,
    knownNamed: (letters) => unique(namesOf(known, letters).map((name) => thingOfLine(known.lines[name] as number))),
    recordsAbout: (thing) => records[thing] ?? [],
    ingredientsAbout: (thing) =>
      records[thing]?.[0]?.substances.map((name) => name.toLowerCase()) ?? substancesOf(known, thing - records.length),
    lookAlikesAbout: (thing) => lookAlikes.get(thing) ?? [],
    thingOfKey: (key) => byIngredients.get(key),
    holders: (letters) => holding.get(letters) ?? [],
    identified: (letters) => identifiers.get(letters) ?? [],
    near: (letters, edits) =>
      unique([
        ...nearbyNames(ours, letters, edits).map((number) => nameAt(ours, number)),
        ...nearbyNames(known, letters, edits).map((number) => plain(nameAt(known, number))),
      ]),
    nearThings: (name) => thingsNamed(index, joined(name)),
    nearSource: (name) => sourceOf(ownNamed(joined(name))),
    beginningWith: (text, most) => recordsFrom(ours, owners, { text, most }),
    hasWord: (word) => hasWord(known.text, word),
  };
  for (const [a, b] of data.confusable) {
    for (const thing of thingsNamed(index, keyOf(a))) append(lookAlikes, thing, normalize(b));
    for (const thing of thingsNamed(index, keyOf(b))) append(lookAlikes, thing, normalize(a));
  }
  return index;
}

export const refOfNamed = ({ kind, slug }: Pick<NamedRecord, 'kind' | 'slug'>): string => `${kind}/${slug}`;

/** Of a record in the index: its names stand in the columns. */
const NONE: NamedRecord['names'] = [];

/** Of a line nobody has asked for. */
const UNKNOWN = -1;

export function sourceOf(names: readonly OwnName[]): NameSource {
  if (names.length === 0) return 'known';
  return names.every(({ sort }) => sort === 'alias') ? 'alias' : 'own';
}

function recordsFrom(
  ours: NameList,
  owners: readonly NameOwner[],
  { text, most }: { text: string; most: number },
): NamedRecord[] {
  const found: NamedRecord[] = [];
  const start = `\n${text}`;
  let at = ours.text.indexOf(start);
  for (; at >= 0 && found.length < most; at = ours.text.indexOf(start, at + 1)) {
    const owner = owners[ours.starts.indexOf(at + 1)];
    if (owner) found.push(owner.record);
  }
  return found;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (/[a-z0-9]/.test(`${text[at - 1] ?? ''}${text[at + word.length] ?? ''}`)) continue;
    return true;
  }
  return false;
}

/** The things that have a name with these letters; if one of our records has it, only ours are returned. */
export function thingsNamed(index: NameIndex, letters: string): readonly number[] {
  const ours = index.ownNamed(letters);
  return ours.length > 0 ? unique(ours.map(({ thing }) => thing)) : index.knownNamed(letters);
}

/** The main name of a record takes precedence over an alias of another record. */
export function strongest(names: readonly OwnName[]): OwnName[] {
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
