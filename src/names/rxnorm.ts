/** Types of RxNorm concepts that a code may name: ingredient, its salt or ester, several ingredients, brand, products, packs. */
export type RxNormType = 'IN' | 'PIN' | 'MIN' | 'BN' | 'SCD' | 'SBD' | 'GPCK' | 'BPCK';

/** A line of content/vocabulary/rxnorm.tsv. */
export interface RxNormRow {
  readonly type: RxNormType;
  readonly code: string;
  readonly name: string;
  /** All ingredients; a brand of several products has several sets. */
  readonly sets: readonly (readonly string[])[];
  /** UNII of an ingredient, brands of a product. */
  readonly further: readonly string[];
}

/** The lines of the table, in their order; those that are comments or incomplete are left out. */
export function* rxnormRows(text: string): Generator<RxNormRow> {
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [type, code, name, ingredients, further] = line.split('\t');
    if (!type || !code || !name || !ingredients) continue;
    yield {
      type: type as RxNormType,
      code,
      name,
      sets: ingredients.split(' | ').map((set) => set.split(' + ')),
      further: further ? further.split('|') : [],
    };
  }
}

/** The release that the table was made of, YYYY-MM-DD; undefined where it says none. */
export const rxnormRelease = (text: string): string | undefined => /^# release: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1];

/** A product name of RxNorm in its parts: "24 HR metoprolol succinate 25 MG Extended Release Oral Tablet". */
export interface RxNormProduct {
  /** One for each ingredient, in the order of the name: "25 MG", "100 UNT/ML". */
  readonly strengths: readonly string[];
  /** "Extended Release Oral Tablet". */
  readonly form: string;
}

/** Strengths and form of a product, or undefined where its name has another pattern. */
export function productParts(name: string): RxNormProduct | undefined {
  const strengths: string[] = [];
  const parts = name.split(' / ');
  let form = '';
  for (const [at, part] of parts.entries()) {
    const [, strength, rest = ''] = STRENGTH.exec(part.replace(AMOUNT, '')) ?? [];
    if (strength === undefined || at < parts.length - 1 !== (rest === '')) return undefined;
    strengths.push(strength);
    form = rest.trim();
  }
  return form === '' ? undefined : { strengths, form };
}

/** "24 HR", "0.4 ML", "120 ACTUAT": what the package holds or how long it lasts. */
const AMOUNT = /^(?:[A-Z]\S* )*(?:\d[\d.]* (?:HR|ML|ACTUAT|GM|MG) )+/;
const STRENGTH = /^.*? (\d[\d.]* (?:[A-Z]+|%)(?:\/(?:[\d.]+ ?)?[A-Z]+)?)( .*)?$/;
