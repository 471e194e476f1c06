import { joined, normalize } from './normalize.ts';

export type Kind = 'medication' | 'supplement' | 'peptide';
export type NameSort = 'slug' | 'name' | 'alias' | 'salt';
export type Method = NameSort | 'fuzzy';

export interface NamedRecord {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
  readonly substances: readonly string[];
  /** Exact names that lead here, with what sort each is. */
  readonly names: readonly { readonly text: string; readonly sort: NameSort }[];
}

export interface NameIndexData {
  readonly records: readonly NamedRecord[];
  readonly confusable: readonly (readonly [string, string])[];
  /** The text of content/vocabulary/known-names.tsv. */
  readonly known: string;
}

export interface NameIndex {
  readonly exact: ReadonlyMap<string, { record: NamedRecord; text: string; sort: NameSort }>;
}

export interface RecordRef {
  readonly kind: Kind;
  readonly slug: string;
  readonly name: string;
}

export interface Match {
  readonly query: string;
  readonly matched: string;
  readonly method: Method;
  readonly score: number;
  readonly alternatives: readonly RecordRef[];
}

export type Resolution =
  | { status: 'found'; record: NamedRecord; match: Match }
  | { status: 'not_in_catalog'; query: string; name: string; canonical: readonly string[]; suggestions: readonly RecordRef[] }
  | { status: 'ambiguous_name'; query: string; suggestions: readonly RecordRef[] }
  | { status: 'not_recognized'; query: string; suggestions: readonly RecordRef[] };

export function buildNameIndex(data: NameIndexData): NameIndex {
  const exact = new Map<string, { record: NamedRecord; text: string; sort: NameSort }>();
  for (const record of data.records) {
    for (const { text, sort } of record.names) {
      const key = joined(normalize(text));
      if (!exact.has(key)) exact.set(key, { record, text, sort });
    }
  }
  return { exact };
}

export function resolveName(index: NameIndex, query: string): Resolution {
  const hit = index.exact.get(joined(normalize(query)));
  if (!hit) return { status: 'not_recognized', query, suggestions: [] };
  const match: Match = { query, matched: hit.text, method: hit.sort, score: 1, alternatives: [] };
  return { status: 'found', record: hit.record, match };
}

/** Canonical ingredient names of an exact known name, else undefined. */
export function knownIngredients(index: NameIndex, query: string): readonly string[] | undefined {
  return index.exact.get(joined(normalize(query)))?.record.substances;
}

/** Records near a slug that does not exist: one letter missing, another kind. */
export function suggestRecords(index: NameIndex, query: string, kind?: Kind): RecordRef[] {
  const hit = index.exact.get(joined(normalize(query)));
  return hit && hit.record.kind !== kind ? [{ kind: hit.record.kind, slug: hit.record.slug, name: hit.record.name }] : [];
}

/** Pairs of names of different records that look or sound alike. */
export function lookAlikePairs(_records: readonly NamedRecord[]): { a: string; b: string; score: number }[] {
  return [];
}
