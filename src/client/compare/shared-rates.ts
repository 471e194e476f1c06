import { parseRate, type Rate } from '../../figures/rates.ts';
import type { MedicationProfile } from '../../schema/types.ts';
import { el } from '../dom.ts';
import { ticks } from '../rate-chart.ts';
import type { Column } from './comparison-table.ts';

/** Side effects for which every record gives a rate, drawn one below the other; none, no section. */
export function sharedRates(columns: readonly Column[]): HTMLElement[] {
  const rates = columns.map(({ profile }) => ratesOf(profile));
  const shared = [...(rates[0]?.keys() ?? [])].filter((effect) => rates.every((known) => known.has(effect)));
  if (shared.length === 0) return [];
  const caution =
    'Of 100 people, with the medicine and on placebo. The figures come from different trials, with different people and doses; they cannot be set against each other as if from one.';
  return [
    el(
      'section',
      { class: 'shared' },
      el('h2', {}, 'Side effects with a rate in every record'),
      el('p', { class: 'measure soft' }, caution),
      ...shared.map((effect) => figure(effect, columns, rates)),
    ),
  ];
}

type RatesByEffect = ReadonlyMap<string, { text: string; rate: Rate }>;

function figure(effect: string, columns: readonly Column[], rates: readonly RatesByEffect[]): HTMLElement {
  const rows = columns.flatMap(({ name }, at) => {
    const found = rates[at]?.get(effect);
    return found ? [el('div', {}, el('dt', {}, name), el('dd', {}, found.text, ticks(found.rate)))] : [];
  });
  return el('div', { class: 'rates' }, el('h3', {}, effect), el('dl', { class: 'facts' }, ...rows));
}

const ratesOf = ({ sideEffects }: MedicationProfile): RatesByEffect =>
  new Map(
    (sideEffects?.common ?? []).flatMap(({ effect, rate: text }) => {
      const rate = text ? parseRate(text) : undefined;
      return effect && text && rate ? [[effect, { text, rate }] as const] : [];
    }),
  );
