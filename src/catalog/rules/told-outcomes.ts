import { counted } from '../../text/sentences.ts';
import type { RecordRule } from './rule.ts';

/** A percentage or a figure with a decimal point: what is unlikely to stand twice by chance. */
const FIGURE = /\d[\d,]*\.\d+|\d[\d,.]*%/g;

/** A trial as authors write it: a value for each arm, in that order. */
interface WrittenTrial {
  readonly name?: string;
  readonly found?: string;
  readonly arms?: readonly string[];
  readonly outcomes?: readonly {
    readonly outcome: string;
    readonly values?: readonly string[];
    readonly difference?: string;
  }[];
}

export const writtenTrials = (profile: object): readonly WrittenTrial[] =>
  (profile as { clinicalTrials?: { trialLinks?: readonly WrittenTrial[] } }).clinicalTrials?.trialLinks ?? [];

/** Each outcome of a trial has a value for each arm, and no figure of it is in `found` as well. */
export const toldOutcomes: RecordRule = {
  name: 'told-outcomes',
  *check({ profile }, file) {
    for (const [at, { found, arms = [], outcomes = [] }] of writtenTrials(profile).entries()) {
      const path = ['profile', 'clinicalTrials', 'trialLinks', at];
      const said = new Set(found?.match(FIGURE));
      if (arms.length > 0 && outcomes.length === 0)
        yield file.at([...path, 'arms'], 'are named without outcomes; add these, or leave out the arms');
      for (const [n, { values }] of outcomes.entries()) {
        if (values === undefined) continue;
        const own = [...path, 'outcomes', n, 'values'];
        if (values.length !== arms.length)
          yield file.at(
            own,
            `has ${counted(values.length, 'value')} for ${counted(arms.length, 'arm')}; write one for each arm ("not reported" where there is none)`,
          );
        const twice = values.flatMap((value) => value.match(FIGURE) ?? []).find((figure) => said.has(figure));
        if (twice) yield file.at(own, `says ${twice}, as "found" does; say in "found" what the figures mean`);
      }
    }
  },
};
