import { candidatesFor } from '../names/candidates.ts';
import { type NameIndex, thingsNamed } from '../names/name-index.ts';
import { CONNECTORS, knownIngredients, type NameFailure, type Resolution, resolveName } from '../names/resolve.ts';
import { typedLine } from '../names/typed-line.ts';
import { refOf } from '../records/entry.ts';
import { type Part, partTable } from '../records/parts.ts';
import type { Kind } from '../schema/kinds.ts';
import { joined, normalize } from '../text/normalize.ts';
import { type Concept, MERE_WORD, type QuestionVocabulary } from './question-vocabulary.ts';
import { stem } from './words.ts';

export interface NamedItem {
  readonly ref: string;
  /** The name that was read, as its record or the known names write it. */
  readonly matched: string;
  readonly score: number;
}

/** A question as it was read. */
export interface Reading {
  /** Records that it names, in its order, each once. */
  readonly named: readonly NamedItem[];
  /** Real names without a record. */
  readonly unknown: readonly string[];
  /** Records that hold an ingredient of those, and no other. */
  readonly related: readonly { readonly ref: string; readonly text: string }[];
  readonly concepts: readonly Concept[];
  /** Words that nothing here is written with. */
  readonly unread: readonly string[];
  /** The last word may be the beginning of a name; or of a word, which is then among the concepts. */
  readonly isBeginning: boolean;
  readonly isCompleted: boolean;
  /** The part of a record that answers. */
  readonly section: Part | undefined;
  /** The part of a named record that answers; of others only `section` is asked for. */
  readonly sectionOfNamed: Part | undefined;
  readonly kind: Kind | undefined;
  /** Ids of classes whose members come last. */
  readonly behind: readonly string[];
  /** Two things side by side, without asking what happens between them. */
  readonly isComparison: boolean;
  /** One of the names is only what somebody is allergic to: it comes after the others, and is not put side by side with them. */
  readonly isAllergy: boolean;
  /** The question with its spelling put right, where it was not. */
  readonly corrected: string | undefined;
}

export interface ReadingOptions {
  readonly names: NameIndex;
  readonly vocabulary: QuestionVocabulary;
  /** Names are taken as they stand: not all of them are known yet, so a misspelling may be another drug. */
  readonly isExact?: boolean;
}

/** What a word of the question means. */
type Span =
  | { readonly is: 'name'; readonly item: NamedItem }
  | { readonly is: 'unknown'; readonly name: string; readonly failure: NameFailure; readonly concept?: Concept }
  | { readonly is: 'concept'; readonly concept: Concept; readonly parts: readonly Part[] }
  | { readonly is: 'part'; readonly parts: readonly Part[]; readonly behind?: readonly string[] }
  | { readonly is: 'empty' }
  | { readonly is: 'word' };
type PlacedSpan = Span & {
  readonly from: number;
  readonly to: number;
  /** A name that is not spelled so. */
  readonly isSlip?: boolean;
  /** The beginning of a word. */
  readonly isBegun?: boolean;
};

type ConceptSpan = Extract<Span, { readonly is: 'concept' }> & { readonly from: number; readonly to: number };

/** Reads a question: names first, then phrases, then single words; equal questions are read alike. */
export function readQuestion(asked: string, options: ReadingOptions): Reading {
  // A character may stand for eighteen letters (U+FDFA): what is read is bounded, whatever it came as.
  const query = normalize(asked).slice(0, LONGEST_QUESTION);
  const words = wordsOf(query, options.vocabulary);
  const spelled = [...words];
  const placed = gathered(spelled, settle(words, spelled, spansOf(words, options), options), options);
  const whole = lineName(asked, words, placed, options) ?? wholeName(asked, words, placed, options);
  return summarize(words, spelled, whole ?? placed, options);
}

/** Letters and spaces of a question in the form in which it is read; 200 characters are taken, and Greek ones are spelled out. */
const LONGEST_QUESTION = 300;

/** The words of a question; letters with points between ("E.D.") are one. */
function wordsOf(query: string, { phraseOf }: QuestionVocabulary): string[] {
  const words = query.split(' ').filter(Boolean);
  const joint: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at;
    while (words[end]?.length === 1) end++;
    const letters = words.slice(at, end).join('');
    const isOne = letters.length > 1 && phraseOf([letters]) !== undefined;
    joint.push(isOne ? letters : (words[at] as string));
    at = isOne ? end : at + 1;
  }
  return joint;
}

// --- spans: the longest that is known stands; of equally long ones a name of ours, a phrase, a known name

