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

export type WrittenRecord = Omit<ContentRecord, 'profile'> & { profile: Record<string, unknown> };

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

export interface CatalogRule {
  readonly name: string;
  /** Whether it is broken follows from names and vocabulary alone, as `namesDigest` (catalog/named-records.ts) tells them apart. */
  readonly isOfNames?: true;
  readonly check: (catalog: Catalog, terms: Terms, files: CatalogFiles) => Iterable<ContentProblem>;
}

export interface CatalogFiles {
  readonly of: (entry: Entry) => YamlFile;
  /** Slugs of all records of a kind, also of those that are refused: a link to one of them is not broken. */
  readonly slugs: (kind: Kind) => readonly string[];
  /** The catalog keeps a confusable.yaml of its own, in which an author can list or excuse a pair of names. */
  readonly hasOwnPairs: boolean;
  readonly memo: Memo;
  readonly unbroken: CacheEntry;
}

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

export const entryText = (entry: unknown): string =>
  typeof entry === 'string' ? entry : String(valueAt(entry, ['text']) ?? '');

export const suggestion = (word: string, words: readonly string[]): string =>
  words.length ? `; did you mean ${closest(word, [...words])}?` : '';

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
