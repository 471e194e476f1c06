import { createHash } from 'node:crypto';
import type { RootContent } from 'mdast';
import { stringify } from 'yaml';
import type { MadeOf } from '../../catalog/cache.ts';
import type { CatalogSite } from '../../catalog/catalog.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import type { PartnerRoom } from '../../profile/partner-section.ts';
import type { SafetyFact } from '../../profile/safety.ts';
import type { Section } from '../../profile/section.ts';
import { recordUrl } from '../../records/address.ts';
import { displayName, type Entry, type Related, subtitle } from '../../records/entry.ts';
import { identifiersOf } from '../../records/identifiers.ts';
import { relationWords } from '../../records/related.ts';
import { describeSource, sourcesOf } from '../../records/sources.ts';
import { sizeBudget } from '../../text/size-budget.ts';
import {
  address,
  blockNodes,
  emphasis,
  heading,
  link,
  listNode,
  oneParagraph,
  paragraph,
  strong,
  toMarkdown,
  warningNode,
} from './markdown.ts';

/** Readers that cut a page off do so at 5,000 characters; what matters for safety comes before that (docs/contract.md, Discovery and sync). */
export const HEAD_LIMIT = 5_000;

export const COMPANION_LIMIT = 35_000;

/** A companion that is longer has only what must be told in full: the other partners are named with what happens and what to do. */
export const COMPANION_GOOD = 20_000;

/** Front matter, a head with all warnings and conditions, all fields with sources; equal in, equal out. */
export function companionBody(entry: Entry, context: CompanionContext): string {
  const matter = frontMatter(entry, context);
  const whole = toMarkdown(head(entry, context, 'whole'));
  const fits = matter.length + whole.length + 2 <= HEAD_LIMIT;
  const top = fits ? whole : toMarkdown(head(entry, context, 'short'));
  return `${[matter, top, toMarkdown(companionSections(entry, context))].join('\n\n')}\n`;
}

/** Lower-case hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Its `sha256` is that of `data.profile` of the JSON answer as JSON.stringify writes it. */
function frontMatter(entry: Entry, { site, updated }: CompanionContext): string {
  const { version, lastReviewed } = entry.profile;
  const fields = {
    kind: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
    canonical: recordUrl(entry, site.siteUrl),
    ...(version && { version }),
    ...(lastReviewed && { lastReviewed }),
    updated,
    sha256: sha256(JSON.stringify(entry.profile)),
  };
  // YAML 1.1 reads a bare date as a timestamp. Written by its rules dates are quoted, and every parser reads the same text.
  return `---\n${stringify(fields, { version: '1.1', lineWidth: 0 })}---`;
}

/** `short` moves the long texts of warnings to the sections below; every headline and every condition stays. */
type Extent = 'whole' | 'short';

function head(entry: Entry, context: CompanionContext, extent: Extent): RootContent[] {
  const { site, interactions, grave, facts, mustNot } = context;
  return [
    heading(1, displayName(entry)),
    ...(subtitle(entry) ? [paragraph(subtitle(entry))] : []),
    paragraph(
      'A record of ',
      site.name,
      '. All records are listed in ',
      link(`${site.siteUrl}/llms.txt`, '/llms.txt'),
      '.',
    ),
    ...warnings(facts, extent),
    paragraph(strong('Major interactions:'), ` ${majorInteractions(interactions, grave)}`),
    paragraph(strong('Rules for whoever uses or shows this record:')),
    listNode(mustNot.map(oneParagraph)),
    paragraph(strong('Cite as:'), ` ${site.attribution}, `, address(recordUrl(entry, site.siteUrl))),
    paragraph(site.disclaimer),
  ];
}

const IN_HEAD: readonly SafetyFact['id'][] = [
  'boxed-warning',
  'contraindications',
  'abrupt-stop',
  'not-approved',
  'grey-market',
];

function warnings(facts: readonly SafetyFact[], extent: Extent): RootContent[] {
  return facts
    .filter(({ id }) => IN_HEAD.includes(id))
    .map(({ id, title, text, more }) => {
      // The headline of a boxed warning is short, and never left to a section below.
      const [headline, body] = id === 'boxed-warning' ? [`${title}: ${text}`, more] : [title, text];
      return warningNode(headline, body === undefined ? [] : [extent === 'short' ? IN_FULL_BELOW : body]);
    });
}

const IN_FULL_BELOW = 'The full text stands below.';

/** All their names, worst first; what happens is in the section. An absence is never called safe. */
function majorInteractions(record: RecordInteractions, names: readonly string[]): string {
  if (names.length > 0) return `${names.join('; ')}. What happens is said under Interactions.`;
  if (!record.assessed) return 'not assessed. That says nothing about safety.';
  return 'none on file. That is not evidence of safety.';
}

/** What follows the head: the whole field set, other records, sources and changes. */
export function companionSections(entry: Entry, context: CompanionContext): RootContent[] {
  return [
    ...context.sections.flatMap((section) => sectionNodes(section, entry, context.site.siteUrl)),
    ...relatedNodes(context),
    ...sourceNodes(entry, context),
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

/** As many as fit; the others are counted, with the page that has them. */
function sourceNodes(entry: Entry, { sourcesLength, site }: CompanionContext): RootContent[] {
  const fits = sizeBudget(sourcesLength);
  const listed = entry.sources.filter(({ title, url }) => fits(title.length + url.length + 40));
  const items = listed.map((source) => [
    paragraph(`${source.title}. ${describeSource(source)}. `, address(source.url)),
  ]);
  const more = entry.sources.length - listed.length;
  return [
    heading(2, 'Sources'),
    listNode(items, true),
    ...(more > 0 ? [paragraph(`And ${more} more: `, address(`${recordUrl(entry, site.siteUrl)}#sources`))] : []),
  ];
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

export interface CompanionContext {
  readonly site: Pick<CatalogSite, 'name' | 'siteUrl' | 'attribution' | 'disclaimer'>;
  readonly sections: readonly Section[];
  /** Characters for the list of sources. */
  readonly sourcesLength: number;
  readonly interactions: RecordInteractions;
  readonly related: readonly Related[];
  /** Names of all contraindicated and major partners, worst first. */
  readonly grave: readonly string[];
  readonly facts: readonly SafetyFact[];
  readonly mustNot: readonly string[];
  readonly updated: string;
}

export interface Companion {
  /** Read or written when it is asked for. */
  readonly body: string;
  readonly made: MadeOf;
  readonly bytes: number;
  readonly sha256: string;
  /** From the ledger: the date on which its bytes last changed. */
  readonly lastModified: string;
  readonly room: PartnerRoom;
  readonly sectionIds: readonly string[];
}
