import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAlias, isNode, parseDocument, visit } from 'yaml';
import { root } from '../../src/build/options.ts';
import { readYaml } from '../../src/catalog/yaml.ts';

const folder = join(root, 'content/peptide');
const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));

/** Marks that mean something in YAML, and some that only look like it. */
const marks = [
  ...['\t', '\n', '\r\n', '  ', ': ', ':', '- ', ' #', '#', '"', "'", '[', ']', '{', '}', ',', '|\n', '>-\n', '? '],
  ...['&a ', '*a', '!', '!!str ', '%YAML 1.1\n', '---\n', '...\n', '@', '\\', '\u0085', '\u2028', '\ufeff', '\0', '~'],
  ...['null', 'yes', '1_0', '0o7', '0x1f', '.5', '1e3', '2026-11-23', '12:30', '<<: ', 'key: ', '=', '__proto__: 1\n'],
];

const edited = fc
  .tuple(
    fc.nat(lines.length - 1),
    fc.integer({ min: 1, max: 25 }),
    fc.array(fc.tuple(fc.nat(1_000), fc.constantFrom('', ...marks), fc.nat(4)), { maxLength: 3 }),
  )
  .map(([from, count, edits]) => {
    const taken = lines.slice(from, from + count);
    const indent = taken[0]?.search(/\S|$/) ?? 0;
    const text = taken.map((line) => line.replace(new RegExp(`^ {0,${indent}}`), '')).join('\n');
    return edits.reduce((so, [at, mark, cut]) => {
      const place = at % (so.length + 1);
      return so.slice(0, place) + mark + so.slice(place + cut);
    }, text);
  });

function readWithPlaces(text: string): { value: unknown } | undefined {
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  let refused = document.errors.length > 0;
  visit(document, (_, node) => {
    refused ||= isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor !== undefined);
  });
  return refused ? undefined : { value: document.toJS() };
}

test('a text has the value that the parser with places gives it, and is refused if that refuses it', () => {
  fc.assert(
    fc.property(edited, (text) => {
      const { value, problems } = readYaml('edited.yaml', text);
      const whole = readWithPlaces(text);
      expect(problems.length === 0).toBe(whole !== undefined);
      expect(value).toEqual(whole?.value);
    }),
    { numRuns: 2_000 },
  );
});

test('what is wrong with a part of a sound text is told where the part stands', () => {
  const { problems, at } = readYaml('sound.yaml', 'name: Warfarin\ndoses:\n  - 5 mg\n  - 10 mg\n');
  expect(problems).toEqual([]);
  expect(at(['doses', 1], 'is wrong')).toMatchObject({ line: 4, column: 5, path: 'doses[1]', reason: 'is wrong' });
});
