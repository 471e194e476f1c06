import type { Entry, Source } from '../../records/entry.ts';

/** A source with the number by which the text points to it. */
export interface NumberedSource extends Source {
  number: number;
}

export const numberedSources = (entry: Entry): NumberedSource[] =>
  entry.sources.map((source, index) => ({ ...source, number: index + 1 }));

/** The sources behind profile fields, or paths below them, in the order of their numbers. */
export function sourcesOf(entry: Entry, fields: readonly string[]): NumberedSource[] {
  const supporting = Object.entries(entry.supports)
    .filter(([path]) => fields.some((field) => path === field || path.startsWith(`${field}.`)))
    .flatMap(([, ids]) => ids);
  return numberedSources(entry).filter(({ id }) => supporting.includes(id));
}

/** The date a reader judges a source by: the effective date of a label, else its own. */
export const sourceDate = ({ effective, date }: Source): string => effective ?? date ?? 'undated';
