import type { Tone } from '../profile/section.ts';

/**
 * Severity by shape, so that it survives grey print and colour blindness: a barred disk forbids, an octagon stops, a triangle warns, a ring
 * notes, a diamond is food, a tick is good, a broken ring is not known, an open square just says. Paths of a 16 by 16 box, filled.
 */
export const shapes: Readonly<Record<Tone, string>> = {
  contraindicated: 'M8 0a8 8 0 110 16A8 8 0 118 0zM3 6.5v3h10v-3z',
  major: 'M5 0h6l5 5v6l-5 5H5l-5-5V5zM7 3v6h2V3zM7 11v2h2v-2z',
  moderate: 'M8 0l8 15H0zM7 5v5h2V5zM7 11.5v2h2v-2z',
  minor: 'M8 1a7 7 0 110 14A7 7 0 118 1zM8 3a5 5 0 100 10A5 5 0 108 3z',
  food: 'M8 0l8 8-8 8-8-8zM8 4L4 8l4 4 4-4z',
  good: 'M1 8l2-2 3.5 3.5L13 3l2 2-8.5 8.5z',
  unknown: 'M7 1h2v2H7zM7 13h2v2H7zM1 7h2v2H1zM13 7h2v2h-2zM3 3h2v2H3zM11 3h2v2h-2zM3 11h2v2H3zM11 11h2v2h-2z',
  info: 'M2 2h12v12H2zM4 4v8h8V4z',
};
