import { type DocumentedEntry, isOwn, type RecordInteractions } from '../interactions/findings.ts';

/** Names of the records at the other end of an entry that is not the record's own. */
const ownersOf = ({ reaches }: DocumentedEntry): string[] => reaches.map(({ name }) => name);

export const enumerate = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join('; ') : `${names.slice(0, most).join('; ')}; and ${names.length - most} more`;

/** Records with which something major is documented that is not the record's own. */
export const majorElsewhere = (record: RecordInteractions): string[] => [
  ...new Set(record.entries.filter((entry) => entry.severity === 'major' && !isOwn(entry, record)).flatMap(ownersOf)),
];
