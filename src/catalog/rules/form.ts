import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { compareText } from '../../text/order.ts';

export interface KeyOrder {
  readonly record: readonly string[];
  readonly profile: readonly string[];
}

/** A rule on the formatting of a record. It can fix what it finds, and stops no build: programs write records, too. */
export interface FormRule {
  readonly name: string;
  /** The text edits that fix the formatting; empty if there is nothing to fix. */
  readonly edits: (document: Document, text: string, order: KeyOrder) => readonly Edit[];
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  readonly reason: string;
}

/** The keys of a record are in the order of its schema, so that a reviewer finds each where it is expected. */
const orderedKeys: FormRule = {
  name: 'ordered-keys',
  edits({ contents }, text, order) {
    if (!isMap(contents)) return [];
    const profile = contents.get('profile', true);
    return [
      ...reordered(text, contents, order.record, 'the record'),
      ...(isMap(profile) ? reordered(text, profile, order.profile, 'the profile') : []),
    ];
  },
};

/** A bare date is a date in YAML 1.1 and text in YAML 1.2; in quotes it is text in both. */
const quotedDates: FormRule = {
  name: 'quoted-dates',
  edits: ({ contents }) =>
    plainScalars(contents)
      .filter(({ source = '' }) => /^\d{4}-\d\d(?:-\d\d)?$/.test(source))
      .map(({ range, source }) => ({
        start: range?.[0] ?? 0,
        end: range?.[1] ?? 0,
        by: `"${source}"`,
        reason: `writes the date ${source} without quotes`,
      })),
};

/** Classes are in alphabetical order, so that two authors who add one cause no merge conflict. */
const sortedClasses: FormRule = {
  name: 'sorted-classes',
  edits({ contents }) {
    const classes = isMap(contents) ? contents.get('classes', true) : undefined;
    if (!isSeq(classes)) return [];
    const items = classes.items.filter((item): item is Scalar<string> => isScalar(item));
    const sorted = items.map(({ value }) => value).toSorted(compareText);
    return items.flatMap(({ value, range }, at) =>
      range && value !== sorted[at]
        ? [{ start: range[0], end: range[1], by: sorted[at] as string, reason: 'lists its classes out of order' }]
        : [],
    );
  },
};

const formRules: readonly FormRule[] = [orderedKeys, quotedDates, sortedClasses];

export function formFaults(text: string, order: KeyOrder): { line: number; reason: string }[] {
  const document = parseDocument(text);
  return formRules
    .flatMap(({ edits }) => edits(document, text, order))
    .map(({ start, reason }) => ({ line: text.slice(0, start).split('\n').length, reason }));
}

export function fixForm(text: string, order: KeyOrder): string {
  return formRules.reduce((fixed, { edits }) => apply(fixed, edits(parseDocument(fixed), fixed, order)), text);
}

const apply = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, by }) => changed.slice(0, start) + by + changed.slice(end), text);

/** One edit that puts the pairs of a map in order, each with the comments above it. */
function reordered(text: string, map: YAMLMap, order: readonly string[], what: string): Edit[] {
  if (map.flow) return [];
  const pairs = map.items as Pair<Scalar<string>, unknown>[];
  const keys = pairs.map(({ key }) => key.value);
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const sorted = keys.toSorted((a, b) => rank(a) - rank(b));
  if (sorted.every((key, at) => key === keys[at])) return [];
  const starts = pairs.map(({ key }) => startWithComments(text, key.range?.[0] ?? 0));
  const end = endOfMap(text, map);
  const pieces = new Map(keys.map((key, at) => [key, text.slice(starts[at], starts[at + 1] ?? end)]));
  const whole = sorted.map((key) => withNewline(pieces.get(key) as string)).join('');
  return [{ start: starts[0] as number, end, by: whole, reason: `has the keys of ${what} out of order` }];
}

/** The beginning of the line of a key, or of the comment lines right above it. */
function startWithComments(text: string, key: number): number {
  let start = text.lastIndexOf('\n', key - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^\s*#(?! yaml-language-server)/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

function endOfMap(text: string, map: YAMLMap): number {
  const end = map.range?.[2] ?? text.length;
  return text[end - 1] === '\n' ? end : Math.min(text.length, text.indexOf('\n', end) + 1 || text.length);
}

const withNewline = (piece: string): string => (piece.endsWith('\n') ? piece : `${piece}\n`);

function plainScalars(contents: unknown): Scalar[] {
  const found: Scalar[] = [];
  const walk = (node: unknown): void => {
    if (isScalar(node)) {
      if (node.type === 'PLAIN') found.push(node);
    } else if (isSeq(node)) node.items.forEach(walk);
    else if (isMap(node)) for (const pair of node.items) walk(pair.value);
  };
  walk(contents);
  return found;
}
