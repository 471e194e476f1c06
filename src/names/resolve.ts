import { type Kind, kinds } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';
import { type Candidate, candidatesFor, hasRival, isLike, isLikely, readingOf } from './candidates.ts';
import { OTHERS } from './known-names.ts';
import {
  ingredientsKey,
  keyOf,
  type NamedRecord,
  type NameIndex,
  type NameSort,
  type OwnName,
  strongest,
  thingOf,
  thingsNamed,
  unique,
} from './name-index.ts';
import { kindAsked, type QueryForm, queryForms, shortestForm } from './query-forms.ts';
import { isOneSlip } from './similarity.ts';
import { type RecordRef, recordsFrom, recordsIn, recordsNamed, recordsNear, ref, refs } from './suggestions.ts';
import { type AsWritten, type TypedLine, typedLine } from './typed-line.ts';

export type Method = NameSort | 'identifier' | 'fuzzy';

export interface Match {
  readonly query: string;
  /** The name that was found, as its record or the known names write it. */
  readonly matched: string;
  readonly method: Method;
  /** 1 for an exact name, less for a misspelling. */
  readonly score: number;
  /** Other records of the same substance. */
  readonly alternatives: readonly RecordRef[];
  /** What the query says beside the name, as it was typed; absent where it says nothing. */
  readonly as_written?: AsWritten;
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

/** Why a name leads to no record. */
export type NameFailure = Exclude<Resolution, { readonly status: 'found' }>;

/**
 * Resolves a name, or a line of a medication list, to a record, or says why there is none. In this order: an exact name, of
 * our records before the known names; a name composed of exact names; a misspelling that can only mean one thing.
 */
export function resolveName(index: NameIndex, query: string): Resolution {
  const text = normalize(query);
  if (text === '') return { status: 'not_recognized', query, suggestions: [] };
  const whole = nameQuery(index, query, text);
  const exact = exactOf(whole);
  // Figures of a volume ("4 mg/5 mL") are read for a second strength where the line is not.
  if (exact && exact.status !== 'ambiguous_name') return exact;
  const line = typedLine(query);
  const isAlone = line.text === '' || (line.text === text && line.rest.length === 0);
  if (isAlone) return exact ?? guessOf(whole);
  const resolution = line.text === text ? (exact ?? guessOf(whole)) : ofText(index, query, line.text);
  const isRead = resolution.status === 'found' || resolution.status === 'not_in_catalog';
  const read = isRead || line.rest.length === 0 ? resolution : byLead(index, query, line);
  return line.isDenied && read?.status === 'found' ? ambiguous(whole, [read.record]) : (read ?? resolution);
}

const nameQuery = (index: NameIndex, query: string, text: string): NameQuery => ({
  index,
  query,
  text,
  asked: kindAsked(text),
  ways: queryForms(text),
});

function ofText(index: NameIndex, query: string, text: string): Resolution {
  const ask = nameQuery(index, query, text);
  return exactOf(ask) ?? guessOf(ask);
}

function exactOf(ask: NameQuery): Resolution | undefined {
  for (const way of ask.ways) {
    const exact = byOurName(ask, way) ?? byIdentifier(ask, way) ?? byKnownName(ask, way);
    if (exact) return way.figures > 0 ? ifItsFigures(ask, way, exact) : exact;
  }
  return undefined;
}

const guessOf = (ask: NameQuery): Resolution => byStrength(ask) ?? byParts(ask) ?? bySpelling(ask);

/** What the words before the first strength or direction mean, if those behind it can be no part of the name nor another name. */
function byLead(index: NameIndex, query: string, line: TypedLine): Resolution | undefined {
  const resolution = ofText(index, query, line.lead);
  if (resolution.status !== 'found' && resolution.status !== 'not_in_catalog') return undefined;
  const names = unique(line.rest.flatMap((_, at) => namesFrom(index, line.rest, at)));
  const isOneThing = names.length === 0 && line.rest.every((word) => isNoName(index, word));
  if (isOneThing) return resolution;
  const records = [
    ...(resolution.status === 'found' ? [resolution.record] : []),
    ...names.flatMap((thing) => index.recordsAbout(thing)),
  ];
  return records.length > 0 ? ambiguous(nameQuery(index, query, line.text), records) : undefined;
}

/** The things that words name from one of them on. */
const namesFrom = (index: NameIndex, words: readonly string[], from: number): readonly number[] =>
  [1, 2, 3].flatMap((count) => {
    const letters = words.slice(from, from + count).join('');
    return from + count <= words.length && letters.length > 2 ? thingsNamed(index, letters) : [];
  });

/** A word of a few letters, or a small number, may tell one product from another: "PM", "D", "3". Nor is it near a name. */
function isNoName(index: NameIndex, word: string): boolean {
  if (/^\d+$/.test(word)) return word.length > 1;
  if (word.length < 5) return word.length === 4 && !MODIFIERS.has(word);
  return !MODIFIERS.has(word) && !candidatesFor(index, word).some((near) => isLikely(near) && isLike(near));
}

/** Words by which a product of a brand differs from another one. */
const MODIFIERS: ReadonlySet<string> = new Set(
  'plus extra forte duo combi complex with free night nighttime daytime cold sinus allergy migraine advanced max multi codeine hctz'.split(
    ' ',
  ),
);

/** Substances of an exact name, of a record or a known name, lower-case; undefined if nothing has that name. */
export function knownIngredients(index: NameIndex, query: string): readonly string[] | undefined {
  const ways = queryForms(normalize(query));
  const exact = ways.map(({ text }) => thingsNamed(index, joined(text))).find((things) => things.length > 0);
  const things = exact ?? partsOf(index, shortestForm(ways));
  return things && namedIngredients(index, things);
}

interface NameQuery {
  readonly index: NameIndex;
  readonly query: string;
  readonly text: string;
  readonly asked: Kind | undefined;
  readonly ways: readonly QueryForm[];
}

// --- exact names

function byOurName(ask: NameQuery, way: QueryForm): Resolution | undefined {
  const names = ask.index.ownNamed(joined(way.text));
  if (names.length === 0) return undefined;
  const [thing = -1, ...others] = unique(strongest(names).map((name) => name.thing));
  const records = names.filter((name) => others.length > 0 || name.thing === thing).map(({ record }) => record);
  if (others.length > 0) return ambiguous(ask, records);
  const record = preferred(ask, thing, records);
  const name = names.find((candidate) => candidate.record === record) ?? (names[0] as OwnName);
  if (isOtherForm(ask, way, record)) return ambiguous(ask, records);
  const method = way.saltless ? 'salt' : methodOf(ask, name, record);
  return found(ask, record, thing, { matched: name.text, method, score: 1 });
}

/** A salt or a strength in percent of a supplement may be another substance or a product: creatine phosphate, zinc oxide paste. */
const isOtherForm = ({ text }: NameQuery, way: QueryForm, { kind }: NamedRecord): boolean =>
  kind !== 'medication' && (way.saltless || (way.text !== text && /\bpercent\b/.test(text)));

const methodOf = (ask: NameQuery, name: OwnName, record: NamedRecord): Method =>
  name.sort !== 'slug' || ask.query === record.slug ? name.sort : 'name';

/** A UNII, with or without "unii:" before it, or a code of RxNorm, "rxcui:11289": of our records before all others. */
function byIdentifier(ask: NameQuery, way: QueryForm): Resolution | undefined {
  const records = ask.index.identified(joined(way.text));
  const [thing = -1, ...others] = unique(records.map((record) => thingOfRecord(ask.index, record)));
  if (records.length === 0) return byCode(ask);
  if (others.length > 0) return ambiguous(ask, records);
  return found(ask, preferred(ask, thing, records), thing, { matched: way.text, method: 'identifier', score: 1 });
}

/** The record of exactly the ingredients that a code names; else they are said. */
function byCode(ask: NameQuery): Resolution | undefined {
  const { index } = ask;
  const { rxcui, unii } = CODE.exec(joined(ask.text))?.groups ?? {};
  const coded = index.coded(rxcui ?? unii ?? '');
  if (!coded) return undefined;
  const things = unique(coded.sets.map((set) => thingOfSet(index, set)));
  const records = things.flatMap((thing) => (thing === undefined ? [] : index.recordsAbout(thing)));
  const [thing] = things;
  if (records.length === 0) return outside(ask, coded.name, unique(coded.sets.flat()));
  if (things.length > 1 || thing === undefined) return ambiguous(ask, records);
  return found(ask, preferred(ask, thing, records), thing, { matched: coded.name, method: 'identifier', score: 1 });
}

/** One ingredient may be a form of a thing ("magnesium chloride"); several are exactly those. */
function thingOfSet(index: NameIndex, set: readonly string[]): number | undefined {
  const things = set.length === 1 ? thingsNamed(index, keyOf(set[0] as string)) : [];
  return things.length === 1 ? things[0] : thingOf(index, set);
}

/** A UNII has ten letters and figures; without a figure it may be a word. */
const CODE = /^(?:rxcui(?<rxcui>\d{1,8})|(?:unii)?(?<unii>(?=[a-z]*\d)[a-z\d]{10}))$/;

const thingOfRecord = (index: NameIndex, { substances }: NamedRecord): number =>
  index.thingOfKey(ingredientsKey(substances.map(keyOf))) ?? -1;

/**
 * "Lipitor 20", "warfrin 5": a last figure without a unit, if it is a strength in which the record's tablets or capsules are
 * sold; a misspelling with another figure is asked back.
 */
function byStrength(ask: NameQuery): Resolution | undefined {
  const [, text, figure] = /^(.*) (\d+(?:\.\d+)?)$/.exec(shortestForm(ask.ways)) ?? [];
  if (text === undefined || figure === undefined) return undefined;
  const ways = queryForms(text);
  for (const way of ways) {
    const exact = byOurName(ask, way) ?? byKnownName(ask, way);
    if (exact) return exact.status === 'found' && isSold(exact.record, figure) ? exact : undefined;
  }
  const guess = byParts(ask) ?? bySpelling({ ...ask, ways });
  if (guess.status !== 'found') return guess.status === 'ambiguous_name' ? guess : undefined;
  return isSold(guess.record, figure) ? guess : ambiguous(ask, [guess.record], () => guess.match.matched);
}

/** Whether a figure is a strength of its tablets or capsules, in milligrams or micrograms. */
const isSold = ({ strengths, sold }: NamedRecord, figure: string): boolean =>
  strengths?.includes(figure) === true ||
  sold?.some((mg) => mg === Number(figure) || mg * 1000 === Number(figure)) === true;

function byKnownName(ask: NameQuery, way: QueryForm): Resolution | undefined {
  const { index } = ask;
  const things = thingsNamed(index, joined(way.text));
  if (things.length === 0) return undefined;
  const records = things.flatMap((thing) => index.recordsAbout(thing));
  if (records.length === 0) return notInCatalog(ask, way.text, things);
  const [thing = -1, ...others] = things;
  if (others.length > 0) return ambiguous(ask, records);
  const method = isSalt(ask, way, thing) ? 'salt' : 'alias';
  return found(ask, preferred(ask, thing, records), thing, { matched: way.text, method, score: 1 });
}

const isSalt = (ask: NameQuery, way: QueryForm, thing: number): boolean =>
  way.saltless ||
  ask.ways.some(({ saltless, text }) => saltless && thingsNamed(ask.index, joined(text)).includes(thing));

/**
 * Accepts an exact name followed by numbers only if there are as many numbers as ingredients. "Lisinopril 20/25" is sold,
 * but contains a second drug; and "humulinn 70/30" is a misspelling of Humulin 70/30, not Humulin N with numbers behind it.
 */
function ifItsFigures(ask: NameQuery, way: QueryForm, exact: Resolution): Resolution {
  const { index, text } = ask;
  const own = thingsNamed(index, joined(way.text));
  const near = candidatesFor(index, text);
  if (near.some(({ name, thing }) => !own.includes(thing) && isOneSlip(text, name)))
    return unrecognized(ask, text, near);
  const isProduct = own.some((thing) => index.ingredientsAbout(thing).length >= way.figures);
  return isProduct
    ? exact
    : ambiguous(ask, [...recordsIn(index, way.text), ...own.flatMap((thing) => index.recordsAbout(thing))]);
}

// --- names composed of exact names: "Coumadin (warfarin)", "lisinopril and hctz"

function byParts(ask: NameQuery): Resolution | undefined {
  const { index } = ask;
  const text = shortestForm(ask.ways);
  const parts = partsOf(index, text);
  if (!parts) return undefined;
  const thing =
    parts.length === 1 ? parts[0] : thingOf(index, unique(parts.flatMap((part) => index.ingredientsAbout(part))));
  const records = (thing === undefined ? parts : [thing]).flatMap((part) => index.recordsAbout(part));
  if (thing === undefined) return ambiguous(ask, records);
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

/** Words between names that belong to none. */
export const CONNECTORS: ReadonlySet<string> = new Set(['and', 'with', 'w', 'plus', 'or', 'in', 'aka']);
const MOST_WORDS = 24;
const LONGEST_NAME = 6;

// --- misspellings

/** A misspelling is accepted only if it can mean one thing, we have its record, and nothing else is about as near. */
function bySpelling(ask: NameQuery): Resolution {
  const { index } = ask;
  for (const way of ask.ways.filter(isLongEnough)) {
    const near = candidatesFor(index, way.text);
    if (!near[0] || !isLikely(near[0])) continue;
    const best = readingOf(index, near);
    const records = best ? index.recordsAbout(best.thing) : [];
    const isSure =
      best &&
      records.length > 0 &&
      !hasRival(index, way.text, near, best) &&
      !isBrandToAsk(index, best, records) &&
      !isOtherSalt(ask, way, best) &&
      !hasOtherWord(index, way.text, best);
    if (!isSure) return unrecognized(ask, way.text, near);
    const score = Math.min(0.99, Math.round(1000 * (1 - best.difference / joined(best.name).length)) / 1000);
    return found(ask, preferred(ask, best.thing, records), best.thing, { matched: best.name, method: 'fuzzy', score });
  }
  const text = shortestForm(ask.ways);
  return unrecognized(ask, text, candidatesFor(index, text));
}

/** One letter from a brand of a medicine that harms most by mistake are product names of other countries: "roxicef", "viodin". */
const isBrandToAsk = (index: NameIndex, best: Candidate, records: readonly NamedRecord[]): boolean =>
  index.nearSource(best.name) !== 'own' && records.some(({ isHighRisk }) => isHighRisk);

/** A name of fewer than five letters is never guessed. */
const isLongEnough = ({ text }: QueryForm): boolean => text.replace(/\P{L}/gu, '').length >= 5;

/** "potasium chloride" is a substance of its own, not potassium followed by a salt word. */
function isOtherSalt(ask: NameQuery, way: QueryForm, best: Candidate): boolean {
  if (!way.saltless) return false;
  const salt = shortestForm(ask.ways).slice(way.text.length);
  const things = thingsNamed(ask.index, joined(best.name + salt));
  return things.length > 0 && !things.includes(best.thing);
}

/** "Zinc orotate" is no slip in zinc acetate: a word of a known name is spelled as it was meant. */
function hasOtherWord(index: NameIndex, text: string, { name, slips }: Candidate): boolean {
  const words = name.split(' ');
  return slips > 1 && words.length > 1 && text.split(' ').some((word) => !words.includes(word) && index.hasWord(word));
}

function unrecognized(ask: NameQuery, text: string, near: readonly Candidate[]): Resolution {
  const { index, query } = ask;
  const likely = near.filter((name) => isLikely(name, 0.5) && index.recordsAbout(name.thing).length > 0);
  // One name that is hardly like it would lead a product that we do not know to its look-alike.
  const close = new Set(likely.map(({ thing }) => thing)).size > 1 || likely.some(isLike) ? likely : [];
  if (close.length === 0) {
    const records = [
      ...recordsIn(index, text),
      ...recordsNear(index, near.filter(isLike)),
      ...recordsFrom(index, text),
    ];
    return { status: 'not_recognized', query, suggestions: refs(records) };
  }
  const alike = close.flatMap(({ thing }) => index.lookAlikesAbout(thing));
  const nearest = new Map<NamedRecord, string>();
  const add = (records: readonly NamedRecord[], name: string): void => {
    for (const record of records) if (!nearest.has(record)) nearest.set(record, name);
  };
  for (const { thing, name } of close) add(index.recordsAbout(thing), name);
  for (const name of alike) add(recordsNamed(index, joined(name)), name);
  return ambiguous(ask, [...nearest.keys()], (record) => nearest.get(record));
}

// --- answers

interface FoundName {
  readonly matched: string;
  readonly method: Method;
  readonly score: number;
}

function found(ask: NameQuery, record: NamedRecord, thing: number, how: FoundName): Resolution {
  const others = ask.index.recordsAbout(thing).filter((other) => other !== record);
  const written = how.method === 'identifier' ? {} : writtenBeside(record, how.matched, ask.query);
  const match = { query: ask.query, ...how, alternatives: others.map(ref), ...written };
  return { status: 'found', record, match };
}

/** What is to be said of a strength in which no tablet or capsule of a record is known. */
function strengthNote({ name, sold }: NamedRecord, { strength = '', form, route }: AsWritten): string | undefined {
  const [, figure = '', unit = ''] = /^([\d.,]+) ?(mg|mcg|g)$/i.exec(strength) ?? [];
  const isSolid =
    (form === undefined || /\b(?:tab|cap|pill)/i.test(form)) &&
    (route === undefined || /mouth|oral|^p\.?o/i.test(route));
  if (sold === undefined || figure === '' || !isSolid) return undefined;
  const mg = Number(figure.replaceAll(',', '')) * ({ mcg: 0.001, g: 1000 }[unit.toLowerCase()] ?? 1);
  if (sold.some((one) => Math.abs(one - mg) < 1e-6)) return undefined;
  return `No tablet or capsule of ${strength} of ${name} is known in the US. Compare with the package.`;
}

/** What a query says beside the name that was found in it. */
function writtenBeside(record: NamedRecord, matched: string, query: string): Pick<Match, 'as_written'> {
  if (normalize(matched) === normalize(query)) return {};
  const { not_read, ...line } = typedLine(query).asWritten;
  const name = ` ${normalize(matched)} `;
  const bare = line.strength === undefined ? /\s(\d[\d.,/-]*)\s*$/.exec(query)?.[1] : undefined;
  // "Warfrin 5" has a strength, "omega 3" none.
  const said = bare === undefined || joined(matched).includes(joined(bare)) ? line : { ...line, strength: bare };
  // A second name of the same thing, and a word of the name itself, were read.
  const unread = not_read?.split(' ').filter((word) => !name.includes(` ${normalize(word)} `)) ?? [];
  const note = strengthNote(record, said);
  const all = {
    ...said,
    ...(note !== undefined && { strength_note: note }),
    ...(unread.length > 0 && { not_read: unread.join(' ') }),
  };
  return Object.keys(all).length > 0 ? { as_written: all } : {};
}

const ambiguous = (
  ask: NameQuery,
  records: readonly NamedRecord[],
  matchedOf: (record: NamedRecord) => string | undefined = () => undefined,
): Resolution => ({ status: 'ambiguous_name', query: ask.query, suggestions: refs(records, matchedOf) });

/** Suggests only records that share an ingredient: the name is real, so nothing else can be meant. */
const notInCatalog = (ask: NameQuery, name: string, things: readonly number[]): Resolution =>
  outside(ask, name, namedIngredients(ask.index, things));

function outside(ask: NameQuery, name: string, canonical: readonly string[]): Resolution {
  const holding = canonical.flatMap((ingredient) => ask.index.holders(keyOf(ingredient)));
  // For a product only its single ingredients are suggested, not other products that contain one of them.
  const keys = new Set(canonical.map(keyOf));
  const isPart = ({ substances }: NamedRecord): boolean => substances.every((one) => keys.has(keyOf(one)));
  const related = canonical.length > 1 ? holding.filter(isPart) : holding;
  return { status: 'not_in_catalog', query: ask.query, name, canonical, suggestions: refs(related) };
}

/** Of several records of one substance: the kind asked for, else the medication, else the supplement. */
function preferred(ask: NameQuery, thing: number, records: readonly NamedRecord[]): NamedRecord {
  const wanted = ask.index.recordsAbout(thing).find(({ kind }) => kind === ask.asked);
  return (
    wanted ??
    kinds.map((kind) => records.find((record) => record.kind === kind)).find((record) => record) ??
    (records[0] as NamedRecord)
  );
}

// --- small parts

const namedIngredients = (index: NameIndex, things: readonly number[]): string[] =>
  unique(things.flatMap((thing) => index.ingredientsAbout(thing))).filter((ingredient) => ingredient !== OTHERS);
