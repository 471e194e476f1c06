import { OTHERS } from './known.ts';
import { ingredientsKey, type Kind, keyOf, type NamedRecord, type NameIndex, type NameSort, type OwnName, type Thing } from './nameIndex.ts';
import { joined, normalize } from './normalize.ts';
import { kindAsked, type Reading, readings } from './readings.ts';
import { misspelling, type NearName, nearNames, tolerance } from './spelling.ts';

export { lookAlikePairs } from './lookAlike.ts';
export { buildNameIndex, type Kind, type NamedRecord, type NameIndex, type NameIndexData, type NameSort } from './nameIndex.ts';

export type Method = NameSort | 'fuzzy';

export interface RecordRef {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
}

export interface Match {
  readonly query: string;
  /** The name that was found, as its record or the known names write it. */
  readonly matched: string;
  readonly method: Method;
  /** 1 for an exact name, less for a misspelling. */
  readonly score: number;
  /** Other records of the same substance. */
  readonly alternatives: readonly RecordRef[];
}

export type Resolution =
  | { readonly status: 'found'; readonly record: NamedRecord; readonly match: Match }
  | { readonly status: 'not_in_catalog'; readonly query: string; readonly name: string; readonly canonical: readonly string[]; readonly suggestions: RecordRef[] }
  | { readonly status: 'ambiguous_name' | 'not_recognized'; readonly query: string; readonly suggestions: RecordRef[] };

/**
 * The record that a name means, or why there is none. In this order: an exact name, ours before the other
 * known ones; a name put together of exact names; a misspelling that can only mean one thing.
 */
export function resolveName(index: NameIndex, query: string): Resolution {
  const text = normalize(query);
  const ask: Ask = { index, query, text, asked: kindAsked(text), ways: readings(text) };
  for (const way of ask.ways) {
    const exact = byOurName(ask, way) ?? byKnownName(ask, way);
    if (exact) return exact;
  }
  return byParts(ask) ?? bySpelling(ask);
}

/** Substances behind an exact name, of ours or known, lower-case; undefined if nothing has that name. */
export function knownIngredients(index: NameIndex, query: string): readonly string[] | undefined {
  const text = normalize(query);
  const ways = readings(text);
  for (const way of ways) {
    const things = thingsNamed(index, joined(way.text));
    if (things.length > 0) return ingredientsOf(index, things);
  }
  const parts = partsOf(index, shortest(ways));
  return parts && ingredientsOf(index, parts);
}

