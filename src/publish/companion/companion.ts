import { createHash } from 'node:crypto';
import type { RootContent } from 'mdast';
import { stringify } from 'yaml';
import type { RecordInteractions } from '../../interactions/findings.ts';
import type { SafetyFact } from '../../profile/safety.ts';
import { recordUrl } from '../../records/address.ts';
import { displayName, type Entry, subtitle } from '../../records/entry.ts';
import { companionSections } from './body.ts';
import type { CompanionContext } from './context.ts';
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

/** Readers that cut a page off do so at 5,000 characters; what matters for safety comes before that (docs/contract.md, Discovery and sync). */
export const HEAD_LIMIT = 5_000;

/** Characters of a whole companion (docs/contract.md, Discovery and sync). */
export const COMPANION_LIMIT = 35_000;

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

/** Warnings that are part of the head; the others appear in their sections. */
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
