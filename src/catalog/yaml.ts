import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { type Document, isAlias, isMap, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import { type Kept, nothingKept } from './kept.ts';
import type { ContentProblem } from './problems.ts';

export type Path = readonly (string | number)[];

/** A YAML file as read: its value (undefined where it could not be read) and where each part of it stands. */
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
export function readYaml(file: string, text: string, kept: Kept = nothingKept): YamlFile {
  const known = read.get(file);
  if (known?.text === text) return known.yaml;
  const yaml = soundYaml(file, text, kept);
  read.set(file, { text, yaml });
  return yaml;
}

// yaml takes about 3 ms for 15 KB; the tests read the same text many times. One entry a file, and room for few catalogs.
const read = new LRUCache<string, { text: string; yaml: YamlFile }>({ max: 512 });

/**
 * A sound file is its value alone. Its document takes ten times as much room, and is read again once somebody asks where a
 * part stands, which is when something is wrong.
 */
function soundYaml(file: string, text: string, kept: Kept): YamlFile {
  const place = kept.at('parsed', [text]);
  const known = place.value;
  let whole = known === undefined ? parseYaml(file, text) : undefined;
  if (whole && whole.problems.length > 0) return whole;
  if (whole) place.put(serialize(whole.value));
  const value = whole ? whole.value : deserialize(known as Uint8Array);
  whole = undefined;
  return {
    file,
    value,
    problems: [],
    at(...asked) {
      whole ??= parseYaml(file, text);
      return whole.at(...asked);
    },
  };
}

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

/** A path as text, such as `profile.doses[0]`. */
function formatPath(path: Path, key?: string): string {
  return [...path, ...(key === undefined ? [] : [key])].reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );
}
