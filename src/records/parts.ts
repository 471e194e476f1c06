/** The parts of a record that an answer can be asked for, in the order of a page. */
export const parts = [
  'overview',
  'safety',
  'uses',
  'dosing',
  'practical',
  'side_effects',
  'interactions',
  'populations',
  'stopping',
  'evidence',
  'alternatives',
  'cost',
  'questions',
  'sources',
] as const;
export type Part = (typeof parts)[number];
