import { OTHERS, plain } from './known.ts';
import {
  ingredientsOf,
  type Kind,
  keyOf,
  type NamedRecord,
  type NameIndex,
  type NameSort,
  type OwnName,
  ownNames,
  recordsOf,
  thingOf,
  thingsNamed,
  unique,
} from './nameIndex.ts';
import { nameAt, nearbyNames } from './nameList.ts';
import { joined, normalize } from './normalize.ts';
import { kindAsked, type Reading, readings } from './readings.ts';
import { isOneSlip } from './similarity.ts';
import { misspelling, toleranceOf } from './spelling.ts';

export { lookAlikePairs } from './lookAlike.ts';
export {
  buildNameIndex,
  type Kind,
  type NamedRecord,
  type NameIndex,
  type NameIndexData,
  type NameSort,
} from './nameIndex.ts';

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
  | {
      readonly status: 'not_in_catalog';
      readonly query: string;
      readonly name: string;
      readonly canonical: readonly string[];
      readonly suggestions: RecordRef[];
    }
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
  const ways = readings(normalize(query));
  const exact = ways.map(({ text }) => thingsNamed(index, joined(text))).find((things) => things.length > 0);
  const things = exact ?? partsOf(index, shortest(ways));
  return things && namedIngredients(index, things);
}

/** Records that are in the query, are it but for a slip, or begin like it; those of the kind first. */
export function suggestRecords(index: NameIndex, query: string, kind?: Kind): RecordRef[] {
  const text = normalize(query);
  return suggestions(index, text, nearNames(index, text)).sort(
    (a, b) => Number(b.kind === kind) - Number(a.kind === kind),
  );
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
  const names = ownNames(ask.index, joined(way.text));
  if (names.length === 0) return undefined;
  const strongest = Math.min(...names.map(({ sort }) => STRENGTH[sort]));
  const [thing = -1, ...others] = unique(
    names.filter(({ sort }) => STRENGTH[sort] === strongest).map((name) => name.thing),
  );
  if (others.length > 0)
    return ambiguous(
      ask,
      names.map(({ record }) => record),
    );
  const mine = names.filter((name) => name.thing === thing);
  const record = preferred(
    ask,
    thing,
    mine.map((name) => name.record),
  );
  const name = mine.find((candidate) => candidate.record === record) ?? (mine[0] as OwnName);
  return found(ask, record, thing, {
    matched: name.text,
    method: way.saltless ? 'salt' : methodOf(ask, name, record),
    score: 1,
  });
}

/** A name that is a record's own outweighs another record's alias. */
const STRENGTH: Readonly<Record<NameSort, number>> = { slug: 0, name: 0, alias: 1, salt: 1 };

const methodOf = (ask: Ask, name: OwnName, record: NamedRecord): Method =>
  name.sort !== 'slug' || ask.query === record.slug ? name.sort : 'name';

function byKnownName(ask: Ask, way: Reading): Resolution | undefined {
  const { index } = ask;
  const things = thingsNamed(index, joined(way.text));
  if (things.length === 0) return undefined;
  const records = things.flatMap((thing) => recordsOf(index, thing));
  if (records.length === 0) return notInCatalog(ask, way.text, things);
  const [thing = -1, ...others] = things;
  if (others.length > 0) return ambiguous(ask, records);
  return found(ask, preferred(ask, thing, records), thing, {
    matched: way.text,
    method: isSalt(ask, way, thing) ? 'salt' : 'alias',
    score: 1,
  });
}

const isSalt = (ask: Ask, way: Reading, thing: number): boolean =>
  way.saltless ||
  ask.ways.some(({ saltless, text }) => saltless && thingsNamed(ask.index, joined(text)).includes(thing));

// --- names put together of exact names: "Coumadin (warfarin)", "lisinopril and hctz"

function byParts(ask: Ask): Resolution | undefined {
  const { index } = ask;
  const text = shortest(ask.ways);
  const parts = partsOf(index, text);
  if (!parts) return undefined;
  const thing =
    parts.length === 1 ? parts[0] : thingOf(index, unique(parts.flatMap((part) => ingredientsOf(index, part))));
  if (thing === undefined)
    return ambiguous(
      ask,
      parts.flatMap((part) => recordsOf(index, part)),
    );
  const records = recordsOf(index, thing);
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
    const near = nearNames(index, way.text);
    const best = near[0];
    if (!best || best.difference > toleranceOf(best.name)) continue;
    const records = recordsOf(index, best.thing);
    const sure = records.length > 0 && !hasRival(index, way.text, near) && !isOtherSalt(ask, way, best);
    if (!sure) return unrecognized(ask, way.text, near);
    const score = Math.min(0.99, Math.round(1000 * (1 - best.difference / joined(best.name).length)) / 1000);
    return found(ask, preferred(ask, best.thing, records), best.thing, { matched: best.name, method: 'fuzzy', score });
  }
  const text = shortest(ask.ways);
  return unrecognized(ask, text, nearNames(index, text));
}

interface NearName {
  readonly name: string;
  readonly thing: number;
  /** In typing errors, as misspelling() counts them. */
  readonly difference: number;
}

/** The names within a few typing errors of a text, nearest first. */
function nearNames(index: NameIndex, text: string): NearName[] {
  const letters = joined(text);
  const edits = letters.length < 6 ? 2 : 3;
  const ours = nearbyNames(index.ours, letters, edits).map((number) => nameAt(index.ours, number));
  const known = nearbyNames(index.known, letters, edits).map((number) => plain(nameAt(index.known, number)));
  return unique([...ours, ...known])
    .map((name) => ({ name, difference: misspelling(text, name) }))
    .filter(({ difference }) => difference <= FARTHEST)
    .flatMap((near) => thingsNamed(index, joined(near.name)).map((thing) => ({ ...near, thing })))
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1));
}

