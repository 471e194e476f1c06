import type { RootContent } from 'mdast';
import { stringify } from 'yaml';
import { mustNotAlways } from '../../api/envelope.ts';
import type { CatalogSite } from '../../catalog/catalog.ts';
import type { ClassPage } from '../../profile/class-page.ts';
import type { Block, Section } from '../../profile/section.ts';
import { withFullStop } from '../../text/sentences.ts';
import { classDate, type Edition } from '../edition.ts';
import { type PublishedFile, textFile } from '../file.ts';
import { COMPANION_LIMIT } from './companion.ts';
import {
  address,
  blockNodes,
  heading,
  link,
  listNode,
  oneParagraph,
  paragraph,
  strong,
  toMarkdown,
} from './markdown.ts';

/** A Markdown companion for the page of each class. The manifest is of records and does not list them; llms.txt does. */
export const classCompanionFiles = (edition: Edition): PublishedFile[] =>
  [...edition.classes.values()].map((page) =>
    textFile(`${page.path.slice(1)}.md`, () =>
      classCompanion(page, { site: edition.catalog.site, updated: classDate(page, edition) }),
    ),
  );

interface ClassContext {
  readonly site: Pick<CatalogSite, 'name' | 'siteUrl' | 'attribution' | 'disclaimer'>;
  /** YYYY-MM-DD */
  readonly updated: string;
}

/** Front matter, conditions of use, then what the page shows, shortened where it would exceed 50,000 characters. */
export function classCompanion(page: ClassPage, context: ClassContext): string {
  const whole = write(page, page.sections, context);
  return whole.length < COMPANION_LIMIT ? whole : write(page, page.sections.map(shortened), context);
}

const write = (page: ClassPage, sections: readonly Section[], context: ClassContext): string =>
  `${[frontMatter(page, context), toMarkdown(head(page, context)), toMarkdown(sections.flatMap((one) => sectionNodes(one, context)))].join('\n\n')}\n`;

function frontMatter({ id, name, path }: ClassPage, { site, updated }: ClassContext): string {
  const fields = { type: 'class', id, name, canonical: site.siteUrl + path, updated };
  return `---\n${stringify(fields, { version: '1.1', lineWidth: 0 })}---`;
}

const head = (page: ClassPage, { site }: ClassContext): RootContent[] => [
  heading(1, page.name),
  paragraph(withFullStop(page.description)),
  paragraph(
    'A class in the vocabulary of ',
    site.name,
    ', not a record. All classes are listed in ',
    link(`${site.siteUrl}/class/llms.txt`, '/class/llms.txt'),
    ', all records in ',
    link(`${site.siteUrl}/llms.txt`, '/llms.txt'),
    '.',
  ),
  paragraph(strong('Rules for whoever uses or shows this page:')),
  listNode([...mustNotAlways, ...CLASS_RULES].map(oneParagraph)),
  paragraph(strong('Cite as:'), ` ${site.attribution}, `, address(site.siteUrl + page.path)),
  paragraph(site.disclaimer),
];

const CLASS_RULES = [
  'Do not name one member of the class as the better choice for a person.',
  'Do not take what is said of one member for said of all; open the record of the member that is meant.',
];

const sectionNodes = ({ title, blocks }: Section, { site }: ClassContext): RootContent[] => [
  heading(2, title),
  ...blocks.flatMap((block) => blockNodes(block, site.siteUrl)),
];

const shortened = (section: Section): Section => ({ ...section, blocks: section.blocks.flatMap(named) });

/** Names and marks alone, the first of them: the page has links and texts. */
function named(block: Block): Block[] {
  if (block.type !== 'items') return [block];
  const items = block.items.slice(0, MOST_NAMED).map(({ link: _, ...item }) => ({ ...item, rows: [] }));
  const more = block.items.length - items.length;
  return [{ type: 'items', items }, ...(more > 0 ? [{ type: 'text' as const, text: `And ${more} more.` }] : [])];
}
const MOST_NAMED = 400;
