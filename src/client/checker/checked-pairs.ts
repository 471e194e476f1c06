import { isWorse, type Verdict } from '../../figures/verdicts.ts';
import type { PairItem } from '../../interactions/item.ts';
import { type Finding, type PairStatus, pairFindings, pairStatus, worstOf } from '../../interactions/pair.ts';
import type { VocabularyIndex } from '../../interactions/vocabulary.ts';
import type { CheckedRecord } from '../../profile/safety.ts';
import { refOf } from '../../records/entry.ts';

/** An item of the checker with the files of the records that speak for it: its own, or those of its ingredients. */
export interface CheckedItem {
  item: PairItem;
  name: string;
  files: readonly CheckedRecord[];
}

/** How the fragment writes an item: a record by its address, anything else by its name. */
export const fragmentOf = ({ item, name }: CheckedItem): string => ('record' in item ? refOf(item.record) : name);

export interface Pair {
  a: CheckedItem;
  b: CheckedItem;
  status: PairStatus;
  verdict: Verdict;
  findings: Finding[];
}

/** Every pair of the subjects, worst first. */
export function checkPairs(subjects: readonly CheckedItem[], vocabulary: VocabularyIndex): Pair[] {
  const pairs = subjects.flatMap((a, at) => subjects.slice(at + 1).map((b) => checkPair(a, b, vocabulary)));
  return pairs.toSorted((a, b) => (a.verdict === b.verdict ? 0 : isWorse(a.verdict, b.verdict) ? -1 : 1));
}

function checkPair(a: CheckedItem, b: CheckedItem, vocabulary: VocabularyIndex): Pair {
  const items = [a.item, b.item] as const;
  const files = [a.files, b.files] as const;
  const findings = pairFindings(items, files, vocabulary);
  const status = pairStatus(items, files, findings);
  return {
    a,
    b,
    status,
    findings,
    verdict: status === 'documented' ? (worstOf(findings)?.severity ?? 'not_assessed') : status,
  };
}
