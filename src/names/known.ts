/**
 * The known names: tens of thousands of real drug, supplement and peptide names with the substances they
 * stand for, parsed from the text of content/vocabulary/known-names.tsv. One line for each substance or
 * combination: substances joined by " + ", brand names joined by "|", other names joined by "|".
 *
 * Parsing 31,000 names takes about 10 ms and holds about 5 MB (npm run bench:names measures both).
 */
export interface KnownNames {
  /** What the names mean: for each line its substances, as written there. */
  readonly meanings: readonly (readonly string[])[];
  /** Normalized names, and for each the line it stands on. A name of several meanings stands here several times. */
  readonly names: readonly string[];
  readonly meaningOf: readonly number[];
}

/** Stands in the place of substances that the sources of a product do not name. */
export const OTHERS = 'others';

export function parseKnownNames(text: string): KnownNames {
  const meanings: string[][] = [];
  const names: string[] = [];
  const meaningOf: number[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [first = '', ...lists] = line.split('\t');
    const substances = first.split(' + ');
    const meaning = meanings.push(substances) - 1;
    if (substances.length === 1 && first !== OTHERS) {
      names.push(plain(first));
      meaningOf.push(meaning);
    }
    for (const list of lists) {
      if (list === '') continue;
      for (const name of list.split('|')) {
        names.push(name);
        meaningOf.push(meaning);
      }
    }
  }
  return { meanings, names, meaningOf };
}

/** What normalize() makes of a substance as the file writes it, for a tenth of the time; a test holds the two together. */
const plain = (substance: string): string =>
  /[^a-z0-9. ]/.test(substance) ? substance.replaceAll("'", '').replace(/[^a-z0-9.]+/g, ' ').trim() : substance;
