import { capitalized } from '../text/sentences.ts';

const TITLE_LENGTH = 64;

/** "NSAIDs (ibuprofen, naproxen)" as "NSAIDs"; a long list by its first two names and how many more. */
export function titleOf(text: string): string {
  const outer = text.replaceAll(/\s*\([^()]*\)/g, '').trim();
  const names = outer.split(/,\s*(?:and\s+|or\s+)?|;\s*|\s+(?:and|or)\s+(?=[^,;]*$)/);
  return outer.length > TITLE_LENGTH && names.length > 3
    ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
    : outer;
}

/** A substance by its vocabulary name: "sulfamethoxazole / trimethoprim" as "Sulfamethoxazole-trimethoprim". */
export const substanceTitle = (name: string): string => capitalized(name.replaceAll(' / ', '-'));
