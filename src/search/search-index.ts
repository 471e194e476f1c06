import type { NameIndex } from '../names/name-index.ts';
import type { Part } from '../records/parts.ts';
import type { Kind } from '../schema/kinds.ts';
import { append } from '../text/groups.ts';
import { normalize } from '../text/normalize.ts';
import { once } from '../text/once.ts';
import { beginningsOf, type Reading, readQuestion } from './question.ts';
import type { Concept, QuestionData, QuestionVocabulary, SearchClass } from './question-vocabulary.ts';
import type { ApprovalStatus, SearchDocument, SearchField, TextField } from './search-document.ts';

/** What a question asks of the records. A place is a record's number in the list of all. */
export interface SearchIndex {
  /** How many records there are. */
  readonly count: number;
  readonly vocabulary: QuestionVocabulary;
  documentAt(place: number): SearchDocument;
  rankedAt(place: number): RankedRecord;
  placeOf(ref: string): number | undefined;
  /** The passages that hold a word, by its stem, in their order. */
  passagesWith(stem: string): readonly Passage[];
  classOf(id: string): SearchClass | undefined;
  /** Names without their spaces that begin so, sorted, each with its record. */
  namesBeginning(letters: string): readonly BegunName[];
}

/** What ranks a record: its kind, whether it is approved, and how much it is used (1 is the most used medicine). */
export interface RankedRecord extends Pick<SearchDocument, 'type' | 'standing'> {
  readonly useRank: number;
}

export interface BegunName {
  readonly letters: string;
  readonly text: string;
  readonly place: number;
  readonly isOwn: boolean;
}

/** One text of a record that may answer: a use, a class, the line below its name. */
export interface Passage {
  /** Among all passages. */
  readonly number: number;
  readonly place: number;
  readonly field: TextField;
  /** Which of the field's texts it is; the first ones matter more. */
  readonly at: number;
  /** How many stems it has. */
  readonly size: number;
}

export interface SearchHit {
  type: Kind;
  slug: string;
  name: string;
  subtitle: string;
  /** 1 for a name; else the share of the question that the record answers, less for what is no approved medicine. */
  score: number;
  matched: { field: SearchField; text: string }[];
  /** The part of the record that answers, and its anchor on the page. */
  section: Part | null;
  anchor: string | null;
}

/** What a question finds, and how it was read. */
export interface SearchAnswer {
  hits: SearchHit[];
  /** How many there are, shown or not. */
  total: number;
  /** What was read, where the spelling was put right. */
  corrected: string | undefined;
  /** Slugs of the two records that the question puts side by side. */
  pair: [string, string] | undefined;
  /** The part that it asks for, of whatever record. */
  section: Part | undefined;
  read: { names: string[]; unknown: string[]; words: string[]; unread: string[] };
}

export interface SearchData extends QuestionData {
  readonly documents: readonly SearchDocument[];
  /** By place: 1 is the most used medicine, Infinity one that is not on the list. */
  readonly useRanks: readonly number[];
}

