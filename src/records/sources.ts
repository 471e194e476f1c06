import type { Source } from '../schema/types.ts';
import type { Entry } from './entry.ts';
import type { CitedSource } from './statement.ts';

export const sourceWords: Readonly<Record<Source['type'], string>> = {
  'fda-label': 'FDA label',
  trial: 'Trial',
  guideline: 'Guideline',
  review: 'Review',
  registry: 'Trial registry',
  government: 'Government data',
};

/** "FDA label, effective 2026-07-15": what a reader needs to judge a source; the address, which holds the set id, is shown separately. */
export function describeSource({ type, date, effective }: Source): string {
  const when = effective ? `effective ${effective}` : (date ?? 'undated');
  return `${sourceWords[type]}, ${when}`;
}

export interface NumberedSource extends Source {
  number: number;
}

export const numberedSources = (entry: Entry): NumberedSource[] =>
  entry.sources.map((source, index) => ({ ...source, number: index + 1 }));

/** The sources behind profile fields, or anything below them, in the order of their numbers. */
export function sourcesOf(entry: Entry, fields: readonly string[]): NumberedSource[] {
  const places = fields.map((field) => `${pointerOf(field)}/`);
  const ids = Object.entries(entry.support)
    .filter(([pointer]) => places.some((place) => `${pointer}/`.startsWith(place)))
    .flatMap(([, supporting]) => supporting);
  return numberedAmong(entry, ids);
}

const numberedAmong = ({ sources }: Entry, ids: readonly string[]): NumberedSource[] =>
  sources.flatMap((source, index) => (ids.includes(source.id) ? [{ ...source, number: index + 1 }] : []));

/**
 * The sources of one statement, by its JSON Pointer into `data`: its own, else those of the nearest that it is a part of;
 * none where the record says none.
 */
export function sourcesAt(entry: Entry, pointer: string): NumberedSource[] {
  const { support } = entry;
  for (let at = pointer; at !== '' && at !== '/profile'; at = at.slice(0, at.lastIndexOf('/'))) {
    const ids = support[at];
    if (ids) return numberedAmong(entry, ids);
  }
  return [];
}

/** The date a reader judges a source by: the effective date of a label, else its own. */
export const sourceDate = ({ effective, date }: Source): string => effective ?? date ?? 'undated';

/** Two lists that are not part of the profile. */
const pointerOf = (field: string): string =>
  field === 'contraindications' || field === 'practical' ? `/${field}` : `/profile/${field}`;

/**
 * The sources that the statement at a pointer names as its own. Statements that name the same have the same list: written out
 * for each they would be a quarter of the memory of a record.
 */
export function citedBy({ sources, support }: Entry): (pointer: string) => readonly CitedSource[] {
  const lists = new Map<string, readonly CitedSource[]>();
  const cited = sources.map(({ id, title, url }): CitedSource => ({ id, title, url }));
  return (pointer) => {
    const ids = support[pointer] ?? [];
    const key = JSON.stringify(ids);
    const list = lists.get(key) ?? cited.filter(({ id }) => ids.includes(id));
    lists.set(key, list);
    return list;
  };
}
