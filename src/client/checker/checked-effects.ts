import type { Effect, EffectIndex } from '../../interactions/effects.ts';
import { isTheory, severityOrder } from '../../interactions/findings.ts';
import type { Finding } from '../../interactions/pair.ts';
import type { CheckedItem, Pair } from './checked-pairs.ts';

/** One thing that can happen among the items, with the pairs between which it happens, worst first. */
export interface CheckedEffect {
  readonly id: string;
  /** Undefined where no effect is named, or each entry tells its own. */
  readonly effect: Effect | undefined;
  readonly pairs: readonly { readonly pair: Pair; readonly finding: Finding }[];
  /** Those of its pairs, in the order of the list. */
  readonly items: readonly CheckedItem[];
}

/** What is documented among the items by what happens, the gravest first. */
export function checkedEffects(
  subjects: readonly CheckedItem[],
  pairs: readonly Pair[],
  effects: EffectIndex,
): CheckedEffect[] {
  const found = pairs.flatMap((pair) =>
    pair.findings.filter((finding) => !isTheory(finding)).map((finding) => ({ pair, finding })),
  );
  const order = [...effects.keys()];
  return [...Map.groupBy(found, ({ finding }) => finding.effect_id)]
    .map(([id, of]): CheckedEffect => {
      const effect = effects.get(id);
      const sorted = of.toSorted((a, b) => weight(a.finding) - weight(b.finding));
      return {
        id,
        effect: effect?.follows === undefined ? undefined : effect,
        pairs: sorted,
        items: subjects.filter((item) => of.some(({ pair }) => pair.a === item || pair.b === item)),
      };
    })
    .toSorted(
      (a, b) => weight(a.pairs[0]?.finding) - weight(b.pairs[0]?.finding) || order.indexOf(a.id) - order.indexOf(b.id),
    );
}

/** What holds only for some people or doses is mentioned, not asked about now. */
export const isGrave = ({ severity, action, when }: Finding): boolean =>
  when === undefined && (severity === 'major' || action === 'contraindicated' || action === 'avoid');

/** What must not be combined, then what is to ask about now, then by severity: for everybody before for some. */
const weight = (finding: Finding | undefined): number => {
  if (finding === undefined) return 100;
  const { severity, action, when } = finding;
  const first = isGrave(finding) ? (action === 'contraindicated' ? 0 : 10) : 20;
  return first + severityOrder.indexOf(severity) * 2 + Number(when !== undefined);
};
