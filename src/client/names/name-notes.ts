import type { Resolution } from '../../names/resolve.ts';

/** What the resolver did with a name, in words. An exact name needs none. */
export function nameNotes(resolution: Resolution): string[] {
  switch (resolution.status) {
    case 'found':
      return resolution.match.method === 'fuzzy'
        ? [`Read as ${resolution.match.matched}. Make sure that this is the name you mean.`]
        : [];
    case 'not_in_catalog':
      return [unknownNote(resolution.query)];
    case 'ambiguous_name':
      return [
        resolution.suggestions.length > 1
          ? 'Several names are near. Choose the one that stands on the package.'
          : 'The name is not near enough to be sure. Compare it with the package.',
      ];
    case 'not_recognized':
      return [];
    default:
      return resolution satisfies never;
  }
}

export const unknownNote = (name: string): string =>
  `${name} is a real name, but there is no record of it here. A similar name is another medicine.`;
