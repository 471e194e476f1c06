import { joined, normalize } from './normalize.ts';
import type { NamedRecord } from './nameIndex.ts';
import { biSim, soundOf, soundSim } from './similarity.ts';

/** Two names of different substances, normalized, and how alike they look and sound, 0 to 1. */
export interface LookAlikePair {
  readonly a: string;
  readonly b: string;
  readonly score: number;
}

/**
 * The pairs of names that belong to records of different substances and look or sound so much alike
 * that they may be taken for each other, most alike first.
 */
export function lookAlikePairs(records: readonly NamedRecord[]): LookAlikePair[] {
  return [];
}
