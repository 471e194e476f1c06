import type { ComparedMedication } from '../profile/comparison.ts';
import type { CheckedRecord } from '../profile/safety.ts';
import type { Kind } from '../schema/kinds.ts';
import { dataOf } from './static-files.ts';

export const interactionsOf = (kind: Kind, slug: string): Promise<CheckedRecord> =>
  dataOf(`interactions/${kind}/${slug}.json`);
export const medicationOf = (slug: string): Promise<ComparedMedication> =>
  dataOf<ComparedMedication>(`medication/${slug}.json`);
