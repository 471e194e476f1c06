import { type RecordRule, valueAt } from './rule.ts';

/** A judgement of bias states its reason. */
export const reasonedBias: RecordRule = {
  name: 'reasoned-bias',
  check: (record, file) => {
    const studies = valueAt(record.profile, ['studies']);
    return (Array.isArray(studies) ? studies : []).flatMap((study, at) =>
      study.biasRisk === undefined || study.biasReason !== undefined
        ? []
        : [
            file.at(
              ['profile', 'studies', at],
              'judges the risk of bias without a reason; add biasReason, such as "open trial of 30 people"',
            ),
          ],
    );
  },
};
