import { type RecordRule, strings } from './rule.ts';
import remarks from './workshop-words.json' with { type: 'json' };

/** Remarks of an author on the reading of sources: workshop-words.json, a regular expression each. */
const WORKSHOP = new RegExp(remarks.map((words) => `\\b${words}\\b`).join('|'), 'i');

/** How a record was written is no fact about its substance; a source that was read only in part says so in its title. */
export const noWorkshopWords: RecordRule = {
  name: 'no-workshop-words',
  *check({ profile, contraindications, practical }, file) {
    for (const [path, text] of strings({ profile, contraindications, practical })) {
      const found = WORKSHOP.exec(text)?.[0];
      if (found)
        yield file.at(path, `speaks of how the record was made ("${found}"); say what is known, or leave it out`);
    }
  },
};
