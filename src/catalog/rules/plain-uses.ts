import { entryText, type RecordRule, valueAt } from './rule.ts';

/** Words of a warning; search and summaries would show it as a use. */
const NO_USE =
  /\bcontraindicated\b|\bnot for\b|\bdo not\b|\bmust not\b|\badvises? against\b|\bnot (?:to be )?used\b|\bno (?:approved )?use\b/i;

const REMEDY = 'move it to contraindications, or say at a use in brackets what it is not approved for';

/** Indications hold uses only; who must not take a medicine is under `contraindications`. */
export const plainUses: RecordRule = {
  name: 'plain-uses',
  *check({ profile }, file) {
    const uses = valueAt(profile, ['indications']);
    for (const [at, use] of (Array.isArray(uses) ? uses : []).entries()) {
      const found = NO_USE.exec(entryText(use))?.[0];
      if (found) yield file.at(['profile', 'indications', at], `is no use ("${found}"); ${REMEDY}`);
    }
  },
};
