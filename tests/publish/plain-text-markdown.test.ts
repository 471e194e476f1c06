import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import { listNode, paragraph, strong, toMarkdown } from '../../src/publish/companion/markdown.ts';

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

it('a text without marks is written as remark writes it, wherever it stands', () => {
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
