import { refOf } from '../records/entry.ts';
import type { CitedSource } from '../records/statement.ts';
import type { SharedEffects } from '../schema/types.ts';
import { normalize } from '../text/normalize.ts';
import { sentencesOf } from '../text/sentences.ts';
import {
  actionRank,
  type Finding,
  findingsBetween,
  findingsWith,
  isSameSet,
  isTheory,
  placeKey,
  type RecordInteractions,
  sortFindings,
} from './findings.ts';
import type { PairItem } from './item.ts';
import type { VocabularyIndex } from './vocabulary.ts';

export type PairStatus = 'documented' | 'none_documented' | 'not_assessed' | 'same_substance';

/** For each side the files of the records that speak for it. */
export type Files = readonly [readonly RecordInteractions[], readonly RecordInteractions[]];

/**
 * Findings of a pair for which at least one record speaks; the same in either order. What the record of an ingredient
 * documents holds for the product.
 */
export function pairFindings(
  [a, b]: readonly [PairItem, PairItem],
  [left, right]: Files,
  vocabulary: Pick<VocabularyIndex, 'classes' | 'memberships' | 'sharedEffects'>,
): Finding[] {
  const found = [...findingsFrom(a, left, b, right, vocabulary), ...findingsFrom(b, right, a, left, vocabulary)];
  const first = new Map<string, Finding>();
  for (const finding of found.toSorted(byNearness)) {
    const place = placeKey(finding.documented_in);
    if (!first.has(place)) first.set(place, finding);
  }
  const told = sortFindings([...first.values()]).toSorted(byFullness([...left, ...right]));
  const { sharedEffects } = vocabulary;
  return mergeSame(sortFindings(mergeSame(told, sharedEffects, isSameHarm)), sharedEffects, isLesserHarm);
}

/** The two records themselves speak before those of ingredients; of both that which knows more, and of one record the gravest. */
const byFullness =
  (files: readonly RecordInteractions[]) =>
  (one: Finding, other: Finding): number =>
    Number(isOfTheTwo(other)) - Number(isOfTheTwo(one)) || entriesOf(files, other) - entriesOf(files, one);

const entriesOf = (files: readonly RecordInteractions[], { documented_in: { type, slug } }: Finding): number =>
  files.find((file) => file.type === type && file.slug === slug)?.entries.length ?? 0;

/** What several entries say of one pair and one harm is one finding: nothing that one of them says is lost, all places are named. */
function mergeSame(
  findings: readonly Finding[],
  effects: SharedEffects,
  isSame: (one: Finding, other: Finding, effects: SharedEffects) => boolean,
): Finding[] {
  const merged: Finding[] = [];
  for (const finding of findings) {
    const at = merged.findIndex(
      (other) =>
        isReportedBy(other, finding) && isTheory(other) === isTheory(finding) && isSame(other, finding, effects),
    );
    if (at < 0) merged.push(finding);
    else merged[at] = together(merged[at] as Finding, finding, effects);
  }
  return merged;
}

const isSameHarm = (one: Finding, other: Finding, effects: SharedEffects): boolean =>
  one.severity === other.severity &&
  (sharedWords(one.effect, other.effect) >= ALIKE ||
    topicsOf(one.effect, effects).some((topic) => topicsOf(other.effect, effects).includes(topic)));

/** What is less grave, and of nothing that the graver does not speak of, belongs to it: the pair is as grave as the gravest says. */
function isLesserHarm(graver: Finding, lesser: Finding, effects: SharedEffects): boolean {
  const topics = topicsOf(lesser.effect, effects);
  const known = topicsOf(graver.effect, effects);
  return (
    graver.severity !== lesser.severity &&
    lesser.severity !== 'food' &&
    topics.length > 0 &&
    topics.every((topic) => known.includes(topic))
  );
}

/** A statement of an ingredient's record is reported by the two records themselves where they have it; else under its own name. */
const isReportedBy = (head: Finding, finding: Finding): boolean =>
  isOfTheTwo(head)
    ? isOfTheTwo(finding) || finding.basis === 'ingredient'
    : head.basis === 'ingredient' && finding.basis === 'ingredient' && head.via === finding.via;
const isOfTheTwo = ({ basis }: Finding): boolean => basis === 'direct' || basis === 'class';

