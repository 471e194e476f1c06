import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { type Finding, worstOf } from '../../src/interactions/pair.ts';
import { sentencesOf } from '../../src/text/sentences.ts';
import { ownDist } from '../support/build.ts';
import { serviceOf } from '../support/service.ts';

/** Pairs that clinicians know, with the actions, severities and words that guidance accepts; the last column is its source. */
const known = readFileSync(join(root, 'tests/fixtures/known-pairs.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string, string, string]);

interface Answered {
  readonly pair: string;
  readonly actions: readonly string[];
  readonly severities: readonly string[];
  readonly words: readonly string[];
  readonly findings: readonly Finding[];
}

const answered: Answered[] = [];
beforeAll(async () => {
  const { run } = await serviceOf(await ownDist());
  for (const [item1, item2, actions, severities, words] of known) {
    const answer = await run('check_interactions', { item1, item2 });
    if (!answer.ok) continue;
    const { findings } = answer.body.data as { findings: Finding[] };
    if (findings.length === 0) continue;
    answered.push({
      pair: `${item1} + ${item2}`,
      actions: actions.split(','),
      severities: severities.split(','),
      words: words.split('|').filter(Boolean),
      findings,
    });
  }
});

const share = (isRight: (one: Answered) => boolean): number => answered.filter(isRight).length / answered.length;
const actionsOf = ({ findings }: Answered): string[] => findings.map(({ action }) => String(action));

describe('pairs that clinicians know', () => {
  it('have an answer in 92 of 100', () => {
    expect(answered.length / known.length).toBeGreaterThanOrEqual(0.92);
  });

  it('have an action that guidance accepts in 97 of 100', () => {
    expect(share((one) => actionsOf(one).some((action) => one.actions.includes(action)))).toBeGreaterThanOrEqual(0.97);
  });

  it('are never told more mildly than guidance, where that says contraindicated alone', () => {
    const mild = answered.filter(
      (one) => one.actions.join() === 'contraindicated' && !actionsOf(one).includes('contraindicated'),
    );
    expect(mild.map(({ pair }) => pair)).toEqual([]);
  });

  it('are as grave as guidance says in 95 of 100', () => {
    expect(
      share(({ severities, findings }) => severities.includes(String(worstOf(findings)?.severity))),
    ).toBeGreaterThanOrEqual(0.95);
  });

  it('name what happens in 97 of 100', () => {
    const says = ({ words, findings }: Answered): boolean => {
      const text = findings
        .map((one) => `${one.effect} ${one.guidance ?? ''} ${one.effect_id}`.toLowerCase())
        .join(' ');
      return words.length === 0 || words.some((word) => text.includes(word.toLowerCase()));
    };
    expect(share(says)).toBeGreaterThanOrEqual(0.97);
  });

  it('are told in at most 420 characters each, and no sentence twice', () => {
    for (const { pair, findings } of answered) {
      for (const { effect } of findings) expect(effect.length, pair).toBeLessThanOrEqual(420);
      const sentences = findings.flatMap(({ effect }) => sentencesOf(effect).filter((text) => text.length > 30));
      expect(new Set(sentences).size, pair).toBe(sentences.length);
    }
  });
});
