import type { Source } from './entry.ts';

/** What a reader calls each type of source. */
export const sourceWords: Readonly<Record<Source['type'], string>> = {
  'fda-label': 'FDA label',
  trial: 'Trial',
  guideline: 'Guideline',
  review: 'Review',
  registry: 'Trial registry',
  government: 'Government data',
};
