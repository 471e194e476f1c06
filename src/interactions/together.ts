import type { SharedEffects } from '../schema/types.ts';
import { isOwn, isTheory, type RecordInteractions } from './findings.ts';
import type { PairItem } from './item.ts';

/** An item with the files of the records that speak for it. */
interface Looked {
  readonly item: PairItem;
  readonly files: readonly RecordInteractions[];
}

/**
 * What several items share: for each effect of content/vocabulary/shared-effects.yaml the positions of the items that
 * belong to one of its classes, or whose record says so of one of them. A count, no score: how strong each is, it does not say.
 */
export function addingUp(looked: readonly Looked[], effects: SharedEffects): { effect: string; members: number[] }[] {
  return effects.flatMap((effect) => {
    const members = looked.flatMap((one, at) => (hasEffect(one, effect) ? [at] : []));
    return members.length > 1 ? [{ effect: effect.name, members }] : [];
  });
}

type SharedEffect = SharedEffects[number];

const hasEffect = ({ item, files }: Looked, effect: SharedEffect): boolean =>
  ('subject' in item && item.subject.classes.some((id) => effect.classes.includes(id))) ||
  files.some((file) => file.classes.some((id) => effect.classes.includes(id)) || speaksOf(file, effect));

/** Whether the record itself says of one of the classes that the effect adds up. */
const speaksOf = (file: RecordInteractions, { classes, words }: SharedEffect): boolean =>
  file.entries.some(
    (entry) =>
      isOwn(entry, file) &&
      !isTheory(entry) &&
      entry.targets?.classes.some((id) => classes.includes(id)) &&
      words.some((word) => entry.effect.toLowerCase().includes(word.toLowerCase())),
  );

/** Substances that more than one item holds, with the positions of those items. */
export function sharedIngredients(looked: readonly Looked[]): { substance: string; members: number[] }[] {
  const holders = new Map<string, number[]>();
  looked.forEach((one, at) => {
    for (const substance of substancesOf(one)) holders.set(substance, [...(holders.get(substance) ?? []), at]);
  });
  return [...holders]
    .filter(([, members]) => members.length > 1)
    .map(([substance, members]) => ({ substance, members }));
}

const substancesOf = ({ item, files }: Looked): readonly string[] =>
  'record' in item ? (files[0]?.substances ?? []) : item.subject.substances;