/** The more used one first; what is not on the list is last. */
export const compareUse = (a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number => (a === b ? 0 : a - b);

/**
 * Records for a question, best first; equal arguments give equal answers. Named records are first, in the order of their
 * names, with score 1 (a misspelling with the resolver's). Then come those whose uses and classes hold its words: approved
 * medicines before supplements, and those before what is not approved; of equally near ones the most used first.
 */
export const searchCatalog = (
  index: SearchIndex,
  names: NameIndex,
  query: string,
  options: SearchOptions = {},
): SearchAnswer => answerOf(index, findRecords(index, names, query, options), options);

/** What was found, before any of it is shown: of records no more is known than where they are. */
export interface FoundRecords {
  readonly question: Reading;
  readonly records: readonly FoundRecord[];
  /** Places of the records that the question names. */
  readonly named: readonly number[];
}

/** The first half of {@link searchCatalog}, which takes most of its time and asks for no document. */
export function findRecords(
  index: SearchIndex,
  names: NameIndex,
  query: string,
  { isExact = false, kind }: SearchOptions = {},
): FoundRecords {
  const question = readQuestion(query, { names, vocabulary: index.vocabulary, isExact });
  const found = new Map<number, FoundRecord>();
  const take = (some: readonly FoundRecord[]): void => {
    for (const one of some) {
      if (found.has(one.place) || (kind !== undefined && index.rankedAt(one.place).type !== kind)) continue;
      found.set(one.place, one);
    }
  };
  const named = question.named.flatMap((item): FoundRecord[] => {
    const place = index.placeOf(item.ref);
    return place === undefined ? [] : [{ place, hit: () => namedHit(index, place, item, question) }];
  });
  take(named);
  take(kin(index, question));
  if (named.length === 0) {
    if (question.isCompleted) take(answering(index, question));
    take(beginning(index, query, question));
    take(answering(index, question));
  }
  return { question, records: [...found.values()], named: named.map(({ place }) => place) };
}

export function answerOf(
  index: SearchIndex,
  { question, records, named }: FoundRecords,
  { most = Number.POSITIVE_INFINITY }: SearchOptions = {},
): SearchAnswer {
  const [a, b, ...more] = named.map((place) => index.documentAt(place).slug);
  return {
    hits: records.slice(0, most).map(({ hit }) => hit()),
    total: records.length,
    corrected: question.corrected,
    pair: a !== undefined && b !== undefined && more.length === 0 && !question.isAllergy ? [a, b] : undefined,
    section: question.section,
    read: {
      names: question.named.map(({ matched }) => matched),
      unknown: [...question.unknown],
      words: question.concepts.map(({ text }) => text),
      unread: [...question.unread],
    },
  };
}

export interface SearchOptions {
  /** Names are taken as they stand. */
  isExact?: boolean | undefined;
  /** How many hits are made; all that there are count in `total`. */
  most?: number | undefined;
  kind?: Kind | undefined;
}

/** A record that was found; its hit is made only if it is shown. */
interface FoundRecord {
  readonly place: number;
  readonly hit: () => SearchHit;
}

// --- by name

function namedHit(index: SearchIndex, place: number, item: Reading['named'][number], question: Reading): SearchHit {
  const document = index.documentAt(place);
  const isOwn = normalize(item.matched) === normalize(document.name);
  const field = isOwn ? 'name' : 'aliases';
  return hitOf(
    document,
    item.score,
    [{ field, text: item.matched }],
    question.sectionOfNamed ?? usesAsked(index, place, question) ?? harmAsked(question),
  );
}

/** A word beside a name that the record names among its uses asks for them. */
function usesAsked(index: SearchIndex, place: number, { concepts }: Reading): Part | undefined {
  const isUse = concepts.some((concept) =>
    [...passagesOf(index, concept)].some(({ passage }) => passage.place === place && passage.field === 'use'),
  );
  return isUse ? 'uses' : undefined;
}

/** A condition beside a name that is no use of it is asked about as something that it does. */
const harmAsked = ({ concepts }: Reading): Part | undefined =>
  concepts.some(({ isEveryday, isClass }) => isEveryday && !isClass) ? 'side_effects' : undefined;

/** Records that hold an ingredient of a real name without a record. */
const kin = (index: SearchIndex, { related, sectionOfNamed: section }: Reading): FoundRecord[] =>
  related.flatMap(({ ref, text }) => {
    const place = index.placeOf(ref);
    return place === undefined
      ? []
      : [{ place, hit: () => hitOf(index.documentAt(place), KIN, [{ field: 'ingredient', text }], section) }];
  });
const KIN = 0.5;

/** Records with a name that begins like the end of the question, when nothing else is known of it. */
function beginning(index: SearchIndex, query: string, question: Reading): FoundRecord[] {
  if (!question.isBeginning || question.unknown.length > 0) return [];
  for (const letters of beginningsOf(query)) {
    const found = index.namesBeginning(letters).map(({ place, text, isOwn, letters: all }) => {
      const score = round(0.4 + (0.5 * letters.length) / all.length);
      const matched: SearchHit['matched'] = [{ field: isOwn ? 'name' : 'aliases', text }];
      return { place, score, hit: () => hitOf(index.documentAt(place), score, matched, question.section) };
    });
    if (found.length > 0) return found.toSorted((a, b) => b.score - a.score || byUse(index)(a, b));
  }
  return [];
}

// --- by use and class

/** How one concept is met by one record. */
interface Meeting {
  readonly field: SearchField;
  /** Of a class its name; undefined for a passage, which has its own. */
  readonly text?: string;
  readonly passage?: Passage;
  /** Where the page says it, if not where the part begins. */
  readonly anchor?: string;
  readonly value: number;
  readonly closeness: number;
}

const VALUES: Readonly<Record<SearchField, number>> = {
  name: 1,
  aliases: 1,
  use: 1,
  class: 0.9,
  tested: 0.45,
  about: 0.4,
  interactions: 0.9,
  ingredient: 0.5,
};
/** A class that is named in a use is not what the record is. */
const MENTIONED = 0.6;
/** No wording of a class is nearer than being one of its members. */
const MEMBER = 0.6;
/** How much nearer a use is in a record that belongs to the classes that are usual for it. */
const USUAL = 0.4;
const APPROVAL_WEIGHTS: Readonly<Record<ApprovalStatus, number>> = { approved: 1, supplement: 0.7, unapproved: 0.45 };

function answering(index: SearchIndex, question: Reading): FoundRecord[] {
  // Beside a name that is not ours a mere word would list whatever has it.
  const isMeant = ({ isEveryday }: Concept): boolean => isEveryday || question.unknown.length === 0;
  const concepts = question.concepts.filter(isMeant);
  const met = concepts.map((concept) => matchesOf(index, concept, question));
  const weights = weighed(concepts.map(({ isEveryday }, at) => [isEveryday, rarity(met[at]?.size ?? 0, index.count)]));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = new Set(question.behind.flatMap((id) => index.classOf(id)?.members ?? []));
  const scored = [...new Set(met.flatMap((matches) => [...matches.keys()]))].map((place) => {
    const matches = met.map((all) => all.get(place) ?? []);
    const coverage = coverageOf(matches, weights) / total;
    const closeness = matches.reduce(
      (most, some) => some.reduce((one, other) => Math.max(one, other.closeness), most),
      0,
    );
    return {
      place,
      matches,
      score:
        (last.has(place) ? BEHIND : 1) *
        approvalWeight(index.rankedAt(place), question) *
        (0.85 * coverage + 0.1 * closeness),
    };
  });
  const asked = question.behind.length > 0 ? ofItsKind(scored) : ofTheClass(scored, concepts);
  const least = FAR * Math.max(0, ...asked.map(({ score }) => score));
  return ranked(
    index,
    asked.filter(({ score }) => score >= least),
  ).map(({ place, score, matches }) => ({
    place,
    hit() {
      const document = index.documentAt(place);
      const best = matches.flat().toSorted((a, b) => b.value - a.value || b.closeness - a.closeness);
      const hit = hitOf(document, round(score), quotes(best, document), sectionOf(best, question));
      const anchor = hit.section === 'interactions' ? best[0]?.anchor : undefined;
      return anchor === undefined ? hit : { ...hit, anchor };
    },
  }));
}
/** What would harm that which is to be spared comes after all the others. */
const BEHIND = 0.3;

interface Scored {
  readonly place: number;
  readonly score: number;
  readonly matches: readonly (readonly Meeting[])[];
}

/** "A painkiller that spares the kidneys" asks for a kind of medicine, not for all that has a use in pain. */
function ofItsKind(scored: readonly Scored[]): readonly Scored[] {
  const some = scored.filter(({ matches }) => matches.flat().some(({ field }) => field === 'class'));
  return some.length > 0 ? some : scored;
}

/** "An antidepressant for weight loss" asks for antidepressants: what belongs to no class that is named is less of an answer. */
function ofTheClass(scored: readonly Scored[], concepts: readonly Concept[]): readonly Scored[] {
  const at = concepts.findIndex(({ isClass }) => isClass);
  const belongs = ({ matches }: Scored): boolean => matches[at]?.some(({ field }) => field === 'class') === true;
  if (concepts.length === 1 || !scored.some(belongs)) return scored;
  return scored.map((one) => (belongs(one) ? one : { ...one, score: OTHER_CLASS * one.score }));
}
const OTHER_CLASS = 0.6;

/** Best first; what is as near as the best of its group has the same score, and the most used of them is first. */
function ranked(index: SearchIndex, scored: readonly Scored[]): Scored[] {
  const groups: { score: number; of: Scored[] }[] = [];
  for (const one of scored.toSorted((a, b) => b.score - a.score || a.place - b.place)) {
    const group = groups.at(-1);
    if (group && group.score - one.score <= tieOf(one)) group.of.push({ ...one, score: group.score });
    else groups.push({ score: one.score, of: [one] });
  }
  return groups.flatMap(({ of }) => of.toSorted(byUse(index)));
}
/**
 * How the text of a use is worded moves the score by as much ("in adults and in children aged 6 years and older"). Of
 * several things that are asked for the nearer is better; records that document something have an order of their own.
 */
function tieOf({ matches }: Scored): number {
  if (matches.length > 1) return 0.003;
  return matches.flat().some(({ field }) => field === 'interactions') ? 0 : 0.006;
}

const byUse =
  (index: SearchIndex) =>
  (a: { readonly place: number }, b: { readonly place: number }): number =>
    compareUse(index.rankedAt(a.place).useRank, index.rankedAt(b.place).useRank) || a.place - b.place;

/** Weights of concepts by how rare they are; words that the vocabulary does not know together weigh less than what it knows. */
function weighed(rarities: readonly (readonly [isEveryday: boolean, rarity: number])[]): number[] {
  const sum = (wanted: boolean): number =>
    rarities.reduce((all, [isEveryday, one]) => all + (isEveryday === wanted ? one : 0), 0);
  const [known, mere] = [sum(true), sum(false)];
  const share = known > 0 && mere > 0 ? Math.min(MERE, (MERE * known) / mere) : MERE;
  return rarities.map(([isEveryday, one]) => (isEveryday ? 1 : share) * one);
}

/** What a word weighs that the vocabulary does not know: it may be said in passing. */
const MERE = 0.5;
const rarity = (found: number, all: number): number => (found === 0 ? 0 : Math.log(1 + all / found));
/** What answers so much less than the best is left out. */
const FAR = 0.2;

/** The share of the question that a record meets: words in one passage count more than words far apart. */
function coverageOf(matches: readonly (readonly Meeting[])[], weights: readonly number[]): number {
  if (matches.length === 1) return (weights[0] as number) * bestOf(matches[0] as readonly Meeting[]);
  const together = new Map<number | undefined, number>();
  let all = 0;
  for (const [at, some] of matches.entries()) {
    const weight = weights[at] as number;
    all += weight * bestOf(some);
    const values = new Map<number | undefined, number>();
    for (const { passage, value } of some)
      values.set(passage?.number, Math.max(values.get(passage?.number) ?? 0, value));
    for (const [passage, value] of values) together.set(passage, (together.get(passage) ?? 0) + weight * value);
  }
  return 0.6 * Math.max(0, ...together.values()) + 0.4 * all;
}

const bestOf = (some: readonly Meeting[]): number => some.reduce((best, { value }) => Math.max(best, value), 0);

/** A supplement ranks with medicines where supplements are asked for; what is not approved never does. */
const approvalWeight = ({ type, standing }: Pick<SearchDocument, 'type' | 'standing'>, { kind }: Reading): number =>
  kind === 'supplement' ? (type === 'supplement' ? 1 : 0.6 * APPROVAL_WEIGHTS[standing]) : APPROVAL_WEIGHTS[standing];

/** The records that meet a concept, each with how. */
function matchesOf(index: SearchIndex, concept: Concept, question: Reading): Map<number, Meeting[]> {
  const found = new Map<number, Meeting[]>();
  const classes = concept.classes.flatMap((id) => index.classOf(id) ?? []);
  const isWithout = concept.isClass && classes.every(({ members, isFood }) => isFood || members.length === 0);
  if (concept.isEffect) documented(found, classes);
  const isOnlyClass = question.concepts.filter((one) => one.isClass).length === 1;
  if (concept.isClass && (isWithout || (isOnlyClass && question.section === 'interactions')))
    documented(found, classes);
  if (found.size > 0) return found;
  const longest = Math.max(1, ...concept.phrases.map((phrase) => phrase.length));
  const kinds = classes.filter(({ isFood }) => !isFood);
  const members = new Set(kinds.flatMap((one) => one.members));
  const isNameOfClass = namesOf(kinds, index);
  for (const { passage, phrase } of passagesOf(index, concept)) {
    const { place, field, size, at: order } = passage;
    const words = phrase.length;
    const isUsual = field === 'use' && members.has(place) && !isNameOfClass(phrase);
    append(found, place, {
      field,
      passage,
      value: concept.isClass && concept.classes.length > 0 ? Math.min(MENTIONED, VALUES[field]) : VALUES[field],
      // All of it, little else, and early: the nearer to what was asked.
      closeness:
        0.2 * (words / longest) + 0.2 * (words / Math.max(words, size)) + 0.2 / (1 + order) + (isUsual ? USUAL : 0),
    });
  }
  // Who belongs to a usual class but is not for it is no answer to the use.
  const value = !concept.isClass && found.size > 0 ? 0.6 : 0.95;
  // However a record words its class: all members of a class that is asked for are as near.
  const closeness = concept.isClass ? MEMBER : 0.4;
  for (const { name, members: places } of kinds)
    for (const place of places) append(found, place, { field: 'class', text: name, value, closeness });
  if (found.size === 0) documented(found, classes);
  return found;
}

function documented(found: Map<number, Meeting[]>, classes: readonly SearchClass[]): void {
  for (const { id, name, isEffect, documented: places } of classes) {
    for (const [at, place] of places.entries())
      append(found, place, {
        field: 'interactions',
        text: name,
        ...(isEffect && { anchor: id }),
        value: VALUES.interactions,
        closeness: 1 / (1 + at),
      });
  }
}

/** Whether a phrase is a name of one of these classes, by its stems: a use that names a class is no use of its members. */
function namesOf(classes: readonly SearchClass[], { vocabulary }: SearchIndex): (phrase: readonly string[]) => boolean {
  const all = once(
    () =>
      new Set(classes.flatMap(({ name, names }) => [name, ...names].map((one) => vocabulary.stemsOf(one).join(' ')))),
  );
  return (phrase) => all().has(phrase.join(' '));
}

/** A passage that says a concept, and the longest phrase that says it there. */
interface Said {
  readonly passage: Passage;
  readonly phrase: readonly string[];
}

function passagesOf(index: SearchIndex, { phrases }: Concept): Iterable<Said> {
  const found = new Map<number, Said>();
  for (const phrase of phrases) {
    for (const passage of amongAll(phrase.map((stem) => index.passagesWith(stem)))) {
      if ((found.get(passage.number)?.phrase.length ?? 0) < phrase.length)
        found.set(passage.number, { passage, phrase });
    }
  }
  return found.values();
}

/** What is in each of the lists, which are sorted. */
function amongAll(lists: readonly (readonly Passage[])[]): readonly Passage[] {
  const [rarest = [], ...others] = lists.toSorted((a, b) => a.length - b.length);
  return others.reduce<readonly Passage[]>((some, passages) => {
    let at = 0;
    return some.filter(({ number }) => {
      while (at < passages.length && (passages[at] as Passage).number < number) at++;
      return passages[at]?.number === number;
    });
  }, rarest);
}

function sectionOf(best: readonly Meeting[], { section }: Reading): Part | undefined {
  if (section) return section;
  const field = best[0]?.field;
  return field === 'use' || field === 'tested' ? 'uses' : field === 'interactions' ? 'interactions' : 'overview';
}

/** At most one text of each field, the best first. */
function quotes(best: readonly Meeting[], { fields }: SearchDocument): SearchHit['matched'] {
  const quoted = new Map<SearchField, string>();
  for (const { field, text, passage } of best) {
    const said = text ?? (passage && fields[passage.field]?.[passage.at]) ?? '';
    if (!quoted.has(field)) quoted.set(field, said);
  }
  return [...quoted].slice(0, 3).map(([field, text]) => ({ field, text }));
}

function hitOf(
  document: SearchDocument,
  score: number,
  matched: SearchHit['matched'],
  part: Part | undefined,
): SearchHit {
  const { type, slug, name, subtitle, anchors } = document;
  const anchor = part && anchors[part];
  return {
    type,
    slug,
    name,
    subtitle,
    score,
    matched,
    section: anchor === undefined ? null : (part as Part),
    anchor: anchor ?? null,
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
