import type { MedicationProfile } from '../../schema/types.ts';
import { HARDEST_GRADE, rateFaults, readingGrade, wordFaults } from './language.ts';
import { type RecordRule, strings } from './rule.ts';

/** No advice to one person, no unlimited claims, only possible rates, readable sentences. */
export const measuredWords: RecordRule = {
  name: 'measured-words',
  *check(record, file) {
    const texts = strings(record);
    const effects = (record.profile as MedicationProfile).sideEffects?.common ?? [];
    const faults = [...wordFaults(texts), ...rateFaults(effects, ['profile', 'sideEffects', 'common'])];
    yield* faults.map(({ path, reason }) => file.at(path, reason));
    const grade = readingGrade(texts);
    if (grade <= HARDEST_GRADE) return;
    const remedy = `shorten sentences and words to ${HARDEST_GRADE} or below`;
    yield file.at(['profile'], `reads at school grade ${grade.toFixed(1)}; ${remedy}`);
  },
};