function spansOf(words: readonly string[], options: ReadingOptions): PlacedSpan[] {
  const placed: PlacedSpan[] = [];
  for (let at = 0; at < words.length; ) {
    const span = longestAt(words, at, options);
    placed.push(span);
    at = span.to;
  }
  return placed;
}

function longestAt(words: readonly string[], from: number, options: ReadingOptions): PlacedSpan {
  for (let to = Math.min(words.length, from + LONGEST); to > from; to--) {
    const span = spanOf(words.slice(from, to), options);
    if (!span) continue;
    return span.is === 'name' || span.is === 'unknown'
      ? withForm(words, from, to, span, options)
      : { ...span, from, to };
  }
  return { is: 'word', from, to: from + 1 };
}
const LONGEST = 6;

function spanOf(words: readonly string[], { names, vocabulary }: ReadingOptions): Span | undefined {
  const text = words.join(' ');
  const letters = joined(text);
  const isOurs = names.ownNamed(letters).length > 0 && letters.length > 1;
  const found = vocabulary.phraseOf(words);
  if (isOurs && !found) return nameSpan(text, names);
  // "Probiotics" is a record and a class, "iron" a record and a mineral: the record is meant.
  const classFound =
    found?.is === 'concept' && found.concept.isClass && !found.concept.isFood ? found.concept : undefined;
  if (classFound && !isOurs && knownIngredients(names, text)) {
    // "Iron pills" and "insulin" are names as well as classes: ours is the record, another one is named beside the class.
    const span = nameSpan(text, names);
    if (span?.is === 'name' && span.item.score === 1) return span;
    // "Water pill" is a class and no name, though "water" is one.
    const isWhole = thingsNamed(names, letters).length > 0;
    if (isWhole && span?.is === 'unknown' && span.failure.status === 'not_in_catalog')
      return { ...span, concept: classFound };
  }
  if (found && !(isOurs && (found.is !== 'concept' || found.concept.isClass))) return found;
  if (isOurs) return nameSpan(text, names);
  const isName = letters.length >= SHORTEST && words.every((word) => !vocabulary.isPlain(word));
  return isName && thingsNamed(names, letters).length > 0 ? nameSpan(text, names) : undefined;
}
/** A known name of fewer letters is rather a word. */
const SHORTEST = 3;

function nameSpan(text: string, names: NameIndex): Span | undefined {
  const resolution = resolveName(names, text);
  if (resolution.status === 'found') return { is: 'name', item: itemOf(resolution) };
  return resolution.status === 'not_recognized' ? undefined : { is: 'unknown', name: text, failure: resolution };
}

const itemOf = ({ record, match }: Extract<Resolution, { status: 'found' }>): NamedItem => ({
  ref: refOf(record),
  matched: match.matched,
  score: match.score,
});

/** A name with the words for its strength, form, salt or kind that follow it: "metformin er 500 mg", "semaglutide peptide". */
function withForm(words: readonly string[], from: number, to: number, span: Span, options: ReadingOptions): PlacedSpan {
  const { names, vocabulary } = options;
  const ingredients = knownIngredients(names, words.slice(from, to).join(' '))?.join('+');
  let end = to;
  for (let next = to + 1; next <= Math.min(words.length, to + LONGEST); next++) {
    const word = words[next - 1] as string;
    const found = vocabulary.phraseOf([word]);
    if (found && found.is !== 'empty' && !vocabulary.kindOf(word)) break;
    const longer = knownIngredients(names, words.slice(from, next).join(' '))?.join('+');
    if (ingredients === undefined || longer !== ingredients) break;
    if (!CONNECTORS.has(word)) end = next;
  }
  const longest = end > to ? nameSpan(words.slice(from, end).join(' '), names) : undefined;
  return longest?.is === 'name' || longest?.is === 'unknown'
    ? { ...longest, ...(longest.is === 'unknown' && span.is === 'unknown' ? namedAs(span) : {}), from, to: end }
    : { ...span, from, to };
}

const namedAs = ({ name, concept }: Extract<Span, { is: 'unknown' }>) => ({ name, ...(concept && { concept }) });

// --- words that are left: a word of the records, its beginning, a slip in it, or a slip in a name

