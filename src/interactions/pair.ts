import { refOf } from '../records/entry.ts';
import type { CitedSource } from '../records/sources.ts';
import { normalize } from '../text/normalize.ts';
import {
  type EntryPlace,
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
  vocabulary: Pick<VocabularyIndex, 'classes' | 'memberships'>,
): Finding[] {
  const found = [...findingsFrom(a, left, b, right, vocabulary), ...findingsFrom(b, right, a, left, vocabulary)];
  const first = new Map<string, Finding>();
  for (const finding of found.toSorted(byNearness)) {
    const place = placeKey(finding.documented_in);
    if (!first.has(place)) first.set(place, finding);
  }
  return sortFindings(mergeSame(sortFindings([...first.values()])));
}

/** What two records say alike of one pair is one finding, in the fuller words, with both places. */
function mergeSame(findings: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const finding of findings) {
    const at = merged.findIndex((other) => saysTheSame(other, finding));
    if (at < 0) merged.push(finding);
    else merged[at] = together(merged[at] as Finding, finding);
  }
  return merged;
}

const saysTheSame = (one: Finding, other: Finding): boolean =>
  !isSameRecord(one.documented_in, other.documented_in) &&
  one.severity === other.severity &&
  one.action === other.action &&
  isTheory(one) === isTheory(other) &&
  sharedWords(one.effect, other.effect) >= ALIKE;

const isSameRecord = (one: EntryPlace, other: EntryPlace): boolean => one.type === other.type && one.slug === other.slug;

function together(one: Finding, other: Finding): Finding {
  const [told, dropped] = one.effect.length >= other.effect.length ? [one, other] : [other, one];
  const places = [dropped.documented_in, ...(one.also_documented_in ?? []), ...(other.also_documented_in ?? [])];
  const isNew = ({ url }: CitedSource): boolean => !told.sources.some((known) => known.url === url);
  return {
    ...told,
    sources: [...told.sources, ...dropped.sources.filter(isNew)],
    also_documented_in: places.filter((place) => placeKey(place) !== placeKey(told.documented_in)),
  };
}

/** Part of the telling words of the shorter text that the other has, too, 0 to 1. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [stemsOf(one), stemsOf(other)].toSorted((x, y) => x.size - y.size) as [Set<string>, Set<string>];
  return [...a].filter((stem) => b.has(stem)).length / Math.max(1, a.size);
}
/** Below this two texts have told different things where pairs of the catalog were read side by side. */
const ALIKE = 0.5;
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

/** A finding that both sides lead to is told by the nearer of its reasons. */
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
