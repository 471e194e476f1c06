import { strings } from '../../src/catalog/rules/rule.ts';
import { FACT_WORDS } from './fact-words.ts';

/** What differs between two versions of a record, at one place. */
export interface FactDifference {
  /** Such as `profile.doses[0].text`. */
  readonly path: string;
  readonly type: string;
  readonly lost: readonly string[];
  readonly added: readonly string[];
  readonly before: string;
  readonly after: string;
}

export interface FactOptions {
  /** Keys that the newer version may have in addition. */
  readonly ignoredKeys?: ReadonlySet<string>;
  /** Names of medicines, supplements and classes in lower case, each to the one name that stands for its synonyms. */
  readonly names?: ReadonlyMap<string, string>;
  /** What the record is about: a pronoun may take the place of these names. */
  readonly ownNames?: ReadonlySet<string>;
}

type RecordPart = unknown;
const isMap = (node: RecordPart): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Values that are compared as they are: identifiers, verdicts, names of what an entry is about. */
const EXACT = new Set([
  ...['action', 'biasRisk', 'classes', 'color', 'date', 'drug', 'effective', 'evidence', 'id', 'item', 'lastReviewed'],
  ...['link', 'medId', 'medName', 'n', 'rate', 'risk', 'rxcui', 'schedule', 'setId', 'sources', 'substances'],
  ...['supports', 'tier', 'type', 'unii', 'url', 'vteRisk', 'year', 'ids', 'names', 'fdaApproval', 'when'],
]);

/** What an editor writes about the edit itself. */
const UNCOMPARED = new Set(['changes', 'version', 'lastReviewed']);

/** Every difference in facts between two versions of a record; a sentence that says the same in other words is none. */
export function factDifferences(before: RecordPart, after: RecordPart, options: FactOptions = {}): FactDifference[] {
  return markMoved(compare(before, after, '', options));
}

function compare(before: RecordPart, after: RecordPart, path: string, options: FactOptions): FactDifference[] {
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path, options);
  const [one, other] = [asMap(before, after), asMap(after, before)];
  if (one && other) return compareMaps(one, other, path, options);
  if (typeof before === 'string' && typeof after === 'string' && !isExact(path))
    return compareTexts(before, after, path, options);
  const [was, is] = [shown(before), shown(after)];
  return was === is ? [] : [{ path, type: 'value', lost: [was], added: [is], before: was, after: is }];
}

/** A text beside `{ text, sources }` is the same entry without its sources. */
const asMap = (node: RecordPart, other: RecordPart): Record<string, unknown> | undefined => {
  if (isMap(node)) return node;
  return typeof node === 'string' && isMap(other) && 'text' in other ? { text: node } : undefined;
};

const isExact = (path: string): boolean => path.split(/[.[\]]+/).some((step) => EXACT.has(step));

function compareMaps(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  options: FactOptions,
): FactDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const at = path ? `${path}.${key}` : key;
    if (UNCOMPARED.has(key) || options.ignoredKeys?.has(key)) return [];
    if (key in before && key in after) return compare(before[key], after[key], at, options);
    const [lost, added] = [before[key], after[key]].map((value) => (value === undefined ? [] : [key]));
    return [structure(at, lost ?? [], added ?? [], before[key], after[key])];
  });
}

const structure = (
  path: string,
  lost: readonly string[],
  added: readonly string[],
  before: RecordPart,
  after: RecordPart,
): FactDifference => ({ path, type: 'structure', lost, added, before: shown(before), after: shown(after) });

function compareLists(
  before: readonly RecordPart[],
  after: readonly RecordPart[],
  path: string,
  options: FactOptions,
): FactDifference[] {
  if (before.length === after.length)
    return before.flatMap((one, at) => compare(one, after[at], `${path}[${at}]`, options));
  const pairs = nearestPairs(before, after);
  const taken = new Set(pairs.values());
  const count = structure(path, [`${before.length} entries`], [`${after.length} entries`], '', '');
  return [
    count,
    ...before.flatMap((one, at) => {
      const other = pairs.get(at);
      if (other === undefined) return [structure(`${path}[${at}]`, ['entry'], [], one, '')];
      return compare(one, after[other], `${path}[${other}]`, options);
    }),
    ...after.flatMap((one, at) => (taken.has(at) ? [] : [structure(`${path}[${at}]`, [], ['entry'], '', one)])),
  ];
}

/** The share of words that two entries have in common, 0 to 1. */
function likenessOf(one: ReadonlySet<string>, two: ReadonlySet<string>): number {
  const common = [...one].filter((word) => two.has(word)).length;
  return common / Math.max(one.size + two.size - common, 1);
}

/** For each entry of a list the one of the other list that shares most of its words, at least a third. */
function nearestPairs(before: readonly RecordPart[], after: readonly RecordPart[]): Map<number, number> {
  const words = (node: RecordPart): Set<string> =>
    new Set(
      shown(node)
        .toLowerCase()
        .match(/[a-z0-9]+/g),
    );
  const [ours, theirs] = [before.map(words), after.map(words)];
  const likeness = ours.flatMap((one, at) => theirs.map((two, other) => ({ at, other, share: likenessOf(one, two) })));
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { at, other, share } of likeness.toSorted((a, b) => b.share - a.share)) {
    if (share < 1 / 3 || pairs.has(at) || taken.has(other)) continue;
    pairs.set(at, other);
    taken.add(other);
  }
  return pairs;
}

