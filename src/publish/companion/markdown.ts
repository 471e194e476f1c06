import type { BlockContent, ListItem, PhrasingContent, RootContent, Text } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Options as ToMarkdownOptions } from 'remark-stringify';
import type { Block, DetailItem } from '../../profile/section.ts';
import { webAddress } from '../../text/web-address.ts';

/** Markdown of nodes, without a newline at its end. Escaping is remark's, never ours (DESIGN.md, decision 17). */
export const toMarkdown = (nodes: readonly RootContent[]): string => stringified(nodes).trimEnd();

const stringified = (nodes: readonly RootContent[]): string =>
  processor.stringify({ type: 'root', children: [...nodes] });

export function textMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (!MARKS.test(line)) return line;
  const markdown =
    written.get(line) ??
    stringified([paragraph(line)])
      .trimEnd()
      .replace(OPEN_END, '\\$&');
  written.set(line, markdown);
  return markdown;
}
const MARKS = /[\\`*_{}[\]<>~&#|@:]|www\.|^(?:[-+=]|\d+[.)])/i;
// A trailing backslash would escape what we write after it; trailing number signs would close a heading.
const OPEN_END = /(?<!\\)(?:\\(?=(?:\\\\)*$)|#(?=#*$))/;
// Cached: lists repeat their names, and parsing one costs more than writing it.
const written = new Map<string, string>();

/** A text without marks as it is: looking for each mark at every place is most of what remark does. */
const writeText: Handle = (node: Text, _parent, state, info) =>
  isPlain(node.value, info) ? node.value : state.safe(node.value, info);

/** The first character that it writes, which is asked for before the node before it is written. */
const peekText: Handle = (node: Text, parent, state, info) =>
  PLAIN_START.exec(node.value)?.[0] ?? writeText(node, parent, state, info);

function isPlain(text: string, { before, after }: { before: string; after: string }): boolean {
  if (text === '') return true;
  if (MARKS_OF_MARKDOWN.test(text) || before.endsWith(']')) return false;
  if (LINE_END.test(before) ? !PLAIN_AT_LINE_START.test(text) : text.startsWith('.') && /[Ww]$/.test(before))
    return false;
  return !text.endsWith(' ') || !LINE_BREAK_FIRST.test(after);
}

type Handle = NonNullable<NonNullable<ToMarkdownOptions['handlers']>['text']>;

const MARKS_OF_MARKDOWN = /[\\`*_{}[\]<>~&#|@!=\t\r\n]|:\/|[Ww]\./;
const PLAIN_AT_LINE_START = /^(?:[\p{L}(]|\d+(?![\d.)]))/u;
const PLAIN_START = /^(?:[\p{L}\d.,;(]| (?![\r\n]))/u;
const LINE_END = /[\r\n]$/;
const LINE_BREAK_FIRST = /^[\r\n]/;

// GFM is on because readers have it on: without it, "~5% ... ~10%" would be struck through.
const processor = remark()
  .use(remarkGfm)
  .data('settings', {
    bullet: '-',
    emphasis: '_',
    listItemIndent: 'one',
    handlers: { text: Object.assign(writeText, { peek: peekText }) },
    // "<#@a>" would be read as an address.
    unsafe: [{ character: '<', after: '\\S', inConstruct: 'phrasing' }],
  })
  .freeze();

export function blockNodes(block: Block, siteUrl: string): RootContent[] {
  switch (block.type) {
    case 'text':
      return [paragraph(block.text)];
    case 'heading':
      return [heading(3, block.text)];
    case 'list':
      return [listNode(block.items.map(oneParagraph))];
    case 'facts':
      return [listNode(block.rows.map((row) => [factNode(row, siteUrl)]))];
    case 'items':
      return [listNode(block.items.map((item) => itemNodes(item, siteUrl)))];
    case 'warning':
      return [warningNode(block.title, [block.text].filter(Boolean))];
    default:
      return block satisfies never;
  }
}

const factNode = ({ label, value, link: url }: Fact, siteUrl: string): BlockContent =>
  paragraph(strong(`${label}:`), ` ${value}`, ...(url ? [' ', address(url, siteUrl)] : []));

/** A single value is written beside the title; several values, or an address, get a line each. What ends the address is in it. */
function itemNodes({ title, badge, rows, link: url }: DetailItem, siteUrl: string): BlockContent[] {
  const name = [strong(title), badge ? ` (${badge})` : ''];
  const values = rows.flatMap(({ label, value }) => (url?.endsWith(`/${value}`) ? [] : `${label}: ${value}`));
  if (values.length <= 1 && !url) return [paragraph(...name, ...values.map((value) => `. ${value}`))];
  const link = url ? [[paragraph('Link: ', address(url, siteUrl))]] : [];
  return [paragraph(...name), listNode([...values.map(oneParagraph), ...link])];
}

type Fact = Extract<Block, { type: 'facts' }>['rows'][number];
type Inline = string | PhrasingContent;
const inline = (part: Inline): PhrasingContent => (typeof part === 'string' ? { type: 'text', value: part } : part);

export const paragraph = (...parts: Inline[]): BlockContent => ({ type: 'paragraph', children: parts.map(inline) });
export const strong = (...parts: Inline[]): PhrasingContent => ({ type: 'strong', children: parts.map(inline) });
export const emphasis = (...parts: Inline[]): PhrasingContent => ({ type: 'emphasis', children: parts.map(inline) });
export const link = (url: string, label: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [{ type: 'text', value: label }],
});
/** An address in angle brackets, the only form in which nothing is escaped. What is not a web address stays text. */
export const address = (url: string, siteUrl = ''): PhrasingContent => {
  const absolute = url.startsWith('/') ? `${siteUrl}${url}` : url;
  return webAddress(absolute) ? link(absolute, absolute) : inline(absolute);
};
export const heading = (depth: 1 | 2 | 3, text: string): RootContent => ({
  type: 'heading',
  depth,
  children: [inline(text)],
});

export const oneParagraph = (text: string): BlockContent[] => [paragraph(text)];

export function listNode(items: readonly BlockContent[][], ordered = false): BlockContent {
  const children = items.map((nodes): ListItem => ({ type: 'listItem', spread: false, children: nodes }));
  return { type: 'list', ordered, spread: false, children };
}

export function warningNode(title: string, texts: readonly string[], items: readonly string[] = []): RootContent {
  const children = [paragraph(strong(title)), ...texts.map((text) => paragraph(text))];
  return { type: 'blockquote', children: items.length ? [...children, listNode(items.map(oneParagraph))] : children };
}
