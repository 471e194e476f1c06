import type { RootContent } from 'mdast';
import type { Entry } from '../profile/entry.ts';
import type { DocumentedEntry, RecordInteractions, Severity } from '../profile/interactions.ts';
import type { Section } from '../profile/section.ts';
import { describeSource } from '../profile/sources.ts';
import type { CompanionContext } from './companion.ts';
import { address, blockNodes, emphasis, heading, link, list, lone, paragraph, strong } from './markdown.ts';

/** What follows the head: the whole field set, other records, sources and changes. */
export function companionSections(entry: Entry, context: CompanionContext): RootContent[] {
  return [
    ...context.sections.flatMap((section) => sectionNodes(section, entry, context.site.siteUrl)),
    ...interactionsElsewhere(context.interactions),
    ...relatedNodes(context),
    ...sourceNodes(entry),
    ...changeNodes(entry),
    ...codeNodes(entry),
  ];
}

function sectionNodes(section: Section, entry: Entry, siteUrl: string): RootContent[] {
  const numbers = sourceNumbers(section.fields, entry);
  return [
    heading(2, section.title),
    ...section.blocks.flatMap((block) => blockNodes(block, siteUrl)),
    ...(numbers.length ? [paragraph(emphasis(`Sources: ${numbers.join(', ')}`))] : []),
  ];
}

/** Places in the list of sources of whatever supports one of the fields, or a path below it. */
function sourceNumbers(fields: readonly string[], { sources, supports }: Entry): number[] {
  const ids = Object.entries(supports)
    .filter(([path]) => fields.includes(path.split(/[.[]/)[0] ?? path))
    .flatMap(([, supporting]) => supporting);
  return sources.flatMap(({ id }, index) => (ids.includes(id) ? [index + 1] : []));
}

/** Characters for what other records say, and for the mere names after that: thousands of records may name one drug. */
const ELSEWHERE_LENGTH = 6_000;
const NAMES_LENGTH = 2_000;

/** What other records say of this one, worst first: an interaction is documented once and holds for both. */
function interactionsElsewhere(record: RecordInteractions): RootContent[] {
  const others = record.entries
    .filter((entry) => !isOwn(entry, record))
    .toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  if (others.length === 0) return [];
  const told = fitting(others, ELSEWHERE_LENGTH, ({ text, effect }) => text.length + effect.length + 50);
  const toldOwners = new Set(told.flatMap(ownersOf));
  const rest = [...new Set(others.flatMap(ownersOf))].filter((name) => !toldOwners.has(name));
  const named = fitting(rest, NAMES_LENGTH, (name) => name.length + 2);
  const items = told.map((entry) => [
    paragraph(strong(ownersOf(entry).join(', ')), ` (${entry.severity}, on “${entry.text}”). ${entry.effect}`),
  ]);
  return [
    heading(2, 'Interactions documented in other records'),
    list(items),
    ...(rest.length > 0 ? [paragraph(`Records that name it as well: ${enumerate(rest, named.length)}.`)] : []),
  ];
}

const rank: Readonly<Record<Severity, number>> = { major: 0, moderate: 1, minor: 2, food: 3 };

/** The first values that together have at most `length` characters. */
function fitting<T>(values: readonly T[], length: number, lengthOf: (value: T) => number): T[] {
  let left = length;
  return values.filter((value) => {
    left -= lengthOf(value);
    return left >= 0;
  });
}

export const isOwn = ({ documented_in: at }: DocumentedEntry, { type, slug }: RecordInteractions): boolean =>
  at.type === type && at.slug === slug;

/** Names of the records in which an entry of another record stands. */
export const ownersOf = ({ reaches }: DocumentedEntry): string[] => reaches.map(({ name }) => name);

export const enumerate = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join('; ') : `${names.slice(0, most).join('; ')}; and ${names.length - most} more`;

function relatedNodes({ related, site }: CompanionContext): RootContent[] {
  if (related.length === 0) return [];
  const items = related.map((other) => {
    const how = [other.relationship, other.note].filter(Boolean).join('. ');
    return [paragraph(link(addressOf(other, site), other.name), ` (${other.kind}). ${how}`)];
  });
  return [heading(2, 'Related records'), list(items)];
}

export const addressOf = ({ kind, slug }: { kind: string; slug: string }, { siteUrl }: { siteUrl: string }): string =>
  `${siteUrl}/${kind}/${slug}`;

function sourceNodes({ sources }: Entry): RootContent[] {
  const items = sources.map((source) => [
    paragraph(`${source.title}. ${describeSource(source)}. `, address(source.url)),
  ]);
  return [heading(2, 'Sources'), list(items, true)];
}

const changeNodes = ({ changes }: Entry): RootContent[] => [
  heading(2, 'Changes to this record'),
  list(changes.map(({ date, text }) => lone(`${date}: ${text}`))),
];

/** Values of the profile that are for programs; no section shows them as text. */
function codeNodes(entry: Entry): RootContent[] {
  const codes = codesOf(entry);
  return codes.length ? [heading(2, 'Codes'), list(codes.map(([field, code]) => lone(`${field}: ${code}`)))] : [];
}

function codesOf(entry: Entry): (readonly [field: string, code: string])[] {
  if (entry.kind === 'peptide') return [];
  if (entry.kind === 'supplement') {
    const ids = (entry.profile.relatedMedications ?? []).flatMap(({ medId }) => medId ?? []);
    return ids.length ? [['relatedMedications.medId', ids.join(', ')]] : [];
  }
  const { taperingInfo, specialPopulations = {} } = entry.profile;
  return [
    ...(taperingInfo?.tier ? [['taperingInfo.tier', taperingInfo.tier] as const] : []),
    ...Object.entries(specialPopulations).flatMap(([group, value]) =>
      value?.color ? [[`specialPopulations.${group}.color`, value.color] as const] : [],
    ),
  ];
}
