import { createHash } from 'node:crypto';
import type { RootContent } from 'mdast';
import { stringify } from 'yaml';
import type { Site } from '../../catalog/catalog.ts';
import type { RecordInteractions } from '../../interactions/findings.ts';
import { enumerate, majorNames } from '../../profile/mentions.ts';
import type { Section } from '../../profile/section.ts';
import { displayName, type Entry, type Related, subtitle } from '../../records/entry.ts';
import { addressOf, companionSections } from './body.ts';
import {
  address,
  heading,
  link,
  listNode,
  oneParagraph,
  paragraph,
  strong,
  toMarkdown,
  warningNode,
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
    canonical: addressOf(entry, site),
    ...(version && { version }),
    ...(lastReviewed && { lastReviewed }),
    updated,
    sha256: sha256(JSON.stringify(entry.profile)),
  };
  // A bare date is no text in YAML 1.1. Written by its rules, dates are quoted and every parser reads them alike.
  return `---\n${stringify(fields, { version: '1.1', lineWidth: 0 })}---`;
}

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
    listNode(mustNot.map(oneParagraph)),
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
          ? [warningNode(`Boxed warning of the FDA: ${blackBox.warning ?? ''}`, long(blackBox.description))]
          : []),
        ...(isRisky ? [warningNode(`Stopping (${taper.tier}): ${taper.tierLabel ?? ''}`, long(taper.reason))] : []),
      ];
    }
    case 'peptide': {
      const { regulatoryStatus, greyMarketRisks } = entry.profile;
      return [
        ...(regulatoryStatus ? [warningNode('Regulatory position', long(regulatoryStatus))] : []),
        ...(greyMarketRisks ? [warningNode('Risks of buying outside a pharmacy', long(greyMarketRisks[0]))] : []),
      ];
    }
    case 'supplement':
      return [];
    default:
      return entry satisfies never;
  }
}

const IN_FULL_BELOW = 'The full text stands below.';

/** Names alone, those of its own record first: what happens stands in the sections. An absence is never called safe. */
function majorInteractions(record: RecordInteractions, extent: Extent): string {
  const names = [...new Set(majorNames(record).map(withoutMembers))];
  if (names.length > 0)
    return `${enumerate(names, extent === 'whole' ? 40 : 12)}. What happens is said below, or in the records that are named there.`;
  if (!record.assessed) return 'not assessed. That says nothing about safety.';
  return 'none on file. That is not evidence of safety.';
}

/** "Opioids (morphine, oxycodone)" as "Opioids". */
const withoutMembers = (text: string): string => text.replace(/\s*\([^()]*\)$/, '');
