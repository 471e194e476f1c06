import type { EffectSentence, SentenceIndex } from './effects.ts';
import { isOwn, isTheory, type RecordInteractions } from './findings.ts';
import type { PairItem } from './item.ts';

/** An item with the files of the records that speak for it. */
interface Looked {
  readonly item: PairItem;
  readonly files: readonly RecordInteractions[];
}

/**
 * What several items share: for each effect that adds up the positions of the items that belong to one of its classes, or
 * whose own record says of one of them that it adds up. A count, no score: how strong each is, it does not say.
 */
export function addingUp(
  looked: readonly Looked[],
  effects: SentenceIndex,
): { effect_id: string; effect: string; members: number[] }[] {
  return [...effects.values()].flatMap((effect) => {
    const members = looked.flatMap((one, at) => (hasEffect(one, effect) ? [at] : []));
    return members.length > 1 ? [{ effect_id: effect.id, effect: effect.name, members }] : [];
  });
}

const hasEffect = ({ item, files }: Looked, effect: EffectSentence): boolean => {
  const { classes = [] } = effect;
  const isOf = (ids: readonly string[]): boolean => ids.some((id) => classes.includes(id));
  return (
    classes.length > 0 &&
    (('subject' in item && isOf(item.subject.classes)) ||
      files.some((file) => isOf(file.classes) || addsUpIn(file, effect.id, isOf)))
  );
};

/** Whether the record itself says of one of the classes that the effect adds up. */
const addsUpIn = (file: RecordInteractions, id: string, isOf: (ids: readonly string[]) => boolean): boolean =>
  file.entries.some(
    (entry) =>
      isOwn(entry, file) &&
      !isTheory(entry) &&
      entry.mechanism === 'additive' &&
      entry.effects.includes(id) &&
      isOf(entry.targets?.classes ?? []),
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
