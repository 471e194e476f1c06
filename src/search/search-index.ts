import MiniSearch from 'minisearch';
import type { NameIndex } from '../names/name-index.ts';
import { resolveName } from '../names/resolve.ts';
import { displayName, type Entry, refOf, subtitle } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import { normalize } from '../text/normalize.ts';
import { compareText } from '../text/order.ts';

/** One record as search sees it: v1/search.json holds a list of these. */
export interface SearchDocument {
  type: Kind;
  slug: string;
  name: string;
  subtitle: string;
  /** Field to its text or texts; what a hit quotes. */
  fields: Partial<Record<SearchField, string | string[]>>;
}
const searchFields = ['name', 'aliases', 'class', 'use', 'about'] as const;
export type SearchField = (typeof searchFields)[number];

export interface SearchIndex {
  readonly documents: ReadonlyMap<string, SearchDocument>;
  readonly index: MiniSearch;
}

export interface SearchHit {
  type: Kind;
  slug: string;
  name: string;
  subtitle: string;
  score: number;
  matched: { field: SearchField; text: string }[];
}

export function searchDocument(entry: Entry): SearchDocument {
  const { brands = [], synonyms = [], abbreviations = [], salts = [] } = entry.names;
  return {
    type: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
    subtitle: subtitle(entry),
    fields: {
      name: displayName(entry),
      aliases: [...brands, ...synonyms, ...abbreviations, ...salts],
      ...topics(entry),
    },
  };
}

function topics(entry: Entry): SearchDocument['fields'] {
  const some = (field: SearchField, value: string | readonly (string | undefined)[] | undefined) => {
    const texts = (typeof value === 'string' ? [value] : (value ?? [])).filter((one): one is string => Boolean(one));
    return texts.length ? { [field]: texts } : {};
  };
  switch (entry.kind) {
    case 'medication':
      return { ...some('class', entry.profile.drugClass), ...some('use', entry.profile.indications) };
    case 'supplement':
      return {
        ...some('class', entry.profile.category),
        ...some(
          'use',
          entry.profile.dosing?.map(({ condition }) => condition),
        ),
        ...some('about', [entry.profile.subtitle, entry.profile.keyFinding]),
      };
    case 'peptide':
      return {
        ...some('class', entry.profile.category),
        ...some(
          'use',
          entry.profile.researchUses?.map(({ area }) => area),
        ),
        ...some('about', [entry.profile.subtitle, entry.profile.keyFinding]),
      };
    default:
      return entry satisfies never;
  }
}

export function buildSearch(documents: readonly SearchDocument[]): SearchIndex {
  const index = new MiniSearch<{ id: string } & Partial<Record<SearchField, string>>>({
    fields: [...searchFields],
    processTerm: (term) => normalize(term) || null,
  });
  index.addAll(
    documents.map(({ fields, ...document }) => ({
      id: refOf({ kind: document.type, slug: document.slug }),
      ...mapValues(fields),
    })),
  );
  return {
    documents: new Map(documents.map((one) => [refOf({ kind: one.type, slug: one.slug }), one])),
    index: index as unknown as MiniSearch,
  };
}

const mapValues = (fields: SearchDocument['fields']): Partial<Record<SearchField, string>> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, [value].flat().join('\n')]));

/**
 * Records for a free text, best first; equal arguments give equal answers. A name that leads to a record is first with
 * score 1, a spelling that does has the resolver's score. Only the resolver forgives spelling in names, because only it
 * knows which other drugs are near; words of a class or a use may be off by a letter or so.
 */
export function searchCatalog({ documents, index }: SearchIndex, names: NameIndex, query: string): SearchHit[] {
  const resolution = resolveName(names, query);
  const named =
    resolution.status === 'found'
      ? [{ ...resolution.record, score: resolution.match.score, text: resolution.match.matched }]
      : [];
  const first = named.flatMap((record) => {
    const document = documents.get(refOf(record));
    return document
      ? [
          hit(document, record.score, [
            { field: record.text === document.name ? 'name' : 'aliases', text: record.text },
          ]),
        ]
      : [];
  });
  const fuzzy = resolution.status === 'not_in_catalog' || resolution.status === 'found' ? 0 : 0.2;
  const found = [
    ...index.search(query, {
      fields: ['name', 'aliases'],
      prefix: true,
      boost: { name: 3, aliases: 2 },
      combineWith: 'AND',
    }),
    ...index.search(query, {
      fields: ['class', 'use', 'about'],
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? fuzzy : 0),
      combineWith: 'AND',
    }),
  ];
  const scores = new Map<string, { score: number; fields: Map<SearchField, Set<string>> }>();
  for (const { id, score, match } of found) {
    const sum = scores.get(id) ?? { score: 0, fields: new Map() };
    sum.score += score;
    for (const [term, fields] of Object.entries(match)) {
      for (const field of fields as SearchField[])
        sum.fields.set(field, (sum.fields.get(field) ?? new Set()).add(term));
    }
    scores.set(id, sum);
  }
  const best = Math.max(1, ...[...scores.values()].map(({ score }) => score));
  const rest = [...scores]
    .filter(([id]) => !named.some((record) => refOf(record) === id))
    .map(([id, { score, fields }]) => {
      const document = documents.get(id) as SearchDocument;
      const matched = searchFields.flatMap((field) => quote(document, field, fields.get(field)));
      return hit(document, round((score / best) * 0.9), matched);
    })
    .toSorted(
      (a, b) =>
        b.score - a.score || compareText(refOf({ kind: a.type, slug: a.slug }), refOf({ kind: b.type, slug: b.slug })),
    );
  return [...first, ...rest];
}

function quote(
  document: SearchDocument,
  field: SearchField,
  terms: ReadonlySet<string> | undefined,
): SearchHit['matched'] {
  if (!terms) return [];
  const texts = [document.fields[field] ?? []].flat();
  const text = texts.find((one) => [...terms].some((term) => normalize(one).includes(term))) ?? texts[0];
  return text === undefined ? [] : [{ field, text }];
}

const hit = (
  { type, slug, name, subtitle: line }: SearchDocument,
  score: number,
  matched: SearchHit['matched'],
): SearchHit => ({ type, slug, name, subtitle: line, score, matched });
const round = (value: number): number => Math.round(value * 1000) / 1000;