/** A name of fewer than five letters is never guessed. */
const spellingWays = ({ ways }: Ask): Reading[] =>
  ways.filter(({ text }) => text.replace(/\P{L}/gu, '').length >= FEWEST_LETTERS);

const FEWEST_LETTERS = 5;
/** How far, in typing errors, suggestions reach. */
const FARTHEST = 4;
/** How far off any other name must be: half as far again, and at least half an error, of which short names need more. */
const farFrom = ({ name, difference }: NearName): number =>
  Math.max(difference + (joined(name).length < 8 ? 0.75 : 0.5), 1.5 * difference);

/** How far off a published look-alike must be: twice as far, and at least one error. */
const farFromLookAlike = ({ difference }: NearName): number => Math.max(difference + 1, 2 * difference);

/** Another thing is too near to be sure; always so if it is but one slip away, whatever the slip weighs. */
function hasRival(index: NameIndex, text: string, near: readonly NearName[]): boolean {
  const best = near[0] as NearName;
  const letters = joined(text);
  const others = near.filter(({ thing }) => thing !== best.thing);
  return (
    others.some(({ name, difference }) => difference < farFrom(best) || isOneSlip(letters, joined(name))) ||
    lookAlikesOf(index, best.thing).some((name) => misspelling(text, name) < farFromLookAlike(best))
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
  const close = near.filter((name) => name.difference <= toleranceOf(name.name) + 0.5 && isOurs(index, name.thing));
  if (close.length === 0)
    return { status: 'not_recognized', query: ask.query, suggestions: suggestions(index, text, near) };
  const alike = close
    .flatMap(({ thing }) => lookAlikesOf(index, thing))
    .flatMap((name) => recordsNamed(index, joined(name)));
  return ambiguous(ask, [...close.flatMap(({ thing }) => recordsOf(index, thing)), ...alike]);
}

const isOurs = (index: NameIndex, thing: number): boolean => recordsOf(index, thing).length > 0;

// --- answers

interface Found {
  readonly matched: string;
  readonly method: Method;
  readonly score: number;
}

function found(ask: Ask, record: NamedRecord, thing: number, how: Found): Resolution {
  const others = recordsOf(ask.index, thing).filter((other) => other !== record);
  return { status: 'found', record, match: { query: ask.query, ...how, alternatives: others.map(ref) } };
}

const ambiguous = (ask: Ask, records: readonly NamedRecord[]): Resolution => ({
  status: 'ambiguous_name',
  query: ask.query,
  suggestions: unique(records).slice(0, MOST_SUGGESTIONS).map(ref),
});

/** Suggested are only records that share an ingredient: the name is a real one, so nothing else is meant. */
function notInCatalog(ask: Ask, name: string, things: readonly number[]): Resolution {
  const canonical = namedIngredients(ask.index, things);
  const related = unique(canonical.flatMap((ingredient) => ask.index.holding.get(keyOf(ingredient)) ?? []));
  return {
    status: 'not_in_catalog',
    query: ask.query,
    name,
    canonical,
    suggestions: related.slice(0, MOST_SUGGESTIONS).map(ref),
  };
}

/** Records named in the text, then those near it, then those whose names begin with it. */
function suggestions(index: NameIndex, text: string, near: readonly NearName[]): RecordRef[] {
  const words = text.split(' ').slice(0, MOST_WORDS);
  const named = [joined(text), ...words].flatMap((word) => recordsNamed(index, word));
  const alike = near
    .filter((name) => name.difference <= toleranceOf(name.name) + 1.5)
    .flatMap(({ thing }) => recordsOf(index, thing));
  return unique([...named, ...alike, ...beginningWith(index, text)])
    .slice(0, MOST_SUGGESTIONS)
    .map(ref);
}

const MOST_SUGGESTIONS = 5;

function beginningWith({ ours, own }: NameIndex, text: string): NamedRecord[] {
  const found: NamedRecord[] = [];
  if (text.length < 3) return found;
  for (
    let at = ours.text.indexOf(`\n${text}`);
    at >= 0 && found.length < 4 * MOST_SUGGESTIONS;
    at = ours.text.indexOf(`\n${text}`, at + 1)
  ) {
    found.push((own[ours.starts.indexOf(at + 1)] as OwnName).record);
  }
  return found;
}

/** Of several records of one substance: the kind asked for, else the medication, else the supplement. */
function preferred(ask: Ask, thing: number, records: readonly NamedRecord[]): NamedRecord {
  const wanted = recordsOf(ask.index, thing).find(({ kind }) => kind === ask.asked);
  return (
    wanted ??
    KINDS.map((kind) => records.find((record) => record.kind === kind)).find((record) => record) ??
    (records[0] as NamedRecord)
  );
}

const KINDS: readonly Kind[] = ['medication', 'supplement', 'peptide'];

// --- small parts

const namedIngredients = (index: NameIndex, things: readonly number[]): string[] =>
  unique(things.flatMap((thing) => ingredientsOf(index, thing))).filter((ingredient) => ingredient !== OTHERS);

const recordsNamed = (index: NameIndex, letters: string): NamedRecord[] =>
  ownNames(index, letters).map(({ record }) => record);

const shortest = (ways: readonly Reading[]): string => ways.findLast(({ saltless }) => !saltless)?.text ?? '';

const ref = ({ kind, slug, name }: NamedRecord): RecordRef => ({ kind, slug, name });
