import { deserialize, serialize } from 'node:v8';
import { CORE_SCHEMA, constructFromEvents, type Event, mapTag, parseEvents } from 'js-yaml';
import { LRUCache } from 'lru-cache';
import { type Document, isAlias, isMap, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import { type Cache, noCache } from './cache.ts';
import type { ContentProblem } from './problems.ts';

export type Path = readonly (string | number)[];

/** A YAML file as read: its value (undefined where it could not be read) and the position of each of its parts. */
export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  readonly problems: readonly ContentProblem[];
  /** Problem at a path; `key` points at a key of the map there. */
  at(path: Path, reason: string, key?: string): ContentProblem;
}

/**
 * Reads YAML 1.2 (core schema). Refuses tabs, repeated keys, several documents, anchors and aliases: an alias could
 * make a small file expand without bound, and a reader of a record should not have to look elsewhere.
 */
export function readYaml(file: string, text: string, cache: Cache = noCache): YamlFile {
  const known = read.get(file);
  if (known?.text === text) return known.yaml;
  const yaml = soundYaml(file, text, cache);
  read.set(file, { text, yaml });
  return yaml;
}

// The words of a catalog are read again at each save of a dev server. Records are cache as they were read.
const read = new LRUCache<string, { text: string; yaml: YamlFile }>({ max: 32 });

/** A sound file is its value alone: reading positions takes ten times as long, and ten times as much room. */
function soundYaml(file: string, text: string, cache: Cache): YamlFile {
  const place = cache.at('parsed', [text]);
  const known = place.value;
  const read = known === undefined ? plainValue(text) : { value: deserialize(known) as unknown };
  if (read === undefined) return parseYaml(file, text);
  if (known === undefined) place.put(serialize(read.value));
  let whole: YamlFile | undefined;
  return {
    file,
    value: read.value,
    problems: [],
    at(...asked) {
      whole ??= parseYaml(file, text);
      return whole.at(...asked);
    },
  };
}

/** The value of a text in which nothing is wrong, and nothing of what is refused; undefined for any other. */
function plainValue(text: string): { readonly value: unknown } | undefined {
  if (UNCOMMON.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    if (events.some(isMarked)) return undefined;
    const documents = constructFromEvents(events, { source: text, schema: NAMED_KEYS });
    return documents.length === 1 ? { value: documents[0] } : undefined;
  } catch {
    // The other parser says what is wrong, and where.
    return undefined;
  }
}

const isMarked = (event: Event): boolean =>
  ('anchorStart' in event && event.anchorStart >= 0) || ('tagStart' in event && event.tagStart >= 0);

/** Tabs and other controls, directives and marks of documents: parsers differ in where they allow them. */
const UNCOMMON = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\uffff]|^(?:%|---|\.\.\.)/m;

/** Keys are names: a missing one is null here and empty there. */
const NAMED_KEYS = CORE_SCHEMA.withTags({
  ...mapTag,
  addPair: (map, key, value) => (key === null ? 'has no name' : mapTag.addPair(map, key, value)),
});

/** The same with the position of each part, and with what is wrong. */
function parseYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems: ContentProblem[] = document.errors.map((error) => ({
    ...place(error.pos[0]),
    path: '',
    reason: explainYaml(error.code, error.message),
  }));
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && !('anchor' in node && node.anchor)) return undefined;
      problems.push({
        ...place(node.range?.[0] ?? 0),
        path: '',
        reason: 'uses an anchor or alias; write the value out',
      });
      return visit.SKIP;
    },
  });
  const sound = problems.length === 0;
  return {
    file,
    value: sound ? document.toJS() : undefined,
    problems,
    at: (path, reason, key) => ({ ...place(offsetOf(document, path, key)), path: formatPath(path, key), reason }),
  };
}

function explainYaml(code: string, message: string): string {
  const first = message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message;
  if (code === 'TAB_AS_INDENT') return 'is indented with a tab; indent with spaces';
  if (code === 'DUPLICATE_KEY') return 'repeats a key; keep one of them';
  if (code === 'MULTIPLE_DOCS') return 'holds several documents; keep one a file';
  return `is not valid YAML: ${first}`;
}

function offsetOf(document: Document, path: Path, key?: string): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (!isNode(node)) continue;
    if (depth === path.length && key !== undefined && isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && String((item.key as { value?: unknown })?.value) === key);
      const at = (pair?.key as { range?: number[] } | undefined)?.range?.[0];
      if (at !== undefined) return at;
    }
    return node.range?.[0] ?? 0;
  }
  return 0;
}

function formatPath(path: Path, key?: string): string {
  return [...path, ...(key === undefined ? [] : [key])].reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );
}
