import type { NamedRecord } from '../names/name-index.ts';
import type { Kind } from '../schema/kinds.ts';
import { displayName, type Entry } from './entry.ts';

type Sort = NamedRecord['names'][number]['sort'];

/** Every name of a record, former slugs included, as names/resolve needs it. */
export function namedRecord(
  entry: Entry,
  redirects: { readonly renamed: readonly { kind: Kind; from: string; to: string }[] },
): NamedRecord {
  const former = redirects.renamed
    .filter(({ kind, to }) => kind === entry.kind && to === entry.slug)
    .map(({ from }) => from);
  const named = (sort: Sort, texts: readonly (string | undefined)[] = []) =>
    texts.flatMap((text) => (text ? [{ text, sort }] : []));
  const { brands, synonyms, abbreviations, salts } = entry.names;
  return {
    kind: entry.kind,
    slug: entry.slug,
    name: displayName(entry),
    substances: entry.substances,
    names: [
      ...named('slug', [entry.slug]),
      ...named('name', [displayName(entry)]),
      ...named('alias', brands),
      ...named('alias', synonyms),
      ...named('alias', abbreviations),
      ...named('alias', former),
      ...named('salt', salts),
    ],
  };
}