function compareTexts(before: string, after: string, path: string, options: FactOptions): FactDifference[] {
  if (before === after) return [];
  const [was, is] = [factsOf(before, options), factsOf(after, options)];
  const isQuestion = path.includes('.questions[');
  return [...new Set([...was, ...is].map(({ type }) => type))].flatMap((type) => {
    // "May I ...?" doubts nothing.
    if (isQuestion && (type === 'doubt' || type === 'negation')) return [];
    const of = (facts: readonly StatedFact[]): string[] =>
      facts.filter((one) => one.type === type).map(({ fact }) => fact);
    const [lost, added] = [missing(of(was), of(is)), missing(of(is), of(was))];
    return lost.length + added.length === 0 ? [] : [{ path, type, lost, added, before, after }];
  });
}

/** What the first list has and the second lacks, each as often as it is missing. */
function missing(from: readonly string[], inThese: readonly string[]): string[] {
  const left = [...inThese];
  return from.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

interface StatedFact {
  readonly type: string;
  readonly fact: string;
}

const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const FIGURE = new RegExp(
  String.raw`(?<![a-z0-9.])(?:(?:NCT|NDA|BLA|PMID)\s?\d+|[<>-]?\d[\d,]*(?:\.\d+)?|half|twice|${NUMBER_WORDS.join('|')})(?![a-z]*\d)`,
  'gi',
);
/** The unit after a figure; a range has its unit after the second figure. */
const UNIT =
  /^(?:\s?(?:%|percent\b|°\s?[CF]\b)|[\s-](?:mcg|mg|kg|g|IU|mL|dL|L|mmol|mEq|mm Hg|ms|kcal|USD|milligrams?|grams?)\b(?:\/(?:mL|dL|L|kg|min))?|[\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|fold)\b)/i;

/** The facts that a text states; names counted once, all others as often as they are said. */
const factsOf = (text: string, options: FactOptions): StatedFact[] => [
  ...figuresOf(text),
  ...namesOf(text, options),
  ...wordsOf(text),
];

function figuresOf(text: string): StatedFact[] {
  return [...text.matchAll(FIGURE)].map(({ 0: found, index }) => {
    const value = NUMBER_WORDS.indexOf(found.toLowerCase());
    const figure = value < 0 ? found.toLowerCase().replaceAll(',', '') : String(value + 2);
    return { type: 'figure', fact: figure + unitOf(text.slice(index + found.length)) };
  });
}

function unitOf(rest: string): string {
  const unit = UNIT.exec(rest)?.[0].trim().replace(/^-/, '').replace(/\s/g, '').toLowerCase() ?? '';
  return unit && ` ${unit.replace('percent', '%').replace(/^(second|minute|hour|day|week|month|year)s$/, '$1')}`;
}

const LONGEST_NAME = 5;

function namesOf(text: string, { names = new Map(), ownNames = new Set() }: FactOptions): StatedFact[] {
  const words = text.toLowerCase().match(/[a-z0-9][a-z0-9'.-]*[a-z0-9]|[a-z0-9]/g) ?? [];
  const found = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--) {
      const name = names.get(words.slice(at, at + length).join(' '));
      if (name === undefined) continue;
      if (!ownNames.has(name)) found.add(name);
      at += length - 1;
      break;
    }
  }
  return [...found].map((fact) => ({ type: 'name', fact }));
}

/** Negations and severities as often as they stand; conditions and doubts once. */
const wordsOf = (text: string): StatedFact[] =>
  FACT_WORDS.flatMap(({ type, shown: fact, pattern }) => {
    const count = text.replace(/(?<=unborn )(?:bab(?:y|ies)|child(?:ren)?)/gi, '').match(pattern)?.length ?? 0;
    return Array.from({ length: type === 'negation' ? count : Math.min(count, 1) }, () => ({ type, fact }));
  });

const MOVING: ReadonlySet<string> = new Set(['figure', 'name', 'condition']);

/** What is lost at one place and added at another has moved. */
function markMoved(differences: readonly FactDifference[]): FactDifference[] {
  return differences.map((one) => {
    const place = (fact: string): string => {
      const other = differences.find((two) => two !== one && two.type === one.type && two.added.includes(fact));
      return other ? `${fact} (now in ${other.path})` : fact;
    };
    return MOVING.has(one.type) ? { ...one, lost: one.lost.map(place) } : one;
  });
}

const shown = (node: RecordPart): string =>
  typeof node === 'string' ? node : node === undefined ? '' : isMap(node) ? textOf(node) : JSON.stringify(node);

const textOf = (node: Record<string, unknown>): string =>
  'text' in node && typeof node.text === 'string' ? node.text : JSON.stringify(node);

/** How many warnings a record has: boxed, contraindications, serious effects, groups at risk, interaction entries. */
export function warningCount(record: RecordPart): number {
  const lists =
    /^(?:contraindications|.*\b(?:contraindications|serious|cautionGroups|greyMarketRisks|warningSymptoms|major|moderate|minor|food|interactions))\[\d+\](?:\.(?:text|effect|note))?$/;
  const places = strings(record).map(([path]) =>
    path.reduce<string>(
      (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step),
      '',
    ),
  );
  return places.filter((place) => lists.test(place) || /\bblackBox\.warning$/.test(place)).length;
}
