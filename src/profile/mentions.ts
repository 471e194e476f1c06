import { type DocumentedEntry, isOwn, type RecordInteractions } from '../interactions/findings.ts';

/** Names of the records at the other end of an entry that is not the record's own. */
const ownersOf = ({ reaches }: DocumentedEntry): string[] => reaches.map(({ name }) => name);

export const enumerate = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join('; ') : `${names.slice(0, most).join('; ')}; and ${names.length - most} more`;

/** Names of what is documented as major, each once: those of the record's own entries, then partners that only others name. */
export function majorNames(record: RecordInteractions): string[] {
  const own = record.entries.filter((entry) => entry.severity === 'major' && isOwn(entry, record));
  const reached = new Set(own.flatMap(({ reaches }) => reaches.map(({ name }) => name)));
  return [...new Set([...own.map(({ text }) => text), ...majorElsewhere(record).filter((name) => !reached.has(name))])];
}

/** Records with which something major is documented that is not the record's own. */
export const majorElsewhere = (record: RecordInteractions): string[] => [
  ...new Set(record.entries.filter((entry) => entry.severity === 'major' && !isOwn(entry, record)).flatMap(ownersOf)),
];
