import { entryText, type RecordRule, valueAt } from './rule.ts';

/** Words of a warning; search and summaries would show it as a use. */
const NO_USE =
  /\bcontraindicated\b|\bnot for\b|\bdo not\b|\bmust not\b|\badvises? against\b|\bnot (?:to be )?used\b|\bno (?:approved )?use\b/i;

/** Indications hold uses only; who must not take a medicine is under `contraindications`. */
export const plainUses: RecordRule = {
  name: 'plain-uses',
  check: (record, file) => {
    const uses = valueAt(record.profile, ['indications']);
    return (Array.isArray(uses) ? uses : []).flatMap((use, at) => {
      const found = NO_USE.exec(entryText(use))?.[0];
      return found
        ? [
            file.at(
              ['profile', 'indications', at],
              `is no use ("${found}"); move it to contraindications, or say at a use in brackets what it is not approved for`,
            ),
          ]
        : [];
    });
  },
};