function settle(
  words: readonly string[],
  spelled: string[],
  placed: readonly PlacedSpan[],
  options: ReadingOptions,
): PlacedSpan[] {
  const { vocabulary } = options;
  let asked = 0;
  const settled: PlacedSpan[] = [];
  for (let at = 0; at < placed.length; at++) {
    const span = placed[at] as PlacedSpan;
    const word = words[span.from] as string;
    if (span.is !== 'word') {
      settled.push(span);
      continue;
    }
    if (vocabulary.isWord(word) || vocabulary.isPlain(word) || !/\p{L}/u.test(word)) {
      settled.push(vocabulary.isWord(word) ? { ...span, ...wordConcept(word) } : span);
      continue;
    }
    const run = runOf(placed, at, words, vocabulary);
    const slip = options.isExact || asked >= MOST_GUESSES ? undefined : nearName(words, run, options);
    if (!options.isExact) asked += 1;
    const begun = at === placed.length - 1 ? vocabulary.completed(word) : undefined;
    const plain = begun === undefined ? vocabulary.corrected(word) : { word: begun, difference: 0 };
    if (slip && (!plain || slip.difference < plain.difference)) {
      spelled.splice(slip.from, slip.to - slip.from, slip.span.is === 'name' ? slip.span.item.matched : '');
      for (let k = slip.from + 1; k < slip.to; k++) spelled.splice(k, 0, '');
      if (slip.span.is !== 'name') for (let k = slip.from; k < slip.to; k++) spelled[k] = words[k] as string;
      settled.push({ ...slip.span, from: slip.from, to: slip.to, isSlip: true });
      while (at + 1 < placed.length && (placed[at + 1] as PlacedSpan).from < slip.to) at++;
      continue;
    }
    if (plain) {
      if (begun === undefined) spelled[span.from] = plain.word;
      const meant = vocabulary.phraseOf([plain.word]) ?? wordConcept(plain.word);
      settled.push({ ...meant, from: span.from, to: span.to, isBegun: begun !== undefined });
      continue;
    }
    settled.push(span);
  }
  return spelled.some((word, at) => word !== words[at]) ? respan(words, spelled, settled, options) : settled;
}
const MOST_GUESSES = 4;

/** Once a word is spelled right it may be part of a longer phrase: "blod presure". */
function respan(
  words: readonly string[],
  spelled: readonly string[],
  settled: readonly PlacedSpan[],
  options: ReadingOptions,
): PlacedSpan[] {
  const names = settled.filter(({ isSlip }) => isSlip);
  const isNamed = (at: number): boolean => names.some(({ from, to }) => from <= at && at < to);
  const again: PlacedSpan[] = [];
  for (let at = 0; at < words.length; ) {
    const name = names.find(({ from }) => from === at);
    if (name) {
      again.push(name);
      at = name.to;
      continue;
    }
    let end = at;
    while (end < words.length && !isNamed(end)) end++;
    const between = spansOf(spelled.slice(at, end), options).map((span) => ({
      ...span,
      from: span.from + at,
      to: span.to + at,
    }));
    again.push(
      ...between.map((span) => {
        const word = spelled[span.from] as string;
        return span.is === 'word' && options.vocabulary.isWord(word) ? { ...span, ...wordConcept(word) } : span;
      }),
    );
    at = end;
  }
  return again;
}

// --- phrases whose words are apart, in either order: "my skin turns blue", "missed a morning dose"

function gathered(
  spelled: readonly string[],
  placed: readonly PlacedSpan[],
  { vocabulary }: ReadingOptions,
): PlacedSpan[] {
  const again = [...placed];
  const isSingle = ({ is, from, to }: PlacedSpan): boolean =>
    to === from + 1 && (is === 'word' || is === 'concept' || is === 'part');
  /** Of a word of its own something is known already. */
  const isMere = (span: PlacedSpan): boolean =>
    span.is === 'word' || (span.is === 'concept' && !span.concept.isEveryday && span.parts.length === 0);
  for (const [at, one] of placed.entries()) {
    for (let next = at + 1; next < placed.length && next <= at + APART; next++) {
      const [a, b] = [again[at] as PlacedSpan, again[next] as PlacedSpan];
      if (!isSingle(a) || !isSingle(b) || !(isMere(a) || isMere(b))) continue;
      const both = [spelled[one.from] as string, spelled[b.from] as string];
      const found = vocabulary.phraseOf(both) ?? vocabulary.phraseOf(both.toReversed());
      if (!found) continue;
      const parts = [found, a, b].flatMap((span) => (span.is === 'concept' || span.is === 'part' ? span.parts : []));
      again[at] = found.is === 'empty' ? a : { ...found, parts, from: a.from, to: a.to };
      again[next] = { is: 'empty', from: b.from, to: b.to };
    }
  }
  return again;
}
/** How many words farther on the other word may stand. */
const APART = 3;

const wordConcept = (text: string): Span => ({
  is: 'concept',
  parts: [],
  concept: { text, phrases: [[stem(text)]], classes: [], ...MERE_WORD },
});

