import matter from 'gray-matter';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { anchor } from './lists.ts';

/** A page of running text: content/pages/<name>.md. */
export interface Prose {
  title: string;
  description: string;
  html: string;
}

/**
 * Markdown with front matter (`title`, `description`) as HTML. `{name}`, `{site_url}` and what else `values` has are
 * put in first; raw HTML in the text is dropped. Headings of the second level get an anchor.
 */
export function renderProse(source: string, values: Readonly<Record<string, string>>): Prose {
  const { data, content } = matter(fill(source, values));
  const { title, description } = data as { title: string; description: string };
  return { title, description, html: String(markdown.processSync(content)) };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (whole, key: string) => values[key] ?? whole);

/** As much of a hast node as the anchors need. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

const anchors = () => (tree: Node) => {
  for (const node of tree.children ?? []) {
    if (node.tagName === 'h2') node.properties = { ...node.properties, id: anchor(textOf(node)) };
  }
};

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
  .use(anchors)
  .use(scrollers)
  .use(rehypeStringify);
