import { lineHead, type NameList } from './name-list.ts';

/**
 * The known names: tens of thousands of real drug, supplement and peptide names with the substances they
 * stand for. Each line of content/vocabulary/known-names.tsv is one substance or combination: substances
 * joined by " + ", a tab, brand names joined by "|", a tab, other names joined by "|".
 */
export const substancesOf = (known: NameList, line: number): string[] => lineHead(known, line).split(' + ');

/** Placeholder for ingredients that the sources of a product do not name. */
export const OTHERS = 'other substances';

/** The same result as normalize() for names as the file writes them, in a tenth of the time; a test compares the two. */
export const plain = (name: string): string =>
  /[^a-z0-9. ]/.test(name)
    ? name
        .replaceAll("'", '')
        .replace(/[^a-z0-9.]+/g, ' ')
        .trim()
    : name;
