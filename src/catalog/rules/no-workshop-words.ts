import { type RecordRule, strings } from './rule.ts';

/** Remarks of an author on the reading of sources. */
const WORKSHOP = new RegExp(
  [
    'data (?:used|at hand)',
    '(?:part|text|copy|excerpt|page|label|paper|source)s? (?:that (?:was|were) )?(?:read|used|seen)(?: here)?',
    '(?:copies|studies) (?:that were )?(?:read|used) here',
    '(?:was|were) not (?:read|seen|opened)',
    '(?:read|used) here',
    'here used',
    'sources of this record',
    'not (?:known|stated|found|reported) here',
    '(?:trial|study|report|case)s? seen',
    'studies seen',
    'not in the (?:data|text|part)s?',
    'fact base',
  ]
    .map((words) => `\\b${words}\\b`)
    .join('|'),
  'i',
);

/** How a record was written is no fact about its substance; a source that was read only in part says so in its title. */
export const noWorkshopWords: RecordRule = {
  name: 'no-workshop-words',
  check: ({ profile, contraindications, practical }, file) =>
    strings({ profile, contraindications, practical }).flatMap(([path, text]) => {
      const found = WORKSHOP.exec(text)?.[0];
      return found
        ? [file.at(path, `speaks of how the record was made ("${found}"); say what is known, or leave it out`)]
        : [];
    }),
};
