import { append } from '../text/groups.ts';
import { joined, normalize } from '../text/normalize.ts';
import { once } from '../text/once.ts';
import { compareText } from '../text/order.ts';
import { OTHERS, plain } from './known-names.ts';
import {
  type CodedName,
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
import { rxnormRows } from './rxnorm.ts';

/** All names in memory: what shards are cut from, and what a build asks itself. */
export interface WholeTables extends NameTables {
  readonly rows: ReadonlyMap<string, NameEntry>;
  /** Each normalized name once: those of records in their order, then the known ones. */
  readonly fuzzy: () => readonly FuzzyName[];
  readonly words: () => ReadonlySet<string>;
  readonly codes: ReadonlyMap<string, CodedName>;
}

/** The index of names with all its tables in memory. */
export const buildNameIndex = (data: NameIndexData): NameIndex => openNames(nameTables(data));

export function nameTables({ records, confusable, known, rxnorm = '' }: NameIndexData): WholeTables {
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
  const lines: KnownLine[] = knownLines(known);
  const ownThings = (letters: string): number[] | undefined => {
    const own = rows.get(letters)?.own;
    return own && unique(own.map(([, , , , thing]) => thing));
  };
  const knownNames = new Map<string, string>();
  const lineOf = new Map<string, number>();
  for (const [line, { names, substances }] of lines.entries()) {
    const keys = substances.map((substance) => joined(plain(substance)));
    // A line means one of our things if its ingredients, or a name of its one ingredient, are ours.
    const own = keys.length === 1 ? (rows.get(keys[0] as string)?.own ?? []) : [];
    const named = strongest(own.map(([, , , sort, thing]) => ({ sort, thing })))[0]?.thing;
    const key = ingredientsKey(keys);
    const thing = named ?? byIngredients.get(key) ?? places.length + line;
    if (!lineOf.has(key)) lineOf.set(key, thing);
    for (const name of names) {
      const letters = joined(name);
      knownNames.set(name, letters);
      const row = rowOf(letters);
      if (!row.known?.includes(thing)) row.known = [...(row.known ?? []), thing];
    }
  }
  const ingredientsOf = (thing: number): readonly string[] =>
    thing < places.length
      ? (records[(places[thing] as number[])[0] as number]?.substances.map((one) => one.toLowerCase()) ?? [])
      : (lines[thing - places.length]?.substances ?? []);
  const coded = addRxNorm(rxnorm, {
    rowOf,
    ingredientsOf,
    thingOf(ingredients) {
      const key = ingredientsKey(ingredients.map(keyOf));
      const thing = byIngredients.get(key) ?? lineOf.get(key) ?? places.length + lines.length;
      if (thing === places.length + lines.length) lines.push({ substances: [...ingredients], names: [] });
      lineOf.set(key, thing);
      return thing;
    },
    name: (name) => knownNames.set(name, joined(name)),
  });
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
    coded: (code) => coded.get(code),
    codes: coded,
    record: (place) => records[place] as (typeof records)[number],
    near: (letters, edits) => nearbyNames(list(), letters, edits).map((at) => fuzzy()[at] as FuzzyName),
    hasWord: (word) => words().has(word),
  };
}

function sourceOf({ own }: NameEntry): NameSource {
  if (own === undefined) return 'known';
  return own.every(([, , , sort]) => sort === 'alias') ? 'alias' : 'own';
}

interface KnownLine {
  readonly substances: string[];
  readonly names: readonly string[];
}

/** The thing of some ingredients of RxNorm. */
interface MadeThing {
  /** The ingredients by the names that they have here, joined by " + ". */
  readonly together: string;
  readonly thing: number;
  /** Whether each ingredient has a name here. */
  readonly isKnown: boolean;
}

/** Where names and things of RxNorm are put. */
interface Growing {
  rowOf(letters: string): NameEntry;
  ingredientsOf(thing: number): readonly string[];
  /** The thing of exactly these ingredients, made where there is none. */
  thingOf(ingredients: readonly string[]): number;
  /** Lists a name among those that may be misspelled. */
  name(normalized: string): void;
}

