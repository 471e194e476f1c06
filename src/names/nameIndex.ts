import { parseKnownNames } from './known.ts';
import { joined, normalize } from './normalize.ts';
import { type SpellingTable, spellingTable } from './spelling.ts';

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
  /** By thing: the look-alikes of its names. */
  readonly confusable: ReadonlyMap<number, readonly string[]>;
}

export function buildNameIndex(data: NameIndexData): NameIndex {
  const things: { ingredients: readonly string[]; records: NamedRecord[] }[] = [];
  const byIngredients = new Map<string, number>();
  const thingOf = (ingredients: readonly string[]): number => {
    const key = ingredientsKey(ingredients);
    const known = byIngredients.get(key);
    if (known !== undefined) return known;
    byIngredients.set(key, things.length);
    return things.push({ ingredients, records: [] }) - 1;
  };

  const ours = new Map<string, OwnName[]>();
  const holding = new Map<string, NamedRecord[]>();
  const spelled = new Map<string, { name: string; letters: string; thing: number }[]>();
  for (const record of data.records) {
    const thing = thingOf(record.substances.map((substance) => substance.toLowerCase()));
    things[thing]?.records.push(record);
    for (const substance of record.substances) append(holding, keyOf(substance), record);
    for (const { text, sort } of record.names) {
      const name = normalize(text);
      const letters = joined(name);
      append(ours, letters, { record, text, sort, thing });
      append(spelled, letters, { name, letters, thing });
    }
  }

  const known = new Map<string, readonly number[]>();
  const { meanings, names, meaningOf } = parseKnownNames(data.known);
  // A known substance that one of our records has as a name is that record's, whatever it calls its substances.
  const thingsOf = meanings.map((ingredients) => {
    const own = ingredients.length === 1 ? ours.get(keyOf(ingredients[0] as string)) : undefined;
    return [own?.[0]?.thing ?? thingOf(ingredients)];
  });
  names.forEach((name, at) => {
    const letters = joined(name);
    const meant = thingsOf[meaningOf[at] as number] as readonly number[];
    const before = known.get(letters);
    if (before?.includes(meant[0] as number)) return;
    known.set(letters, before ? [...before, ...meant] : meant);
    if (!ours.has(letters)) append(spelled, letters, { name, letters, thing: meant[0] as number });
  });

  const thingsNamed = (name: string): readonly number[] => {
    const key = keyOf(name);
    return ours.get(key)?.map(({ thing }) => thing) ?? known.get(key) ?? [];
  };
  const confusable = new Map<number, string[]>();
  for (const [a, b] of data.confusable) {
    for (const thing of new Set(thingsNamed(a))) append(confusable, thing, normalize(b));
    for (const thing of new Set(thingsNamed(b))) append(confusable, thing, normalize(a));
  }
  return { things, ours, sorted: [...ours.keys()].sort(), known, byIngredients, holding, spelling: spellingTable([...spelled.values()].flat()), confusable };
}

export const keyOf = (name: string): string => joined(normalize(name));

export const ingredientsKey = (ingredients: readonly string[]): string =>
  ingredients.length === 1 ? keyOf(ingredients[0] as string) : [...new Set(ingredients.map(keyOf))].sort().join('+');

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
