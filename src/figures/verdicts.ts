import type { PairStatus } from '../interactions/pair.ts';
import type { Tone } from '../profile/section.ts';
import type { Severity } from '../records/statement.ts';

/** The verdict on a pair: its worst finding, or why there is none. */
export type Verdict = Severity | Exclude<PairStatus, 'documented'>;

/** Worst first; "not assessed" before "none documented". */
export const verdicts: Readonly<Record<Verdict, { tone: Tone; word: string; meaning: string }>> = {
  major: { tone: 'major', word: 'Major', meaning: 'The record says not to combine, or that serious harm can follow.' },
  same_substance: {
    tone: 'major',
    word: 'Same substance',
    meaning: 'Both contain the same substance, so the doses add up.',
  },
  moderate: { tone: 'moderate', word: 'Moderate', meaning: 'The record says to watch, to space apart or to adjust.' },
  minor: { tone: 'minor', word: 'Minor', meaning: 'Documented; little harm is expected.' },
  food: { tone: 'food', word: 'Food', meaning: 'An effect of food or drink is documented.' },
  not_assessed: {
    tone: 'unknown',
    word: 'Not assessed',
    meaning: 'A record is missing or has no interactions section. Nothing can be concluded.',
  },
  none_documented: {
    tone: 'info',
    word: 'None documented',
    meaning: 'Both records were assessed and neither names the other. This is not evidence of safety.',
  },
};

export const isWorse = (a: Verdict, b: Verdict): boolean => order.indexOf(a) < order.indexOf(b);
const order = Object.keys(verdicts) as Verdict[];
