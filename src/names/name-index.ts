import type { Kind } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';
import { plain, substancesOf } from './known-names.ts';
import { listNames, type NameList, namesOf } from './name-list.ts';

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
  /** Figures of the strengths in which its tablets and capsules are sold. */
  readonly strengths?: readonly string[];
}

/** What the resolver is built from; v1/names.json holds it. */
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

/**
 * Every name leads to a thing: a substance or combination of substances, numbered. First come the things
 * our records are about, then the lines of the known names.
 */
export interface NameIndex {
  /** The records about each of our things. */
  readonly records: readonly (readonly NamedRecord[])[];
  /** Our things by their ingredients. */
  readonly byIngredients: ReadonlyMap<string, number>;
  /** The records that hold an ingredient, alone or with others. */
  readonly holding: ReadonlyMap<string, readonly NamedRecord[]>;
  /** The names of our records; the names of `ours` have the same numbers as those of `own`. */
  readonly ours: NameList;
  readonly own: readonly OwnName[];
  readonly known: NameList;
  /** The records of an identifier. */
  readonly identifiers: ReadonlyMap<string, readonly NamedRecord[]>;
  /** By thing: the published look-alikes of its names, normalized. */
  readonly lookAlikes: ReadonlyMap<number, readonly string[]>;
}

export function buildNameIndex(data: NameIndexData): NameIndex {
  const records: NamedRecord[][] = [];
  const byIngredients = new Map<string, number>();
  const holding = new Map<string, NamedRecord[]>();
  const own: OwnName[] = [];
  const identifiers = new Map<string, NamedRecord[]>();
  for (const record of data.records) {
    const substances = record.substances.map(keyOf);
    const thing = byIngredients.get(ingredientsKey(substances)) ?? records.push([]) - 1;
    byIngredients.set(ingredientsKey(substances), thing);
    records[thing]?.push(record);
    for (const substance of substances) append(holding, substance, record);
    for (const identifier of record.identifiers ?? []) append(identifiers, keyOf(identifier), record);
    for (const { text, sort } of record.names) if (keyOf(text) !== '') own.push({ record, text, sort, thing });
  }
  const ours = listNames(own.map(({ text }) => `\n${normalize(text)}`).join(''));
  const index = {
    records,
    byIngredients,
    holding,
    ours,
    own,
    known: listNames(data.known),
    identifiers,
    lookAlikes: new Map<number, string[]>(),
  };
  for (const [a, b] of data.confusable) {
    for (const thing of thingsNamed(index, keyOf(a))) append(index.lookAlikes, thing, normalize(b));
    for (const thing of thingsNamed(index, keyOf(b))) append(index.lookAlikes, thing, normalize(a));
  }
  return index;
}

/** The things that have a name with these letters; if one of our records has it, only ours are returned. */
export function thingsNamed(index: NameIndex, letters: string): number[] {
  const ours = ownNames(index, letters);
  return unique(
    ours.length > 0
      ? ours.map(({ thing }) => thing)
      : namesOf(index.known, letters).map((name) => knownThing(index, name)),
  );
}

export const ownNames = (index: NameIndex, letters: string): OwnName[] =>
  namesOf(index.ours, letters).map((number) => index.own[number] as OwnName);

/** The main name of a record takes precedence over an alias of another record. */
export function strongest(names: readonly OwnName[]): OwnName[] {
  const own = names.filter(({ sort }) => sort === 'slug' || sort === 'name');
  return own.length > 0 ? own : [...names];
}

/** What a known name means: one of our things if its ingredients, or a name of its ingredient, are ours. */
function knownThing(index: NameIndex, name: number): number {
  const line = index.known.lines[name] as number;
  const keys = substancesOf(index.known, line).map((substance) => joined(plain(substance)));
  const named = keys.length === 1 ? strongest(ownNames(index, keys[0] as string))[0]?.thing : undefined;
  return named ?? index.byIngredients.get(ingredientsKey(keys)) ?? index.records.length + line;
}

/** The thing of exactly these ingredients, if it is one of ours or a known combination. */
export function thingOf(index: NameIndex, ingredients: readonly string[]): number | undefined {
  const keys = [...new Set(ingredients.map(keyOf))].sort();
  const ours = index.byIngredients.get(ingredientsKey(keys));
  // The first field of a line is a name too: the ingredients in alphabetical order.
  return ours ?? namesOf(index.known, keys.join('')).map((name) => knownThing(index, name))[0];
}

export const recordsOf = (index: NameIndex, thing: number): readonly NamedRecord[] => index.records[thing] ?? [];

/** The ingredients of a thing, OTHERS among them if not all are known. */
export function ingredientsOf(index: NameIndex, thing: number): readonly string[] {
  const [record] = recordsOf(index, thing);
  return record
    ? record.substances.map((name) => name.toLowerCase())
    : substancesOf(index.known, thing - index.records.length);
}

export const keyOf = (name: string): string => joined(normalize(name));

const ingredientsKey = (keys: readonly string[]): string =>
  keys.length === 1 ? (keys[0] as string) : [...new Set(keys)].sort().join('+');

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
