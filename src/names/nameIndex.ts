import { parseKnownNames, plain } from './known.ts';
import { joined, normalize } from './normalize.ts';
import { type Names, type SpellingTable, spellingTable } from './spelling.ts';

export type Kind = 'medication' | 'supplement' | 'peptide';
export type NameSort = 'slug' | 'name' | 'alias' | 'salt';

export interface NamedRecord {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
  readonly substances: readonly string[];
  /** Exact names that lead here, with what sort each is. */
  readonly names: readonly { readonly text: string; readonly sort: NameSort }[];
}

/** What the resolver is built from; v1/names.json holds it. */
export interface NameIndexData {
  readonly records: readonly NamedRecord[];
  /** Published look-alikes and sound-alikes. */
  readonly confusable: readonly (readonly [string, string])[];
  /** The text of content/vocabulary/known-names.tsv. */
  readonly known: string;
}

/** A substance or a combination of substances, with the records about it, if any. */
export interface Thing {
  readonly ingredients: readonly string[];
  readonly records: readonly NamedRecord[];
}

export interface OwnName {
  readonly record: NamedRecord;
  readonly text: string;
  readonly sort: NameSort;
  readonly thing: number;
}

/** Every name leads to things, which are numbered. All keys are names without spaces. */
export interface NameIndex {
  readonly things: readonly Thing[];
  /** The names of our records. */
  readonly ours: ReadonlyMap<string, readonly OwnName[]>;
  /** The same, in order, for what a name begins with. */
  readonly sorted: readonly string[];
  readonly known: ReadonlyMap<string, readonly number[]>;
  readonly byIngredients: ReadonlyMap<string, number>;
  /** The records that hold an ingredient, alone or with others. */
  readonly holding: ReadonlyMap<string, readonly NamedRecord[]>;
  readonly spelling: SpellingTable;
  /** By thing: the published look-alikes of its names, normalized. */
  readonly lookAlikes: ReadonlyMap<number, readonly string[]>;
}

export function buildNameIndex({ records, confusable, known: knownText }: NameIndexData): NameIndex {
  const { things, byIngredients, numberOf } = numberedThings();
  const ours = new Map<string, OwnName[]>();
  const holding = new Map<string, NamedRecord[]>();
  const all: Names = { names: [], letters: [], things: [] };

  for (const record of records) {
    const thing = numberOf(record.substances, record.substances.map(keyOf));
    things[thing]?.records.push(record);
    for (const substance of record.substances) append(holding, keyOf(substance), record);
    for (const { text, sort } of record.names) {
      const name = normalize(text);
      append(ours, joined(name), { record, text, sort, thing });
      addName(all, name, joined(name), thing);
    }
  }

  const known = new Map<string, readonly number[]>();
  const { meanings, names, letters, meaningOf } = parseKnownNames(knownText);
  const meant = meanings.map((ingredients) => [thingMeant(ingredients)]);
  /** A known substance that is a name of one of our records is that record's thing, whatever it calls its substances. */
  function thingMeant(ingredients: readonly string[]): number {
    const keys = ingredients.map(plainKey);
    const own = keys.length === 1 ? ours.get(keys[0] as string) : undefined;
    return own?.[0]?.thing ?? numberOf(ingredients, keys);
  }
  for (let at = 0; at < names.length; at++) {
    const key = letters[at] as string;
    const here = meant[meaningOf[at] as number] as readonly number[];
    const before = known.get(key);
    if (before?.includes(here[0] as number)) continue;
    known.set(key, before ? [...before, ...here] : here);
    if (!ours.has(key)) addName(all, names[at] as string, key, here[0] as number);
  }

  return {
    things, ours, known, byIngredients, holding,
    sorted: [...ours.keys()].sort(),
    spelling: spellingTable(all),
    lookAlikes: lookAlikesByThing(confusable, (name) => ours.get(name)?.map(({ thing }) => thing) ?? known.get(name) ?? []),
  };
}

function numberedThings() {
  const things: { readonly ingredients: readonly string[]; readonly records: NamedRecord[] }[] = [];
  const byIngredients = new Map<string, number>();
  const numberOf = (ingredients: readonly string[], keys: readonly string[]): number => {
    const key = ingredientsKey(keys);
    const number = byIngredients.get(key);
    if (number !== undefined) return number;
    byIngredients.set(key, things.length);
    return things.push({ ingredients, records: [] }) - 1;
  };
  return { things, byIngredients, numberOf };
}

function lookAlikesByThing(pairs: NameIndexData['confusable'], thingsNamed: (letters: string) => readonly number[]): Map<number, string[]> {
  const lookAlikes = new Map<number, string[]>();
  for (const [a, b] of pairs) {
    for (const thing of new Set(thingsNamed(keyOf(a)))) append(lookAlikes, thing, normalize(b));
    for (const thing of new Set(thingsNamed(keyOf(b)))) append(lookAlikes, thing, normalize(a));
  }
  return lookAlikes;
}

export const keyOf = (name: string): string => joined(normalize(name));

const plainKey = (substance: string): string => joined(plain(substance));

/** One key for a set of ingredients, whatever their order. */
export const ingredientsKey = (keys: readonly string[]): string =>
  keys.length === 1 ? (keys[0] as string) : [...new Set(keys)].sort().join('+');

function addName(all: Names, name: string, letters: string, thing: number): void {
  all.names.push(name);
  all.letters.push(letters);
  all.things.push(thing);
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
