import type { MedicationProfile } from '../../schema/types.ts';
import type { RecordRule } from './rule.ts';

const NO_RATE =
  /\bno (?:rates?|figures?|numbers?)\b|\b(?:rates?|figures?) (?:is |are |was |were )?not (?:given|stated|reported|known)\b|^not (?:stated|reported|given|known)\b/i;

const REMEDY =
  'add the rate, or name the effect in the tip of the first row: "Also reported, without a rate: ...", or under serious';

/** A row of common side effects is its rate; what has none is named in a sentence, or among the serious ones. */
export const ratedEffects: RecordRule = {
  name: 'rated-effects',
  *check({ profile }, file) {
    for (const [at, { rate }] of ((profile as MedicationProfile).sideEffects?.common ?? []).entries()) {
      const path = ['profile', 'sideEffects', 'common', at];
      const found = NO_RATE.exec(rate ?? '')?.[0];
      if (rate === undefined) yield file.at(path, `is without a rate; ${REMEDY}`);
      else if (found) yield file.at([...path, 'rate'], `says that there is none ("${found}"); ${REMEDY}`);
    }
  },
};