/**
 * Adds the brands of RxNorm with all their ingredients, its ingredients and its combinations; returns what each code names. A brand
 * that was known by a part of its ingredients means all of them; one that is known as something else may mean either.
 */
function addRxNorm(text: string, growing: Growing): Map<string, CodedName> {
  const codes = new Map<string, CodedName>();
  const { rowOf, ingredientsOf, thingOf } = growing;
  const thingsOf = ({ own = [], known = [] }: NameEntry): readonly number[] =>
    own.length > 0
      ? unique(strongest(own.map(([, , , sort, thing]) => ({ sort, thing }))).map(({ thing }) => thing))
      : known;
  const known = new Map<string, { readonly thing: number | undefined; readonly name: string }>();
  /** An ingredient by the name that it has here, where it has one. */
  const canonical = (ingredient: string) => {
    const found = known.get(ingredient);
    if (found) return found;
    const things = thingsOf(rowOf(keyOf(ingredient)));
    const thing = things.length === 1 ? things[0] : undefined;
    const [only, ...others] = thing === undefined ? [] : ingredientsOf(thing);
    const one = { thing, name: only !== undefined && others.length === 0 ? only : ingredient.toLowerCase() };
    known.set(ingredient, one);
    return one;
  };
  const made = new Map<string, MadeThing>();
  const madeOf = (set: readonly string[]): MadeThing => {
    const together = set.join(' + ');
    const found = made.get(together);
    if (found) return found;
    const each = set.map(canonical);
    const names = unique(each.map(({ name }) => name)).toSorted(compareText);
    const [only] = each;
    const one: MadeThing = {
      together: names.join(' + '),
      thing: each.length === 1 && only?.thing !== undefined ? only.thing : thingOf(names),
      isKnown: each.every(({ thing }) => thing !== undefined),
    };
    const row = rowOf(names.map(keyOf).toSorted().join(''));
    if (row.own === undefined && row.known === undefined) row.known = [one.thing];
    made.set(together, one);
    return one;
  };
  for (const { type, code, name, sets, further } of rxnormRows(text)) {
    const things = sets.map(madeOf);
    const coded: CodedName = [name, ...unique(things.map(({ together }) => together))];
    codes.set(code, coded);
    if (type === 'IN' || type === 'PIN') for (const unii of further) codes.set(unii.toLowerCase(), coded);
    if (!NAMED.has(type)) continue;
    const normalized = normalize(name);
    if (normalized === '') continue;
    const row = rowOf(joined(normalized));
    if (row.own === undefined && (type === 'BN' || row.known === undefined)) {
      row.known = meantBy(row.known ?? [], things, ingredientsOf);
      growing.name(normalized);
    }
    if (type === 'BN') codes.set(code, [name, ...thingsOf(row).map((thing) => ingredientsOf(thing).join(' + '))]);
  }
  return codes;
}

/** What a brand means of which we know some things and RxNorm others. */
function meantBy(
  known: readonly number[],
  made: readonly MadeThing[],
  ingredientsOf: Growing['ingredientsOf'],
): readonly number[] {
  const named = (thing: number): string[] => ingredientsOf(thing).filter((one) => one !== OTHERS);
  const isPart = (thing: number): boolean =>
    made.some(
      (whole) => whole.thing !== thing && named(thing).every((one) => ingredientsOf(whole.thing).includes(one)),
    );
  const kept = known.filter((thing) => !isPart(thing));
  // Ingredients that only RxNorm names so are most often ours under another name: "insulin, regular, human".
  const others = kept.length > 0 ? made.filter(({ isKnown }) => isKnown) : made;
  return unique([...kept, ...others.map(({ thing }) => thing)]);
}

/** What people write by its name; products are read by their parts. */
const NAMED: ReadonlySet<string> = new Set(['IN', 'PIN', 'BN']);

/** Each line of the known names: its substances, and all its names in the form of `plain`. */
const knownLines = (known: string): KnownLine[] =>
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
