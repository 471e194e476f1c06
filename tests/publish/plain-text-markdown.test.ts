import fc from 'fast-check';
import type { BlockContent, RootContent } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { heading, listNode, paragraph, strong, toMarkdown, warningNode } from '../../src/publish/companion/markdown.ts';

/** remark with our settings, and its own way to write a text. */
const whole = remark()
  .use(remarkGfm)
  .data('settings', {
    bullet: '-',
    emphasis: '_',
    listItemIndent: 'one',
    unsafe: [{ character: '<', after: '\\S', inConstruct: 'phrasing' }],
  })
  .freeze();
const byRemark = (nodes: RootContent[]): string => whole.stringify({ type: 'root', children: nodes }).trimEnd();

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '1. ',
    '- ',
    '+ x',
    'www.a.b',
    'http://a.b',
    ' ',
    '. ',
    '2) ',
    '](',
    '(x',
    'a:-',
    ':-',
    '=',
    'W.',
    '"q"',
    '!',
    'x@y.z',
    '%',
    'é',
    '#',
  ),
  fc.constantFrom('Take', ' with food', ', 5 mg', ' (a', ') b', 'it’s', ': c'),
);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));

describe('a text without marks', () => {
  it('is written as remark writes it, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), text, (texts, bold) => {
        const nodes: RootContent[] = [
          paragraph(...texts),
          paragraph(strong(bold), ...texts, strong(bold)),
          listNode([[paragraph(...texts)], [paragraph(strong(bold), texts[0] as string)]]),
        ];
        expect(toMarkdown(nodes)).toBe(byRemark(nodes));
      }),
      { numRuns: 500 },
    );
  });
});

/** The same nodes, which note the texts that are written: a text is read once as JSON, and again by who writes it. */
function watched(nodes: RootContent[], written: string[]): RootContent[] {
  const seen = new Set<object>();
  const watch = (node: object): object => {
    const copy = { ...node } as { value?: string; children?: object[] };
    if (copy.children) copy.children = copy.children.map(watch);
    const { value } = copy;
    if (value !== undefined)
      Object.defineProperty(copy, 'value', {
        enumerable: true,
        get() {
          if (seen.has(copy) && written.at(-1) !== value) written.push(value);
          seen.add(copy);
          return value;
        },
      });
    return copy;
  };
  return nodes.map(watch) as RootContent[];
}

describe('a companion', () => {
  const anyText = fc.oneof(
    text,
    fc.constantFrom('a\n', 'a\r', ' a ', 'a\u00a0', '', 'a\nb', 'a\\n'),
    fc.string({ maxLength: 5 }),
  );
  const items = fc.array(
    fc.oneof(
      anyText.map((one) => [paragraph(one)]),
      anyText.map((one) => [paragraph(one, '')]),
      fc
        .tuple(anyText, fc.array(anyText, { maxLength: 3 }))
        .map(([one, more]) => [paragraph(strong(one)), listNode(more.map((line) => [paragraph(line)]))]),
      fc.constant<BlockContent[]>([]),
    ),
    { maxLength: 11 },
  );
  const block: fc.Arbitrary<RootContent> = fc.oneof(
    anyText.map((one) => heading(2, one)),
    anyText.map((one) => paragraph(one)),
    fc.tuple(anyText, fc.array(anyText, { maxLength: 6 })).map(([one, more]) => warningNode(one, [], more)),
    fc.tuple(items, fc.boolean()).map(([of, ordered]) => listNode(of, ordered)),
    items.map((of) => listNode(of)),
  );

  it('is written part by part as remark writes it in one piece', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (nodes) => {
        expect(toMarkdown(nodes)).toBe(byRemark(nodes));
      }),
      { numRuns: 500 },
    );
  });

  it('is not written anew where a part of it is as it was', () => {
    const lines = (changed: string): RootContent[] => [
      heading(2, 'Some'),
      listNode(Array.from({ length: 12 }, (_, at) => [paragraph(at === 5 ? changed : `*${at}*`)])),
    ];
    const written: string[] = [];
    const told = (nodes: RootContent[]): string => {
      written.length = 0;
      return toMarkdown(watched(nodes, written));
    };
    told(lines('as it was'));
    expect(written).toContain('*11*');
    expect(told(lines('another'))).toBe(byRemark(lines('another')));
    expect(written).toEqual(['*4*', 'another', '*6*', '*7*']);
  });
});
