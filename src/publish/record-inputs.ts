import { hash } from 'node:crypto';
import { type DocumentedEntry, placeKey, type RecordInteractions } from '../interactions/findings.ts';
import type { Entry, Related } from '../records/entry.ts';

/** Digest of what an interaction entry of an author says, by the {@link placeKey} of where it stands. */
type StatementDigests = ReadonlyMap<string, string>;

/** Those of one record. */
export const statementDigests = (entry: Entry): [string, string][] =>
  (entry.statements ?? []).map((one) => [placeKey(one.documented_in), digestOf(one)]);

/**
 * Digest of all that is told of a record and differs from record to record: what its file says, what is documented of it
 * there and elsewhere, and its relatives, addresses included; not where the file lies. Partners, warnings and sections follow from these.
 */
export function recordInputs(
  { digest }: Entry,
  { entries, ...record }: RecordInteractions,
  { related, statements }: { related: readonly Related[]; statements: StatementDigests },
): string {
  const documented = entries.map((one) => [saidBy(one, statements), one.targets, one.reaches]);
  return digestOf([digest, record, documented, related]);
}

/** An author's statement by its digest, which is made once and not for each record that it reaches; any other is told whole. */
const saidBy = ({ targets: _, reaches: __, ...said }: DocumentedEntry, statements: StatementDigests): unknown =>
  statements.get(placeKey(said.documented_in)) ?? said;

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64');
