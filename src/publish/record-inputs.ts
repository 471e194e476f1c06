import { hash } from 'node:crypto';
import type { DocumentedEntry, RecordInteractions } from '../interactions/findings.ts';
import type { Entry, Related } from '../records/entry.ts';
import type { EntryPlace } from '../records/statement.ts';

/** Digest of what an interaction entry says, by the object of its place, which all copies share. */
type StatementDigests = Map<EntryPlace, string>;

/**
 * Digest of all that is shown of a record and differs from record to record: what its file says, what is documented of it
 * there and elsewhere, and its relatives, addresses included; not where the file lies. Partners, warnings and sections
 * follow from these. What a statement says is digested once, and noted in `statements`, and not for each record it reaches.
 */
export function recordInputs(
  { digest, soldAs }: Entry,
  { entries, ...record }: RecordInteractions,
  { related, statements }: { related: readonly Related[]; statements: StatementDigests },
): string {
  const documented = entries.map((one) => [saidBy(one, statements), one.targets, one.reaches]);
  return digestOf([digest, soldAs, record, documented, related]);
}

function saidBy(entry: DocumentedEntry, statements: StatementDigests): string {
  const known = statements.get(entry.documented_in);
  if (known !== undefined) return known;
  const { targets: _, reaches: __, ...said } = entry;
  const digest = digestOf(said);
  statements.set(entry.documented_in, digest);
  return digest;
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64');
