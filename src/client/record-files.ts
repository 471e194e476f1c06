import type { CheckedRecord } from '../profile/safety.ts';
import type { Kind } from '../schema/kinds.ts';
import type { MedicationProfile } from '../schema/types.ts';
import { dataOf } from './static-files.ts';

export const interactionsOf = (kind: Kind, slug: string): Promise<CheckedRecord> =>
  dataOf(`interactions/${kind}/${slug}.json`);
export const medicationOf = async (slug: string): Promise<MedicationProfile> =>
  (await dataOf<{ profile: MedicationProfile }>(`medication/${slug}.json`)).profile;
