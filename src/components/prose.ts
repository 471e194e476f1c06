import matter from 'gray-matter';
import type { Nodes } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { webAddress } from '../text/web-address.ts';
import { ownAnchor } from './lists/record-groups.ts';

/** A page of running text: content/pages/<name>.md. */
export interface Prose {
  title: string;
  description: string;
  html: string;
}

type Values = Readonly<Record<string, string>>;

/**
 * Markdown with front matter (`title`, `description`) as HTML. `{name}`, `{site_url}` and what else `values` has are put
 * into its texts and addresses after it was read, so that no value can become markup. Raw HTML in the text is dropped, as
 * are links to what is no web address and pictures of other hosts. Headings of the second level get an anchor.
 * @throws when the front matter is a program
 */
export function renderProse(source: string, values: Values): Prose {
  const { data, content } = matter(source, { engines: { javascript: refuseProgram } });
  const { title = '', description = '' } = data as { title?: unknown; description?: unknown };
  const tree = markdown.parse(content);
  putIn(tree, values);
  return {
    title: fill(String(title), values),
    description: fill(String(description), values),
    html: markdown.stringify(markdown.runSync(tree)),
  };
}

/** gray-matter would run front matter that begins with `---js`. */
function refuseProgram(): never {
  throw new Error('The front matter of a page is a program; write it as YAML, with title and description.');
}

const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : whole));

function putIn(node: Nodes, values: Values): void {
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
    if (node.tagName === 'pre') return { ...node, properties: { ...node.properties, tabIndex: 0 } };
    if (node.tagName !== 'table') return node;
    return { type: 'element', tagName: 'div', properties: { className: ['scroll'], tabIndex: 0 }, children: [node] };
  });
};

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(ownAddresses)
  .use(anchors)
  .use(scrollers)
  .use(rehypeStringify);
