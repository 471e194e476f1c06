import { recordHref } from '../dom.ts';
import type { Lookup } from '../names/name-lookup.ts';

/** The page that a text means beyond doubt: a record by its exact name, two of them checked together, or a class. */
export const meant = ({ exact, pair, asked }: Lookup): string | undefined =>
  exact ? recordHref({ type: exact.kind, slug: exact.slug }) : pair ? checkerHref(pair) : asked?.path;

export const checkerHref = (pair: NonNullable<Lookup['pair']>): string =>
  `/interactions#${pair.map(({ kind, slug }) => `${kind}/${slug}`).join(',')}`;

export const searchHref = (query: string): string => `/search?q=${encodeURIComponent(query)}`;
