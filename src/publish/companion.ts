import { createHash } from 'node:crypto';
import type { RootContent } from 'mdast';
import { stringify } from 'yaml';
import type { Site } from '../catalog/catalog.ts';
import { displayName, type Entry, type Related, type Source, subtitle } from '../profile/entry.ts';
import type { DocumentedEntry, RecordInteractions } from '../profile/interactions.ts';
import type { Section } from '../profile/section.ts';
import {
  address,
  blockNodes,
  emphasis,
  heading,
  link,
  list,
  lone,
  paragraph,
  strong,
  toMarkdown,
  warning,
} from './markdown.ts';

/** What a companion says beside the record itself. */
export interface CompanionContext {
  readonly site: Pick<Site, 'name' | 'siteUrl' | 'attribution' | 'disclaimer'>;
  readonly sections: readonly Section[];
  readonly interactions: RecordInteractions;
  readonly related: readonly Related[];
  readonly mustNot: readonly string[];
  /** Date on which this text last changed (YYYY-MM-DD). */
  readonly updated: string;
}

/** Readers that cut a page off do so at 5,000 characters; what matters for safety stands before (CONTRACT 10). */
export const HEAD_LIMIT = 5_000;

/**
 * The Markdown companion of a record: front matter, a head of at most 5,000 characters with every warning and every
 * condition of use, then the whole field set with its sources. Equal arguments give equal bytes.
 */
export function companionBody(entry: Entry, context: CompanionContext): string {
  const matter = frontMatter(entry, context);
  const whole = toMarkdown(head(entry, context, 'whole'));
  const fits = matter.length + whole.length + 2 <= HEAD_LIMIT;
  const top = fits ? whole : toMarkdown(head(entry, context, 'short'));
  return `${[matter, top, toMarkdown(body(entry, context))].join('\n\n')}\n`;
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
    canonical: addressOf(entry, site),
    ...(version && { version }),
    ...(lastReviewed && { lastReviewed }),
    updated,
    sha256: sha256(JSON.stringify(entry.profile)),
  };
  // A bare date is no text in YAML 1.1. Written by its rules, dates are quoted and every parser reads them alike.
  return `---\n${stringify(fields, { version: '1.1', lineWidth: 0 })}---`;
}

const addressOf = ({ kind, slug }: { kind: string; slug: string }, { siteUrl }: { siteUrl: string }): string =>
  `${siteUrl}/${kind}/${slug}`;

/** `short` leaves the long texts of warnings to the sections below; every headline and every condition stays. */
type Extent = 'whole' | 'short';

function head(entry: Entry, context: CompanionContext, extent: Extent): RootContent[] {
  const { site, interactions, mustNot } = context;
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
    ...warnings(entry, extent),
    paragraph(strong('Major interactions:'), ` ${majorInteractions(interactions, extent)}`),
    paragraph(strong('Rules for whoever uses or shows this record:')),
    list(mustNot.map(lone)),
    paragraph(strong('Cite as:'), ` ${site.attribution}, `, address(addressOf(entry, site))),
    paragraph(site.disclaimer),
  ];
}

function warnings(entry: Entry, extent: Extent): RootContent[] {
  const long = (text: string | undefined) => (extent === 'short' || !text ? [IN_FULL_BELOW] : [text]);
  switch (entry.kind) {
    case 'medication': {
      const { blackBox, taperingInfo: taper } = entry.profile;
      const isRisky = taper?.tier === 'critical' || taper?.tier === 'caution';
      return [
        ...(blackBox
          ? [warning(`Boxed warning of the FDA: ${blackBox.warning ?? ''}`, long(blackBox.description))]
          : []),
        ...(isRisky ? [warning(`Stopping (${taper.tier}): ${taper.tierLabel ?? ''}`, long(taper.reason))] : []),
      ];
    }
    case 'peptide': {
      const { regulatoryStatus, greyMarketRisks } = entry.profile;
      return [
        ...(regulatoryStatus ? [warning('Regulatory position', long(regulatoryStatus))] : []),
        ...(greyMarketRisks ? [warning('Risks of buying outside a pharmacy', long(greyMarketRisks[0]))] : []),
      ];
    }
    case 'supplement':
      return [];
    default:
      return entry satisfies never;
  }
}

const IN_FULL_BELOW = 'The full text stands below.';

/** Names alone: what happens stands in the sections. An absence is never called safe. */
function majorInteractions(record: RecordInteractions, extent: Extent): string {
  const names = record.entries
    .filter(({ severity }) => severity === 'major')
    .flatMap((entry) => (isOwn(entry, record) ? [withoutMembers(entry.text)] : entry.reaches.map(({ name }) => name)));
  const distinct = [...new Set(names)];
  if (distinct.length > 0) return `${enumerate(distinct, extent === 'whole' ? 40 : 12)}. What happens is said below.`;
  if (!record.assessed) return 'not assessed. That says nothing about safety.';
  return 'none on file. That is not evidence of safety.';
}

const isOwn = ({ documented_in: at }: DocumentedEntry, { type, slug }: RecordInteractions): boolean =>
  at.type === type && at.slug === slug;

/** "Opioids (morphine, oxycodone)" as "Opioids". */
const withoutMembers = (text: string): string => text.replace(/\s*\([^()]*\)$/, '');

const enumerate = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join('; ') : `${names.slice(0, most).join('; ')}; and ${names.length - most} more`;

function body(entry: Entry, context: CompanionContext): RootContent[] {
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

/** What other records say of this one: an interaction is documented once and holds for both. */
function interactionsElsewhere(record: RecordInteractions): RootContent[] {
  const others = record.entries.filter((entry) => !isOwn(entry, record));
  if (others.length === 0) return [];
  const items = others.map((entry) => {
    const owner = entry.reaches.map(({ name }) => name).join(', ');
    return [paragraph(strong(owner), ` (${entry.severity}, on “${entry.text}”). ${entry.effect}`)];
  });
  return [heading(2, 'Interactions documented in other records'), list(items)];
}

function relatedNodes({ related, site }: CompanionContext): RootContent[] {
  if (related.length === 0) return [];
  const items = related.map((other) => {
    const how = [other.relationship, other.note].filter(Boolean).join('. ');
    return [paragraph(link(addressOf(other, site), other.name), ` (${other.kind}). ${how}`)];
  });
  return [heading(2, 'Related records'), list(items)];
}

function sourceNodes({ sources }: Entry): RootContent[] {
  const items = sources.map((source) => [paragraph(`${source.title}. ${describe(source)}. `, address(source.url))]);
  return [heading(2, 'Sources'), list(items, true)];
}

function describe({ type, date, effective, setId }: Source): string {
  const when = effective ? `effective ${effective}` : (date ?? 'undated');
  return [sourceWords[type], when, setId && `set id ${setId}`].filter(Boolean).join(', ');
}

const sourceWords: Readonly<Record<Source['type'], string>> = {
  'fda-label': 'FDA label',
  trial: 'Trial',
  guideline: 'Guideline',
  review: 'Review',
  registry: 'Trial registry',
  government: 'Government data',
};

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