/** The effects that a text speaks of, and the enzymes it names. */
const topicsOf = (text: string, effects: SharedEffects): string[] => [
  ...effects
    .filter(({ words }) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
    .map(({ id }) => id),
  ...(text.match(/\bCYP\w+/g) ?? []),
];

/** The first words, with those sentences of the other that say something more, and the firmest action of both. */
function together(one: Finding, other: Finding, effects: SharedEffects): Finding {
  const known = topicsOf(one.effect, effects);
  const saysMore = (sentence: string): boolean =>
    sharedWords(sentence, one.effect) < COVERED || !topicsOf(sentence, effects).every((topic) => known.includes(topic));
  const further = sentencesOf(other.effect).filter(
    (sentence, at, all) => saysMore(sentence) || (REFERS.test(all[at + 1] ?? '') && saysMore(all[at + 1] as string)),
  );
  const isNew = ({ url }: CitedSource): boolean => !one.sources.some((known) => known.url === url);
  return {
    ...one,
    action: actionRank(one.action) <= actionRank(other.action) ? one.action : other.action,
    effect: [one.effect, ...further].join(' '),
    sources: [...one.sources, ...other.sources.filter(isNew)],
    also_documented_in: [...(one.also_documented_in ?? []), other.documented_in, ...(other.also_documented_in ?? [])],
  };
}

/** A sentence that means nothing without the one before it. */
const REFERS = /\b(?:it|its|they|them|their|this|these|such)\b/i;

/** Part of the telling words of the shorter text that the other has, too, 0 to 1. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [stemsOf(one), stemsOf(other)].toSorted((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  return [...a].filter((stem) => b.has(stem)).length / Math.max(1, a.size);
}
/** Below this similarity two texts of one pair said different things, in pairs that were read side by side. */
const ALIKE = 0.5;
/** A sentence of which so much is said already adds nothing. */
const COVERED = 0.75;
const stemsOf = (text: string): Set<string> =>
  new Set((normalize(text).match(/[a-z]{4,}|\d+/g) ?? []).map((word) => word.slice(0, 6)));

/** What the records of one side say of the other. */
function findingsFrom(
  item: PairItem,
  files: readonly RecordInteractions[],
  other: PairItem,
  otherFiles: readonly RecordInteractions[],
  vocabulary: Pick<VocabularyIndex, 'classes' | 'memberships'>,
): Finding[] {
  const of = (file: RecordInteractions): Finding[] =>
    'record' in other
      ? otherFiles.flatMap(({ type, slug }) => findingsBetween(file, refOf({ kind: type, slug })))
      : findingsWith(file, other.subject, vocabulary);
  if ('record' in item) return files.flatMap(of);
  return files.flatMap((file) =>
    of(file).map((finding) => ({ ...finding, basis: 'ingredient' as const, via: file.name })),
  );
}

/** A finding that both sides lead to is reported with the nearer of its reasons. */
const byNearness = (one: Finding, other: Finding): number =>
  nearness.indexOf(one.basis) - nearness.indexOf(other.basis) || (one.via < other.via ? -1 : 1);
const nearness: readonly Finding['basis'][] = ['direct', 'duplicate_ingredient', 'class', 'ingredient'];

export function pairStatus(
  [a, b]: readonly [PairItem, PairItem],
  [left, right]: Files,
  findings: readonly Finding[],
): PairStatus {
  const substances = (item: PairItem, files: readonly RecordInteractions[]): readonly string[] =>
    'record' in item ? (files[0]?.substances ?? []) : item.subject.substances;
  const own = substances(a, left);
  if (own.length && isSameSet(own, substances(b, right))) return 'same_substance';
  if (findings.some((finding) => !isTheory(finding))) return 'documented';
  const isAssessed = (item: PairItem, files: readonly RecordInteractions[]): boolean =>
    'record' in item && files.every(({ assessed }) => assessed);
  return isAssessed(a, left) && isAssessed(b, right) ? 'none_documented' : 'not_assessed';
}

/** Ingredients of a product that were not looked at, where others were. */
export function partsNotLookedAt(item: PairItem, files: readonly RecordInteractions[]): string[] {
  if ('record' in item || files.length === 0) return [];
  const looked = files.flatMap(({ substances }) => substances);
  return item.subject.substances.filter((name) => !looked.includes(name));
}

/** The gravest of what is documented; of mere theories none is. */
export const worstOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.find((finding) => !isTheory(finding));
