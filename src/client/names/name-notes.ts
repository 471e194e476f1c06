import type { Resolution } from '../../names/resolve.ts';
import { capitalized } from '../../text/sentences.ts';

/** A record that may be meant, with the name of it that is near what was typed: "Sertraline (Zoloft)". */
export const choiceText = ({ name, matched }: { name: string; matched?: string }): string =>
  matched ? `${name} (${capitalized(matched)})` : name;

/** What the resolver did with a name, in words. An exact name needs none. */
export function nameNotes(resolution: Resolution): string[] {
  switch (resolution.status) {
    case 'found':
      return resolution.match.method === 'fuzzy'
        ? [`Read as ${resolution.match.matched}. Make sure that this is the name you mean.`]
        : [];
    case 'not_in_catalog':
      return [unknownNote(`${resolution.query}${ingredients(resolution)}`)];
    case 'ambiguous_name':
      return [
        resolution.suggestions.length > 1
          ? 'Several names are close. Pick the name on your package.'
          : 'One name is close, but not close enough to be sure. Compare it with your package.',
      ];
    case 'not_recognized':
      return [];
    default:
      return resolution satisfies never;
  }
}

export const unknownNote = (name: string): string => `We know ${name}, but it has no record here.`;

/** " (empagliflozin)": what it contains, where that is another word. */
function ingredients({ query, canonical }: Extract<Resolution, { status: 'not_in_catalog' }>): string {
  const others = canonical.filter((name) => name.toLowerCase() !== query.toLowerCase());
  return others.length > 0 ? ` (${others.join(', ')})` : '';
}
