import { joined } from './normalize.ts';

/**
 * The known names: tens of thousands of real drug, supplement and peptide names with the substances they
 * stand for, parsed from the text of content/vocabulary/known-names.tsv. One line for each substance or
 * combination: substances joined by " + ", brand names joined by "|", other names joined by "|".
 */
export interface KnownNames {
  /** What the names mean: for each line its substances, as written there. */
  readonly meanings: readonly (readonly string[])[];
  /** Normalized names, the same without spaces, and the line each stands on; a name of several meanings stands here several times. */
  readonly names: readonly string[];
  readonly letters: readonly string[];
  readonly meaningOf: readonly number[];
}

/** Stands in the place of substances that the sources of a product do not name. */
export const OTHERS = 'others';

export function parseKnownNames(text: string): KnownNames {
  const meanings: string[][] = [];
  const names: string[] = [];
  const letters: string[] = [];
  const meaningOf: number[] = [];
  const add = (name: string) => {
    names.push(name);
    letters.push(joined(name));
    meaningOf.push(meanings.length - 1);
  };
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [substances = '', brands = '', others = ''] = line.split('\t');
    const meaning = substances.split(' + ');
    meanings.push(meaning);
    if (meaning.length === 1 && substances !== OTHERS) add(plain(substances));
    if (brands !== '') for (const name of brands.split('|')) add(name);
    if (others !== '') for (const name of others.split('|')) add(name);
  }
  return { meanings, names, letters, meaningOf };
}

/** What normalize() makes of a substance as the file writes it, in a tenth of the time; a test holds the two together. */
export const plain = (substance: string): string =>
  /[^a-z0-9. ]/.test(substance) ? substance.replaceAll("'", '').replace(/[^a-z0-9.]+/g, ' ').trim() : substance;
