import { type SearchHit, searchCatalog } from '../api/search.ts';
import { normalize } from '../names/normalize.ts';
import { type Resolution, resolveName } from '../names/resolve.ts';
import { nameData, nameIndex, searchIndex } from './data.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  notes: string[];
}

export async function lookUp(query: string): Promise<Lookup> {
  const [names, search, data] = await Promise.all([nameIndex(), searchIndex(), nameData()]);
  const resolution = resolveName(names, query);
  const hits = searchCatalog(search, names, query);
  return { hits: hits.length > 0 ? hits : suggested(resolution), notes: [...nameNotes(resolution), ...confusableNotes(resolution, data.confusable)] };
}

const suggested = (resolution: Resolution): SearchHit[] =>
  resolution.status === 'found'
    ? []
    : resolution.suggestions.map(({ kind, slug, name }) => ({ type: kind, slug, name, subtitle: '', score: 0, matched: [] }));

/** What the resolver did with a name, in words. An exact name needs none. */
export function nameNotes(resolution: Resolution): string[] {
  switch (resolution.status) {
    case 'found':
      return resolution.match.method === 'fuzzy'
        ? [`Read as ${resolution.match.matched}. Make sure that this is the name you mean.`]
        : [];
    case 'not_in_catalog':
      return [`${resolution.query} is a real name, but there is no record of it here. A similar name is another medicine.`];
    case 'ambiguous_name':
      return ['Several names are near. Choose the one that stands on the package.'];
    case 'not_recognized':
      return [];
    default:
      return resolution satisfies never;
  }
}

/** Names that are often taken for the one that was found. */
function confusableNotes(resolution: Resolution, pairs: readonly (readonly [string, string])[]): string[] {
  if (resolution.status !== 'found') return [];
  const own = new Set([resolution.record.name, ...resolution.record.names.map(({ text }) => text)].map(normalize));
  const others = pairs.flatMap(([a, b]) => (own.has(normalize(a)) ? [b] : own.has(normalize(b)) ? [a] : []));
  return others.length > 0 ? [`Easily confused with ${[...new Set(others)].join(', ')}.`] : [];
}
