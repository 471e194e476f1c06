import { isOwn, type RecordInteractions } from '../interactions/findings.ts';

export const enumerate = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join('; ') : `${names.slice(0, most).join('; ')}; and ${names.length - most} more`;

/** Names of what is documented as major, each once: those of the record's own entries, then partners that only others name. */
export function majorNames(record: RecordInteractions): string[] {
  const own = record.entries.filter((entry) => entry.severity === 'major' && isOwn(entry, record));
  const reached = new Set(own.flatMap(({ reaches }) => reaches.map(({ name }) => name)));
  return [...new Set([...own.map(({ text }) => text), ...majorElsewhere(record).filter((name) => !reached.has(name))])];
}

/** Records with which something major is documented that is not the record's own. */
export function majorElsewhere(record: RecordInteractions): string[] {
  const others = record.entries.filter((entry) => entry.severity === 'major' && !isOwn(entry, record));
  return [...new Set(others.flatMap(({ reaches }) => reaches.map(({ name }) => name)))];
}