/** Records whose name begins like the query, is in it, or is it but for a slip; those of the kind first. */
export function suggestRecords(index: NameIndex, query: string, kind?: Kind): RecordRef[] {
  const text = normalize(query);
  return suggestions(index, text, nearNames(index.spelling, text, FARTHEST)).sort((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
}

interface Ask {
  readonly index: NameIndex;
  readonly query: string;
  readonly text: string;
  readonly asked: Kind | undefined;
  readonly ways: readonly Reading[];
}

// --- exact names

function byOurName(ask: Ask, way: Reading): Resolution | undefined {
  const names = ask.index.ours.get(joined(way.text));
  if (!names) return undefined;
  const strongest = Math.min(...names.map(({ sort }) => STRENGTH[sort]));
  const things = unique(names.filter(({ sort }) => STRENGTH[sort] === strongest).map(({ thing }) => thing));
  if (things.length > 1) return ambiguous(ask, names.map(({ record }) => record));
  const mine = names.filter(({ thing }) => thing === things[0]);
  const record = preferred(ask, things[0] as number, mine.map((name) => name.record));
  const name = mine.find((candidate) => candidate.record === record) ?? (mine[0] as OwnName);
  return found(ask, record, things[0] as number, { matched: name.text, method: way.saltless ? 'salt' : methodOf(ask, name, record), score: 1 });
}

/** A name that is a record's own outweighs another record's alias. */
const STRENGTH: Readonly<Record<NameSort, number>> = { slug: 0, name: 0, alias: 1, salt: 1 };

const methodOf = (ask: Ask, name: OwnName, record: NamedRecord): Method =>
  name.sort !== 'slug' || ask.query === record.slug ? name.sort : 'name';

function byKnownName(ask: Ask, way: Reading): Resolution | undefined {
  const { index } = ask;
  const things = index.known.get(joined(way.text));
  if (!things) return undefined;
  const records = things.flatMap((thing) => thingAt(index, thing).records);
  if (records.length === 0) return notInCatalog(ask, way.text, things);
  const [thing = -1, ...others] = things;
  if (others.length > 0) return ambiguous(ask, records);
  return found(ask, preferred(ask, thing, records), thing, { matched: way.text, method: isSalt(ask, way, thing) ? 'salt' : 'alias', score: 1 });
}

const isSalt = (ask: Ask, way: Reading, thing: number): boolean =>
  way.saltless || ask.ways.some(({ saltless, text }) => saltless && thingsNamed(ask.index, joined(text)).includes(thing));

// --- names put together of exact names: "Coumadin (warfarin)", "lisinopril and hctz"

function byParts(ask: Ask): Resolution | undefined {
  const { index } = ask;
  const text = shortest(ask.ways);
  const parts = partsOf(index, text);
  if (!parts) return undefined;
  const ingredients = unique(parts.flatMap((part) => thingAt(index, part).ingredients));
  const thing = parts.length === 1 ? parts[0] : index.byIngredients.get(ingredientsKey(ingredients.map(keyOf)));
  if (thing === undefined) return ambiguous(ask, parts.flatMap((part) => thingAt(index, part).records));
  const { records } = thingAt(index, thing);
  if (records.length === 0) return notInCatalog(ask, text, [thing]);
  return found(ask, preferred(ask, thing, records), thing, { matched: text, method: 'alias', score: 1 });
}

/** The things that a text names one after another, if it consists of nothing but exact names; as few names as possible. */
function partsOf(index: NameIndex, text: string): readonly number[] | undefined {
  const words = text.split(' ').filter((word) => !CONNECTORS.has(word));
  if (words.length < 2 || words.length > MOST_WORDS) return undefined;
  const fewest: (readonly number[] | undefined)[] = [[]];
  for (let end = 1; end <= words.length; end++) {
    for (let start = Math.max(0, end - LONGEST_NAME); start < end; start++) {
      const before = fewest[start];
      const things = before && thingsNamed(index, words.slice(start, end).join(''));
      if (!before || things?.length !== 1) continue;
      if (before.length + 1 < (fewest[end]?.length ?? Infinity)) fewest[end] = [...before, things[0] as number];
    }
  }
  const parts = fewest[words.length];
  return parts && unique(parts);
}

const CONNECTORS: ReadonlySet<string> = new Set(['and', 'with', 'w', 'plus', 'or', 'in', 'aka']);
const MOST_WORDS = 24;
const LONGEST_NAME = 6;

// --- misspellings

/**
 * A misspelling is answered only if it can mean one thing: no other record, no real drug outside the
 * catalog and no published look-alike is about as near.
 */
function bySpelling(ask: Ask): Resolution {
  const { index } = ask;
  for (const way of spellingWays(ask)) {
    const near = nearNames(index.spelling, way.text, FARTHEST);
    const best = near[0];
    if (!best || best.difference > toleranceOf(best)) continue;
    const records = thingAt(index, best.thing).records;
    const sure = records.length > 0 && !hasRival(index, way.text, near) && !isOtherSalt(ask, way, best);
    if (!sure) return unrecognized(ask, way.text, near);
    const score = Math.min(0.99, Math.round(1000 * (1 - best.difference / joined(best.name).length)) / 1000);
    return found(ask, preferred(ask, best.thing, records), best.thing, { matched: best.name, method: 'fuzzy', score });
  }
  const text = shortest(ask.ways);
  return unrecognized(ask, text, nearNames(index.spelling, text, FARTHEST));
}

/** What is left without strength and form, with its salt and without; a name of fewer than five letters is never guessed. */
const spellingWays = ({ ways }: Ask): Reading[] =>
  [ways.findLast(({ saltless }) => !saltless), ways.find(({ saltless }) => saltless)].filter(
    (way) => way !== undefined && way.text.replace(/\P{L}/gu, '').length >= FEWEST_LETTERS,
  ) as Reading[];

const FEWEST_LETTERS = 5;
/** How far, in typing errors, suggestions reach. */
const FARTHEST = 4;
/** How much nearer the best name must be than any other, and than a published look-alike of it. */
const MARGIN = 0.75;
const MARGIN_OF_LOOK_ALIKES = 1.5;

const toleranceOf = ({ name }: NearName): number => tolerance(joined(name).length);

function hasRival(index: NameIndex, text: string, near: readonly NearName[]): boolean {
  const best = near[0] as NearName;
  return (
    near.some(({ thing, difference }) => thing !== best.thing && difference < best.difference + MARGIN) ||
    lookAlikesOf(index, best.thing).some((other) => misspelling(text, other) < best.difference + MARGIN_OF_LOOK_ALIKES)
  );
}

const lookAlikesOf = (index: NameIndex, thing: number): readonly string[] => index.lookAlikes.get(thing) ?? [];

/** "potasium chloride" is not potassium with a salt word, but a substance of its own. */
function isOtherSalt(ask: Ask, way: Reading, best: NearName): boolean {
  if (!way.saltless) return false;
  const salt = shortest(ask.ways).slice(way.text.length);
  const things = thingsNamed(ask.index, joined(best.name + salt));
  return things.length > 0 && !things.includes(best.thing);
}

function unrecognized(ask: Ask, text: string, near: readonly NearName[]): Resolution {
  const { index } = ask;
  const close = near.filter((name) => name.difference < toleranceOf(name) + MARGIN && isOurs(index, name.thing));
  if (close.length === 0) return { status: 'not_recognized', query: ask.query, suggestions: suggestions(index, text, near) };
  const alike = close.flatMap(({ thing }) => lookAlikesOf(index, thing)).flatMap((name) => recordsNamed(index, joined(name)));
  return ambiguous(ask, [...close.flatMap(({ thing }) => thingAt(index, thing).records), ...alike]);
}

const isOurs = (index: NameIndex, thing: number): boolean => thingAt(index, thing).records.length > 0;

// --- answers

interface Found {
  readonly matched: string;
  readonly method: Method;
  readonly score: number;
}

function found(ask: Ask, record: NamedRecord, thing: number, how: Found): Resolution {
  const others = thingAt(ask.index, thing).records.filter((other) => other !== record);
  return { status: 'found', record, match: { query: ask.query, ...how, alternatives: others.map(ref) } };
}

const ambiguous = (ask: Ask, records: readonly NamedRecord[]): Resolution => ({
  status: 'ambiguous_name',
  query: ask.query,
  suggestions: unique(records).slice(0, MOST_SUGGESTIONS).map(ref),
});

/** Suggested are only records that share an ingredient: the name is a real one, so nothing else is meant. */
function notInCatalog(ask: Ask, name: string, things: readonly number[]): Resolution {
  const canonical = ingredientsOf(ask.index, things);
  const related = unique(canonical.flatMap((ingredient) => ask.index.holding.get(keyOf(ingredient)) ?? []));
  return { status: 'not_in_catalog', query: ask.query, name, canonical, suggestions: related.slice(0, MOST_SUGGESTIONS).map(ref) };
}

/** Records named in the text, then those near it, then those whose names begin with it. */
function suggestions(index: NameIndex, text: string, near: readonly NearName[]): RecordRef[] {
  const words = text.split(' ').slice(0, MOST_WORDS);
  const named = [joined(text), ...words].flatMap((word) => recordsNamed(index, word));
  const alike = near.filter((name) => name.difference <= toleranceOf(name) + 1.5).flatMap(({ thing }) => thingAt(index, thing).records);
  return unique([...named, ...alike, ...beginningWith(index, joined(text))]).slice(0, MOST_SUGGESTIONS).map(ref);
}

const MOST_SUGGESTIONS = 5;

function beginningWith(index: NameIndex, letters: string): NamedRecord[] {
  if (letters.length < 3) return [];
  let low = 0;
  let high = index.sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index.sorted[middle] as string) < letters) low = middle + 1;
    else high = middle;
  }
  const names = index.sorted.slice(low, low + 4 * MOST_SUGGESTIONS).filter((name) => name.startsWith(letters));
  return names.flatMap((name) => recordsNamed(index, name));
}