/** The words around a word that nothing is known of, and that may be one name together with it. */
function runOf(
  placed: readonly PlacedSpan[],
  at: number,
  words: readonly string[],
  vocabulary: QuestionVocabulary,
): { from: number; to: number } {
  let to = (placed[at] as PlacedSpan).to;
  for (let next = at + 1; placed[next]?.is === 'word' && !vocabulary.isPlain(words[to] ?? ''); next++) to++;
  return { from: (placed[at] as PlacedSpan).from, to };
}

interface Slip {
  readonly span: Span;
  readonly from: number;
  readonly to: number;
  readonly difference: number;
}

/** A slip in a name, by the resolver, which alone knows what other drugs are near; first all words together, then the first. */
function nearName(
  words: readonly string[],
  { from, to }: { from: number; to: number },
  { names }: ReadingOptions,
): Slip | undefined {
  const ends = to > from + 1 ? [Math.min(to, from + LONGEST), from + 1] : [to];
  for (const end of ends) {
    const text = words.slice(from, end).join(' ');
    if (text.replace(/\P{L}/gu, '').length < FEWEST_LETTERS) continue;
    const resolution = resolveName(names, text);
    if (resolution.status === 'found') {
      const difference = (1 - resolution.match.score) * joined(resolution.match.matched).length;
      return { span: { is: 'name', item: itemOf(resolution) }, from, to: end, difference };
    }
    if (resolution.status === 'not_recognized') continue;
    const [near] = candidatesFor(names, text);
    if (near && near.difference <= NEAR)
      return { span: { is: 'unknown', name: text, failure: resolution }, from, to: end, difference: near.difference };
  }
  return undefined;
}
const FEWEST_LETTERS = 5;
const NEAR = 1.5;

/** What a line of a medication list means ("Zoloft 50 mg 1 tablet by mouth daily"), where its words alone leave some unread. */
function lineName(
  query: string,
  words: readonly string[],
  placed: readonly PlacedSpan[],
  { names, vocabulary, isExact }: ReadingOptions,
): PlacedSpan[] | undefined {
  // "Water pill" is no line for a product named water: it is what people call a class.
  const isThing = (span: PlacedSpan): boolean =>
    span.is === 'name' ||
    (span.is === 'unknown' && span.concept !== undefined) ||
    (span.is === 'concept' && span.concept.isEveryday);
  const isRead =
    placed.some(isThing) && placed.every(({ is, from }) => is !== 'word' || vocabulary.isPlain(words[from] as string));
  if (isExact || isRead) return undefined;
  const { rest, asWritten } = typedLine(query);
  if (rest.length > 0 || Object.keys(asWritten).length === 0) return undefined;
  const resolution = resolveName(names, query);
  const at = { from: 0, to: words.length };
  if (resolution.status === 'found') return [{ is: 'name', item: itemOf(resolution), ...at }];
  return resolution.status === 'not_in_catalog'
    ? [{ is: 'unknown', name: resolution.name, failure: resolution, ...at }]
    : undefined;
}

/** A question in which nothing was found may still be a name as a whole: an identifier, or one of several words with a slip. */
function wholeName(
  query: string,
  words: readonly string[],
  placed: readonly PlacedSpan[],
  { names, vocabulary, isExact }: ReadingOptions,
): PlacedSpan[] | undefined {
  if (isExact || words.length === 0 || words.length > LONGEST) return undefined;
  if (placed.some(({ is }) => is === 'name' || is === 'unknown' || is === 'part')) return undefined;
  if (!placed.some(({ is, from }) => is === 'word' && !vocabulary.isPlain(words[from] as string))) return undefined;
  const resolution = resolveName(names, query);
  const at = { from: 0, to: words.length };
  if (resolution.status === 'found') return [{ is: 'name', item: itemOf(resolution), ...at }];
  if (resolution.status === 'not_in_catalog') return [{ is: 'unknown', name: query, failure: resolution, ...at }];
  return undefined;
}

// --- what it comes to

