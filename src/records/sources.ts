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

/** "FDA label, effective 2026-07-15, set id 56a9...": what lets a reader judge a source and find it again. */
export function describeSource({ type, date, effective, setId }: Source): string {
  const when = effective ? `effective ${effective}` : (date ?? 'undated');
  return [sourceWords[type], when, setId && `set id ${setId}`].filter(Boolean).join(', ');
}
