import type { Nodes } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import type { Catalog } from '../catalog/catalog.ts';
import { type Coverage, coverageOf, share } from '../catalog/coverage.ts';
import type { ProseSource } from '../catalog/prose-pages.ts';
import type { RecordTally } from '../profile/record-tally.ts';
import type { Entry } from '../records/entry.ts';
import type { Source } from '../schema/types.ts';
import { longDate } from '../text/dates.ts';
import { listOf } from '../text/sentences.ts';
import { webAddress } from '../text/web-address.ts';
import { ownAnchor } from './lists/record-groups.ts';

type Blanks = Readonly<Record<string, string>>;

/**
 * A page as HTML. `{name}`, `{site_url}` and what else `blanks` has are put into its texts and addresses after it was
 * read, so that no value can become markup. Raw HTML in the text is dropped, as are links to what is no web address and
 * pictures of other hosts. Headings of the second level get an anchor.
 */
export function renderProse({ title, description, markdown: source }: ProseSource, blanks: Blanks) {
  const tree = markdown.parse(source);
  putIn(tree, blanks);
  const page = markdown.runSync(tree);
  return {
    title: fill(title, blanks),
    description: fill(description, blanks),
    html: markdown.stringify(page),
    /** Of the second level, with their anchors. */
    headings: ((page as Node).children ?? []).flatMap((node) =>
      node.tagName === 'h2' ? [{ id: String(node.properties?.id), title: textOf(node) }] : [],
    ),
  };
}

/** What a page may name of its site and of what the catalog holds. */
export const catalogBlanks = (catalog: Catalog, tallyOf?: (entry: Entry) => RecordTally): Blanks => ({
  ...siteBlanks(catalog),
  ...coverageBlanks(catalog, tallyOf),
});

const siteBlanks = ({ site }: Catalog): Blanks => ({
  name: site.name,
  site_url: site.siteUrl,
  base_url: site.baseUrl,
  email: site.contact.email,
  attribution: site.attribution,
  disclaimer: site.disclaimer,
  crawl_delay: String(site.crawlDelay),
});

const sourcesInWords: Readonly<Record<Source['type'], string>> = {
  'fda-label': 'FDA labels',
  trial: 'trial reports',
  registry: 'registry entries',
  review: 'reviews',
  guideline: 'guidelines',
  government: 'pages of agencies',
};

/** Four pages of one catalog ask for the same. */
const coverageBlanks = (catalog: Catalog, tallyOf?: (entry: Entry) => RecordTally): Blanks => {
  const known = added.get(catalog) ?? addUp(coverageOf(catalog, tallyOf));
  added.set(catalog, known);
  return known;
};
const added = new WeakMap<Catalog, Blanks>();

function addUp({ kinds, ranks, purchases, oldestLabel, sources, interactions }: Coverage): Blanks {
  return Object.fromEntries(
    Object.entries({
      medications: kinds.medication.records,
      supplements: kinds.supplement.records,
      peptides: kinds.peptide.records,
      ranks_held: ranks.first.count,
      ranks: ranks.first.of,
      all_ranks_held: ranks.all.count,
      all_ranks: ranks.all.of,
      purchases: share(purchases),
      medication_fields: share(kinds.medication.fields),
      supplement_fields: share(kinds.supplement.fields),
      peptide_fields: share(kinds.peptide.fields),
      interactions: interactions.toLocaleString('en'),
      oldest_label: oldestLabel ? longDate(oldestLabel.date) : 'not stated',
      sources: sources.reduce((sum, [, count]) => sum + count, 0).toLocaleString('en'),
      sources_by_type: listOf(sources.map(([type, count]) => `${count.toLocaleString('en')} ${sourcesInWords[type]}`)),
    }).map(([key, value]) => [key, String(value)]),
  );
}

const fill = (text: string, values: Blanks): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : whole));

function putIn(node: Nodes, values: Blanks): void {
  if ('value' in node) node.value = fill(node.value, values);
  if ('url' in node) node.url = fill(node.url, values);
  if ('children' in node) for (const child of node.children) putIn(child, values);
}

/** As much of a hast node as is looked at here. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

const anchors = () => (tree: Node) => {
  const taken = new Set<string>();
  for (const node of tree.children ?? []) {
    if (node.tagName === 'h2') node.properties = { ...node.properties, id: ownAnchor(textOf(node), taken) };
  }
};

/** Nothing is asked of another host, and no link leads to a program. */
const ownAddresses = () => keepOwnAddresses;

function keepOwnAddresses(tree: Node): void {
  tree.children = (tree.children ?? []).map((node) => {
    const { href, src, alt } = node.properties ?? {};
    if (node.tagName === 'img' && !webAddress(String(src))?.startsWith('/'))
      return { type: 'text', value: String(alt) };
    if (href !== undefined && !isLink(String(href))) delete node.properties?.href;
    keepOwnAddresses(node);
    return node;
  });
}

const isLink = (href: string): boolean =>
  webAddress(href) !== undefined || /^(?:mailto:|[#?]|[\w.-]+(?:[/?#]|$))/i.test(href);

/** A wide table or listing scrolls in itself; what scrolls must be reachable by keyboard. */
const scrollers = () => (tree: Node) => {
  tree.children = (tree.children ?? []).map((node) => {
    if (node.tagName === 'pre') return copyable(node);
    if (node.tagName !== 'table') return node;
    return { type: 'element', tagName: 'div', properties: { className: ['scroll'], tabIndex: 0 }, children: [node] };
  });
};

/** A listing with a button to copy it, which the script shows. */
const copyable = (pre: Node): Node => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['copyable'] },
  children: [
    { ...pre, properties: { ...pre.properties, tabIndex: 0 } },
    {
      type: 'element',
      tagName: 'button',
      properties: { type: 'button', className: ['plain'], hidden: true, dataCopyBefore: '' },
      children: [{ type: 'text', value: 'Copy' }],
    },
  ],
});

const markdown = remark()
  .use(remarkGfm)
  .use(remarkRehype)
  .use(ownAddresses)
  .use(anchors)
  .use(scrollers)
  .use(rehypeStringify);
