import { type RecordRule, valueAt } from './rule.ts';

const REASON = 'judges the risk of bias without a reason; add biasReason, such as "open trial of 30 people"';

/** A judgement of bias states its reason. */
export const reasonedBias: RecordRule = {
  name: 'reasoned-bias',
  *check({ profile }, file) {
    const studies = valueAt(profile, ['studies']);
    for (const [at, { biasRisk, biasReason }] of (Array.isArray(studies) ? studies : []).entries())
      if (biasRisk !== undefined && biasReason === undefined) yield file.at(['profile', 'studies', at], REASON);
  },
};