function summarize(
  words: readonly string[],
  spelled: readonly string[],
  placed: readonly PlacedSpan[],
  { vocabulary }: ReadingOptions,
): Reading {
  const allergens = placed.filter(
    (span, at) => span.is === 'name' && isOfAllergy(placed.slice(0, at), words, span.from),
  );
  const others = placed.filter((span) => span.is === 'name' && !allergens.includes(span));
  const named = unique(
    [...others, ...allergens].flatMap((span) => (span.is === 'name' ? [span.item] : [])),
    ({ ref }) => ref,
  );
  const isAllergy = allergens.length > 0 && others.length > 0;
  const failures = placed.flatMap((span) => (span.is === 'unknown' ? [span] : []));
  const hasItem = named.length > 0 || failures.length > 0;
  const spans = placed.flatMap((span): ConceptSpan[] =>
    span.is === 'concept'
      ? [span]
      : span.is === 'unknown' && span.concept
        ? [{ is: 'concept', concept: span.concept, parts: [], from: span.from, to: span.to }]
        : [],
  );
  const things = named.length + failures.length + spans.filter(({ concept }) => concept.isClass).length;
  const isComparison = words.some((word) => vocabulary.comparing.has(word));
  const last = placed.at(-1);
  const asked = first(placed.flatMap((span) => (span.is === 'part' ? span.parts : [])));
  const isWithFood =
    spans.some(({ concept }) => concept.isFood) && spans.some(({ concept: { isClass, isFood } }) => isClass && !isFood);
  const section = asked ?? (isWithFood ? 'interactions' : undefined);
  const isSpelled = spelled.some((word, at) => word !== words[at]);
  // "Supplements for sleep" looks for sleep; "do statins cause muscle pain" asks statins, as it would ask a name.
  const classes = spans.filter(({ concept }) => concept.isClass && !concept.isFood);
  const beside = spans.filter(({ concept, parts }) => !concept.isClass && parts.length > 0);
  const isAskedOfClass = section === 'side_effects' && classes.length > 0;
  const topics = spans.filter(
    (span) =>
      (span.to > span.from + 1 || !vocabulary.kindOf(words[span.from] as string)) &&
      !(isAskedOfClass && beside.includes(span)),
  );
  return {
    named,
    unknown: unique(
      failures.map(({ name }) => name),
      (name) => name,
    ),
    related: unique(
      failures.flatMap(({ failure }) =>
        failure.status === 'not_in_catalog'
          ? failure.suggestions.map((one) => ({ ref: refOf(one), text: failure.canonical.join(' + ') }))
          : [],
      ),
      ({ ref }) => ref,
    ),
    concepts: (topics.length > 0 ? topics : spans).map(({ concept }) => concept),
    unread: placed.flatMap((span) => (span.is === 'word' ? words.slice(span.from, span.to) : [])),
    isBeginning: last?.is === 'word' || last?.isBegun === true,
    isCompleted: last?.isBegun === true,
    section,
    sectionOfNamed: besideName(section, spans, words, hasItem && things > 1 && !isComparison && !isAllergy),
    kind: words.map((word) => vocabulary.kindOf(word)).find((kind) => kind),
    behind: placed.flatMap((span) => (span.is === 'part' ? (span.behind ?? []) : [])),
    isComparison,
    isAllergy,
    corrected: isSpelled ? spelled.filter((word) => word !== '').join(' ') : undefined,
  };
}

/** "Allergic to penicillin, can I have amoxicillin" asks about amoxicillin. */
function isOfAllergy(before: readonly PlacedSpan[], words: readonly string[], from: number): boolean {
  const [allergy, to] = words.slice(Math.max(0, from - 2), from);
  return before.length > 0 && to === 'to' && /^allerg(?:ic|y|ies)$/.test(allergy ?? '');
}

/** What the words ask for outright precedes what the name implies; two things ask for their interaction. */
function besideName(
  section: Part | undefined,
  concepts: readonly ConceptSpan[],
  words: readonly string[],
  hasTwo: boolean,
): Part | undefined {
  if (hasTwo && (section === undefined || WEAKER.has(section))) return 'interactions';
  if (section !== undefined && section !== 'overview' && section !== 'uses') return section;
  if (concepts.some(({ from }) => words[from - 1] === 'for')) return 'uses';
  return first(concepts.flatMap(({ parts }) => parts)) ?? section;
}

/** Between two things it is their interaction that is asked for, also by these. */
const WEAKER: ReadonlySet<Part> = new Set(['practical', 'safety', 'side_effects', 'overview', 'uses', 'evidence']);

const first = (parts: readonly Part[]): Part | undefined =>
  parts.toSorted((a, b) => partTable[a].precedence - partTable[b].precedence)[0];

function unique<T>(list: readonly T[], key: (one: T) => string): T[] {
  const seen = new Set<string>();
  return list.filter((one) => !seen.has(key(one)) && seen.add(key(one)));
}

/** Letters of the beginning of a name, from the longest run of words at the end of the question; none begins with a single letter amid it. */
export const beginningsOf = (query: string): string[] => {
  const words = normalize(query).split(' ').slice(-LONGEST_BEGINNING);
  return words
    .map((word, at) => (at > 0 && word.length === 1 ? '' : joined(words.slice(at).join(' '))))
    .filter((letters) => letters.length > 1);
};
/** Names have no more words. */
const LONGEST_BEGINNING = 12;
