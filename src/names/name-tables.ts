import { append } from '../text/groups.ts';
import { joined, normalize } from '../text/normalize.ts';
import { once } from '../text/once.ts';
import { plain } from './known-names.ts';
import {
  type FuzzyName,
  ingredientsKey,
  keyOf,
  type NameEntry,
  type NameIndex,
  type NameIndexData,
  type NameSource,
  type NameTables,
  type OurThing,
  openNames,
  strongest,
  unique,
} from './name-index.ts';
import { listNames, nearbyNames } from './name-list.ts';

/** All names in memory: what shards are cut from, and what a build asks itself. */
export interface WholeTables extends NameTables {
  readonly rows: ReadonlyMap<string, NameEntry>;
  /** Each normalized name once: those of records in their order, then the known ones. */
  readonly fuzzy: () => readonly FuzzyName[];
  readonly words: () => ReadonlySet<string>;
}

/** The index of names with all its tables in memory. */
export const buildNameIndex = (data: NameIndexData): NameIndex => openNames(nameTables(data));

export function nameTables({ records, confusable, known }: NameIndexData): WholeTables {
  const rows = new Map<string, NameEntry>();
  const rowOf = (letters: string): NameEntry => {
    const row = rows.get(letters) ?? {};
    rows.set(letters, row);
    return row;
  };
  const places: number[][] = [];
  const byIngredients = new Map<string, number>();
  const holding = new Map<string, number[]>();
  const identified = new Map<string, number[]>();
  let number = 0;
  for (const [place, { names, substances, identifiers = [] }] of records.entries()) {
    const keys = substances.map(keyOf);
    const key = ingredientsKey(keys);
    const thing = byIngredients.get(key) ?? places.length;
    byIngredients.set(key, thing);
    places[thing] = [...(places[thing] ?? []), place];
    for (const one of keys) append(holding, one, place);
    for (const one of identifiers) append(identified, keyOf(one), place);
    for (const { text, sort } of names) {
      const letters = keyOf(text);
      if (letters === '') continue;
      const row = rowOf(letters);
      row.own = [...(row.own ?? []), [number++, place, text, sort, thing]];
    }
  }
  const lines = knownLines(known);
  const ownThings = (letters: string): number[] | undefined => {
    const own = rows.get(letters)?.own;
    return own && unique(own.map(([, , , , thing]) => thing));
  };
  const knownNames = new Map<string, string>();
  for (const [line, { names, substances }] of lines.entries()) {
    const keys = substances.map((substance) => joined(plain(substance)));
    // A line means one of our things if its ingredients, or a name of its one ingredient, are ours.
    const own = keys.length === 1 ? (rows.get(keys[0] as string)?.own ?? []) : [];
    const named = strongest(own.map(([, , , sort, thing]) => ({ sort, thing })))[0]?.thing;
    const thing = named ?? byIngredients.get(ingredientsKey(keys)) ?? places.length + line;
    for (const name of names) {
      const letters = joined(name);
      knownNames.set(name, letters);
      const row = rowOf(letters);
      if (!row.known?.includes(thing)) row.known = [...(row.known ?? []), thing];
    }
  }
  for (const [key, thing] of byIngredients) rowOf(key).made = thing;
  for (const [letters, of] of holding) rowOf(letters).held = of;
  for (const [letters, of] of identified) rowOf(letters).identified = of;
  const lookAlikes = new Map<number, string[]>();
  for (const [a, b] of confusable) {
    const both = normalize(a) === normalize(b) ? [[a, b] as const] : [[a, b] as const, [b, a] as const];
    for (const [one, other] of both) {
      const row = rowOf(keyOf(one));
      row.confusable = [...(row.confusable ?? []), [normalize(one), other]];
    }
    for (const [one, other] of [[a, b] as const, [b, a] as const])
      for (const thing of ownThings(keyOf(one)) ?? rows.get(keyOf(one))?.known ?? [])
        append(lookAlikes, thing, normalize(other));
  }
  const ownRows = once(() => [...rows].filter(([, { own }]) => own !== undefined));
  const fuzzy = once(() => {
    const own = records.flatMap(({ names }) => names.map(({ text }) => normalize(text)).filter((name) => name !== ''));
    return unique([...own, ...knownNames.keys()]).map((name): FuzzyName => {
      const row = rows.get(joined(name)) as NameEntry;
      return { name, things: ownThings(joined(name)) ?? row.known ?? [], source: sourceOf(row) };
    });
  });
  const list = once(() =>
    listNames(
      fuzzy()
        .map(({ name }) => name)
        .join('\n'),
    ),
  );
  const words = once(() => wordsIn(known));
  return {
    rows,
    fuzzy,
    words,
    things: places.length,
    row: (letters) => rows.get(letters) ?? {},
    rowsBeginning: (letters) => ownRows().flatMap(([own, row]) => (own.startsWith(letters) ? [row] : [])),
    ourThing: (thing): OurThing | undefined =>
      thing < places.length ? [places[thing] as number[], lookAlikes.get(thing) ?? []] : undefined,
    ingredients: (thing) => lines[thing - places.length]?.substances ?? [],
    record: (place) => records[place] as (typeof records)[number],
    near: (letters, edits) => nearbyNames(list(), letters, edits).map((at) => fuzzy()[at] as FuzzyName),
    hasWord: (word) => words().has(word),
  };
}

function sourceOf({ own }: NameEntry): NameSource {
  if (own === undefined) return 'known';
  return own.every(([, , , sort]) => sort === 'alias') ? 'alias' : 'own';
}

/** Each line of the known names: its substances, and all its names in the form of `plain`. */
const knownLines = (known: string) =>
  known
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const names = line.split(/[\t|]/);
      return { substances: (names[0] as string).split(' + '), names: names.map(plain).filter((name) => name !== '') };
    });

/** Words of known names: runs of letters and digits, and figures with a point. */
const wordsIn = (known: string): Set<string> =>
  new Set([...(known.match(/[a-z0-9]+/g) ?? []), ...(known.match(/[a-z0-9]+(?:\.[a-z0-9]+)+/g) ?? [])]);
