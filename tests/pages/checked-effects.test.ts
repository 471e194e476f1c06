import { expect, it } from 'vitest';
import { checkedEffects } from '../../src/client/checker/checked-effects.ts';
import type { CheckedItem, Pair } from '../../src/client/checker/checked-pairs.ts';
import { isToAsk } from '../../src/client/checker/checker-report.ts';
import type { EffectIndex } from '../../src/interactions/effects.ts';
import type { Finding } from '../../src/interactions/pair.ts';

const item = (name: string): CheckedItem => ({ name, files: [], item: { type: 'medication', query: name } as never });
const [a, b, c] = [item('a'), item('b'), item('c')] as const;
const pair = (one: CheckedItem, other: CheckedItem, finding: Partial<Finding>): Pair => ({
  a: one,
  b: other,
  status: 'documented',
  verdict: 'moderate',
  findings: [{ evidence: 'label', severity: 'moderate', ...finding } as Finding],
});
const EFFECTS: EffectIndex = new Map(['bleeding', 'absorption', 'sleepiness'].map((id) => [id, { id } as never]));

it('what must not be combined leads, then what is to ask about now, whatever the order of the effects is', () => {
  const pairs = [
    pair(a, b, { effect_id: 'bleeding', action: 'monitor' }),
    pair(b, c, { effect_id: 'absorption', action: 'avoid' }),
    pair(a, c, { effect_id: 'sleepiness', action: 'contraindicated' }),
  ];
  expect(checkedEffects([a, b, c], pairs, EFFECTS).map(({ id }) => id)).toEqual([
    'sleepiness',
    'absorption',
    'bleeding',
  ]);
  expect(pairs.map(isToAsk)).toEqual([false, true, true]);
});

it('what holds only for some is below what holds for everybody', () => {
  const pairs = [
    pair(a, b, { effect_id: 'bleeding', action: 'avoid', when: 'in asthma' as never }),
    pair(b, c, { effect_id: 'absorption', action: 'monitor' }),
  ];
  expect(checkedEffects([a, b, c], pairs, EFFECTS).map(({ id }) => id)).toEqual(['absorption', 'bleeding']);
});
