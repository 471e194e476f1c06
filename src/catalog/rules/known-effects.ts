import { type Entry, refOf } from '../../records/entry.ts';
import type { InteractionStatement } from '../../records/statement.ts';
import type { ContentProblem } from '../problems.ts';
import { type CatalogRule, pathOfField, suggestion } from './rule.ts';

/** Every interaction entry names effects of vocabulary/effects.yaml, and whom they affect where only one of the two is. */
export const knownEffects: CatalogRule = {
  name: 'known-effects',
  check({ entries }, { effects }, files) {
    const check = (entry: Entry): ContentProblem[] =>
      (entry.statements ?? []).flatMap((one) =>
        faultsOf(one, effects).map((fault) => files.of(entry).at(pathOfField(one.documented_in.field), fault)),
      );
    return entries.flatMap((entry) =>
      files.memo.compute(`effects ${refOf(entry)}`, [entry, effects], () => check(entry)),
    );
  },
};

function faultsOf(
  { effects: named, mechanism, affects, enzyme, detail }: InteractionStatement,
  effects: ReadonlyMap<string, { readonly follows?: string }>,
): string[] {
  const first = effects.get(named[0] ?? '');
  const unknown = named.filter((id) => !effects.has(id));
  const isDirected = mechanism !== undefined && mechanism !== 'additive';
  return [
    ...(named.length === 0
      ? ['names no effect; add effects: with an id of vocabulary/effects.yaml, what happens to the person first']
      : []),
    ...unknown.map((id) => `${id} is no effect of vocabulary/effects.yaml${suggestion(id, [...effects.keys()])}`),
    ...((isDirected || first?.follows?.includes('{affected}')) && affects === undefined
      ? ['does not say whom it affects; add affects: this (the record) or affects: partner']
      : []),
    ...(enzyme !== undefined && mechanism !== 'raises-level' && mechanism !== 'lowers-level'
      ? ['has an enzyme, but its mechanism is neither raises-level nor lowers-level']
      : []),
    ...(detail === '' && first !== undefined && first.follows === undefined
      ? ['says nothing: this effect has no sentence of its own, so the entry needs a text']
      : []),
  ];
}