/** Of several records of one substance: the kind asked for, else the medication, else the supplement. */
function preferred(ask: Ask, thing: number, records: readonly NamedRecord[]): NamedRecord {
  const wanted = thingAt(ask.index, thing).records.find(({ kind }) => kind === ask.asked);
  return wanted ?? KINDS.map((kind) => records.find((record) => record.kind === kind)).find((record) => record) ?? (records[0] as NamedRecord);
}

const KINDS: readonly Kind[] = ['medication', 'supplement', 'peptide'];

// --- small parts

const thingAt = (index: NameIndex, thing: number): Thing => index.things[thing] as Thing;

const thingsNamed = (index: NameIndex, letters: string): readonly number[] => {
  const ours = index.ours.get(letters);
  return ours ? unique(ours.map(({ thing }) => thing)) : (index.known.get(letters) ?? []);
};

const recordsNamed = (index: NameIndex, letters: string): NamedRecord[] => (index.ours.get(letters) ?? []).map(({ record }) => record);

const ingredientsOf = (index: NameIndex, things: readonly number[]): string[] =>
  unique(things.flatMap((thing) => thingAt(index, thing).ingredients)).filter((ingredient) => ingredient !== OTHERS);

const shortest = (ways: readonly Reading[]): string => ways.findLast(({ saltless }) => !saltless)?.text ?? '';

const ref = ({ kind, slug, name }: NamedRecord): RecordRef => ({ kind, slug, name });

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
