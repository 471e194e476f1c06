import {
  type DocumentedEntry,
  isOwn,
  type RecordInteractions,
  type Severity,
  severityOrder,
} from '../interactions/findings.ts';
import type { Block, DetailItem, Section } from './section.ts';

/** Characters for what other records say, and for the mere names after that: thousands of records may name one drug. */
const TOLD_LENGTH = 5_000;
const NAMES_LENGTH = 1_500;

/** What other records say of this one, worst first: an interaction is documented once and holds for both. */
export function mentionSections(record: RecordInteractions): Section[] {
  const told = severityByPartner(record);
  const others = record.entries
    .filter((entry) => !isOwn(entry, record) && entry.reaches.length > 0)
    // What the record's own entries say of a partner, as gravely or more, is not repeated in the words of the other.
    .filter(({ severity, reaches }) => !reaches.every(({ ref }) => isAsGrave(told.get(ref), severity)))
    .toSorted((a, b) => severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity));
  if (others.length === 0) return [];
  const quoted = fitting(others, TOLD_LENGTH, ({ text, effect }) => text.length + effect.length + 50);
  const quotedOwners = new Set(quoted.flatMap(ownersOf));
  const unquoted = (entries: readonly DocumentedEntry[]): string[] =>
    [...new Set(entries.flatMap(ownersOf))].filter((name) => !quotedOwners.has(name));
  const major = unquoted(others.filter(({ severity }) => severity === 'major'));
  const rest = unquoted(others).filter((name) => !major.includes(name));
  return [
    {
      id: 'interactions-elsewhere',
      title: 'Interactions documented in other records',
      fields: [],
      blocks: [
        { type: 'items', items: quoted.map(item) },
        ...names('Records that document something major with it as well', major),
        ...names('Records that name it as well', rest),
      ],
    },
  ];
}

/** The gravest that the record's own entries say of each partner, by `kind/slug`. */
function severityByPartner(record: RecordInteractions): Map<string, Severity> {
  const gravest = new Map<string, Severity>();
  for (const entry of record.entries.filter((one) => isOwn(one, record))) {
    for (const { ref } of entry.reaches)
      if (!isAsGrave(gravest.get(ref), entry.severity)) gravest.set(ref, entry.severity);
  }
  return gravest;
}

const isAsGrave = (known: Severity | undefined, other: Severity): boolean =>
  known !== undefined && severityOrder.indexOf(known) <= severityOrder.indexOf(other);

const names = (title: string, of: readonly string[]): Block[] =>
  of.length > 0
    ? [
        {
          type: 'text',
          text: `${title}: ${enumerate(of, fitting(of, NAMES_LENGTH, (name) => name.length + 2).length)}.`,
        },
      ]
    : [];

const item = (entry: DocumentedEntry): DetailItem => ({
  title: `${ownersOf(entry).join(', ')}, on “${entry.text}”`,
  tone: entry.severity,
  badge: word[entry.severity],
  rows: [{ label: 'Effect', value: entry.effect }],
});

const word: Readonly<Record<Severity, string>> = {
  major: 'Major',
  moderate: 'Moderate',
  minor: 'Minor',
  food: 'Food',
};

/** The first values that together have at most `length` characters. */
function fitting<T>(values: readonly T[], length: number, lengthOf: (value: T) => number): T[] {
  let left = length;
  return values.filter((value) => {
    left -= lengthOf(value);
    return left >= 0;
  });
}

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
