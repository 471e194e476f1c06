import { createHash } from 'node:crypto';
import type { RecordInteractions } from '../interactions/findings.ts';
import type { Entry, Related } from '../records/entry.ts';

/**
 * Digest of all that is told of a record and differs from record to record: what its file says, what is documented of it
 * there and elsewhere, and its relatives, addresses included; not where the file lies. Partners, warnings and sections follow from these.
 */
export const recordInputs = (
  { file: _, ...entry }: Entry,
  interactions: RecordInteractions | undefined,
  related: readonly Related[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([entry, interactions, related]))
    .digest('base64');
