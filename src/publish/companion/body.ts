import type { RootContent } from 'mdast';
import type { Section } from '../../profile/section.ts';
import { recordUrl } from '../../records/address.ts';
import type { Entry } from '../../records/entry.ts';
import { identifiersOf } from '../../records/identifiers.ts';
import { relationWords } from '../../records/related.ts';
import { describeSource, sourcesOf } from '../../records/sources.ts';
import type { CompanionContext } from './context.ts';
import { address, blockNodes, emphasis, heading, link, listNode, oneParagraph, paragraph } from './markdown.ts';

/** What follows the head: the whole field set, other records, sources and changes. */
export function companionSections(entry: Entry, context: CompanionContext): RootContent[] {
  return [
    ...context.sections.flatMap((section) => sectionNodes(section, entry, context.site.siteUrl)),
    ...relatedNodes(context),
    ...sourceNodes(entry),
    ...changeNodes(entry),
    ...codeNodes(entry),
  ];
}

function sectionNodes(section: Section, entry: Entry, siteUrl: string): RootContent[] {
  const numbers = sourcesOf(entry, section.fields).map(({ number }) => number);
  return [
    heading(2, section.title),
    ...section.blocks.flatMap((block) => blockNodes(block, siteUrl)),
    ...(numbers.length ? [paragraph(emphasis(`Sources: ${numbers.join(', ')}`))] : []),
  ];
}

function relatedNodes({ related, site }: CompanionContext): RootContent[] {
  if (related.length === 0) return [];
  const items = related.map((other) => {
    return [paragraph(link(recordUrl(other, site.siteUrl), other.name), ` (${other.kind}). ${relationWords(other)}`)];
  });
  return [heading(2, 'Related records'), listNode(items)];
}

function sourceNodes({ sources }: Entry): RootContent[] {
  const items = sources.map((source) => [
    paragraph(`${source.title}. ${describeSource(source)}. `, address(source.url)),
  ]);
  return [heading(2, 'Sources'), listNode(items, true)];
}

const changeNodes = ({ changes }: Entry): RootContent[] => [
  heading(2, 'Changes to this record'),
  listNode(changes.map(({ date, text }) => oneParagraph(`${date}: ${text}`))),
];

/** What is for programs: ids of the record in other registers, and values of the profile that no section shows as text. */
function codeNodes(entry: Entry): RootContent[] {
  const identifiers = identifiersOf(entry).map(({ register, id }) => [register, id] as const);
  const codes = [...identifiers, ...codesOf(entry)];
  return codes.length
    ? [heading(2, 'Codes'), listNode(codes.map(([field, code]) => oneParagraph(`${field}: ${code}`)))]
    : [];
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
