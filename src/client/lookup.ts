import { type SearchHit, searchCatalog } from '../api/search.ts';
import { normalize } from '../names/normalize.ts';
import { buildNameIndex, type Resolution, resolveName } from '../names/resolve.ts';
import { nameData, nameIndex, searchIndex } from './data.ts';

/** What a person who types a name is shown: records, and what must be said of the name itself. */
export interface Lookup {
  hits: SearchHit[];
  notes: string[];
}

/**
 * Answers a text as soon as the records are there, and once more when the names are: the known names of the world, which
 * tell a misspelling from another medicine, are many times larger than the records.
 */
export async function* lookUp(query: string): AsyncGenerator<Lookup> {
  const search = await searchIndex();
  const ready = await Promise.race([nameIndex(), undefined]);
  if (!ready) yield { hits: searchCatalog(search, NO_NAMES, query), notes: [] };
  const [names, { confusable }] = [ready ?? (await nameIndex()), await nameData()];
  const resolution = resolveName(names, query);
  const hits = searchCatalog(search, names, query);
  // Half a name is near many; that need not be said as long as something begins like it.
  const said = hits.length > 0 && resolution.status === 'ambiguous_name' ? [] : nameNotes(resolution);
  yield {
    hits: hits.length > 0 ? hits : suggested(resolution),
    notes: [...said, ...confusableNotes(resolution, confusable)],
  };
}

const NO_NAMES = buildNameIndex({ records: [], confusable: [], known: '' });

const suggested = (resolution: Resolution): SearchHit[] =>
  resolution.status === 'found'
    ? []
    : resolution.suggestions.map(({ kind, slug, name }) => ({
        type: kind,
        slug,
        name,
        subtitle: '',
        score: 0,
        matched: [],
      }));

/** What the resolver did with a name, in words. An exact name needs none. */
export function nameNotes(resolution: Resolution): string[] {
  switch (resolution.status) {
    case 'found':
      return resolution.match.method === 'fuzzy'
        ? [`Read as ${resolution.match.matched}. Make sure that this is the name you mean.`]
        : [];
    case 'not_in_catalog':
      return [
        `${resolution.query} is a real name, but there is no record of it here. A similar name is another medicine.`,
      ];
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
