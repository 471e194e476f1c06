import { closest } from 'fastest-levenshtein';
import type { Terms } from '../../interactions/vocabulary.ts';
import type { Entry } from '../../records/entry.ts';
import type { Kind } from '../../schema/kinds.ts';
import type { ContentRecord } from '../../schema/types.ts';
import type { Memo } from '../../text/memo.ts';
import type { CacheEntry } from '../cache.ts';
import type { Catalog } from '../catalog.ts';
import type { ContentProblem } from '../problems.ts';
import type { Path, YamlFile } from '../yaml.ts';

/** A record as written in its file, with the authoring marks of its entries. */
export type WrittenRecord = Omit<ContentRecord, 'profile'> & { profile: Record<string, unknown> };

/** A rule that one record can break by itself, beyond its schema. */
export interface RecordRule {
  readonly name: string;
  readonly check: (record: WrittenRecord, file: YamlFile, at: RecordPlace) => Iterable<ContentProblem>;
}

export interface RecordPlace {
  readonly kind: Kind;
  readonly slug: string;
  /** YYYY-MM-DD: the last day that a date may name; undefined where nobody looks. */
  readonly lastDay?: string | undefined;
}

/** A rule that needs the whole catalog: names, classes, links between records. */
export interface CatalogRule {
  readonly name: string;
  /** Whether it is broken follows from names and vocabulary alone, as `namesDigest` (catalog/named-records.ts) tells them apart. */
  readonly isOfNames?: true;
  readonly check: (catalog: Catalog, terms: Terms, files: CatalogFiles) => Iterable<ContentProblem>;
}

export interface CatalogFiles {
  /** The file of a record. */
  readonly of: (entry: Entry) => YamlFile;
  /** Slugs of all records of a kind, also of those that are refused: a link to one of them is not broken. */
  readonly slugs: (kind: Kind) => readonly string[];
  /** The catalog keeps a confusable.yaml of its own, in which an author can list or excuse a pair of names. */
  readonly hasOwnPairs: boolean;
  /** What the last check of this process made. */
  readonly memo: Memo;
  /** The cache entry of "no rule of names is broken". */
  readonly unbroken: CacheEntry;
}

/** Every string of a value with its path. */
export function strings(value: unknown): [Path, string][] {
  const found: [Path, string][] = [];
  const look = (at: unknown, path: Path): void => {
    if (typeof at === 'string') found.push([path, at]);
    else if (Array.isArray(at)) for (let index = 0; index < at.length; index++) look(at[index], [...path, index]);
    else if (typeof at === 'object' && at !== null)
      for (const [key, item] of Object.entries(at)) look(item, [...path, key]);
  };
  look(value, []);
  return found;
}

/** The words of an entry of a list, which is a text or a map of `text` and what belongs to it. */
export const entryText = (entry: unknown): string =>
  typeof entry === 'string' ? entry : String(valueAt(entry, ['text']) ?? '');

export const suggestion = (word: string, words: readonly string[]): string =>
  words.length ? `; did you mean ${closest(word, [...words])}?` : '';

/** `drugInteractions.major[0]` as a path into the file. */
export const pathOfField = (field: string): Path => [
  'profile',
  ...field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
];

/** The value at such a path; own fields only: "constructor" is no field. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, part) =>
      Object.hasOwn(Object(inner), part) ? (inner as Record<string | number, unknown>)[part] : undefined,
    value,
  );
