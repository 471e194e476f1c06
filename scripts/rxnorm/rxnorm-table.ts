import type { RxNormType } from '../../src/names/rxnorm.ts';
import { compareText } from '../../src/text/order.ts';

/** The files of a release, as NLM writes them (https://www.nlm.nih.gov/research/umls/rxnorm/docs/techdoc.html, sections 12.4 to 12.7). */
export interface RxNormFiles {
  /** RXNCONSO.RRF: names. */
  readonly names: string;
  /** RXNREL.RRF: relations. */
  readonly relations: string;
  /** RXNSAT.RRF: attributes, for the UNII. */
  readonly attributes: string;
  /** YYYY-MM-DD. */
  readonly release: string;
}

interface RxNormConcept {
  readonly type: RxNormType | 'SCDC' | 'SBDC';
  readonly name: string;
}

/**
 * The text of content/vocabulary/rxnorm.tsv of a release: each ingredient, brand, product and pack that is not suppressed, with all
 * of its ingredients as RxNorm relates them. What has no ingredient is left out.
 */
export function rxnormTable({ names, relations, attributes, release }: RxNormFiles): string {
  const concepts = conceptsIn(names);
  const near = relatedIn(relations, concepts);
  const uniis = uniisIn(attributes, names);
  const of = (code: string, ...types: readonly RxNormConcept['type'][]): string[] =>
    [...(near.get(code) ?? [])].filter((other) => types.includes(concepts.get(other)?.type as RxNormConcept['type']));
  const nameOf = (code: string): string => (concepts.get(code) as RxNormConcept).name;
  /** Base ingredients, by as many steps as the type of a concept is away from them. */
  const ingredientsOf = (code: string): string[] => {
    const through = (types: readonly RxNormConcept['type'][]): string[] => of(code, ...types).flatMap(ingredientsOf);
    switch (concepts.get(code)?.type) {
      case 'IN':
        return [nameOf(code)];
      case 'PIN':
      case 'MIN':
        return of(code, 'IN').map(nameOf);
      case 'SCDC':
        return of(code, 'IN').length > 0 ? of(code, 'IN').map(nameOf) : through(['PIN']);
      case 'SCD':
        return through(['SCDC']);
      case 'SBD':
        return of(code, 'SCD').length > 0 ? through(['SCD']) : through(['SCDC']);
      case 'GPCK':
        return through(['SCD']);
      case 'BPCK':
        return of(code, 'GPCK').length > 0 ? through(['GPCK']) : through(['SCD', 'SBD']);
      default:
        return [];
    }
  };
  const together = (code: string): string => [...new Set(ingredientsOf(code))].toSorted(compareText).join(' + ');
  const setsOf = (code: string): string => {
    if (concepts.get(code)?.type !== 'BN') return together(code);
    const products = of(code, 'SBD').map(together).filter(Boolean);
    const sets = products.length > 0 ? products : [of(code, 'IN').map(nameOf).toSorted(compareText).join(' + ')];
    return [...new Set(sets)].filter(Boolean).toSorted(compareText).join(' | ');
  };
  const furtherOf = (code: string): string => {
    const type = concepts.get(code)?.type;
    if (type === 'IN' || type === 'PIN') return uniis.get(code) ?? '';
    const products = type === 'SCD' ? of(code, 'SBD') : type === 'SBD' ? [code] : [];
    return [...new Set(products.flatMap((one) => of(one, 'BN')).map(nameOf))].toSorted(compareText).join('|');
  };
  const rows = ORDER.flatMap((type) =>
    [...concepts]
      .filter(([, concept]) => concept.type === type)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .flatMap(([code, { name }]) => {
        const sets = setsOf(code);
        return sets === '' ? [] : [[type, code, name, sets, furtherOf(code)].join('\t').trimEnd()];
      }),
  );
  return `${headOf(release)}${rows.join('\n')}\n`;
}

const ORDER = ['IN', 'PIN', 'MIN', 'BN', 'SCD', 'SBD', 'GPCK', 'BPCK'] as const;
const TYPES: ReadonlySet<string> = new Set([...ORDER, 'SCDC']);

const headOf = (
  release: string,
): string => `# RxNorm, current prescribable content: codes and names of ingredients, combinations, brands and products sold in the US.
# release: ${release}
# Made by "npm run rxnorm -- <folder>" from the files of that release.
# Source: US National Library of Medicine; US government work, free to use. Columns: type (IN ingredient, PIN its salt or ester, MIN
# several ingredients, BN brand, SCD product, SBD product of a brand, GPCK and BPCK packs), RxCUI, name, all ingredients (joined by
# " + "; several products of one brand by " | "), UNII of an ingredient or brands of a product (joined by "|").
`;

/** Lines of fields, each closed by a bar. */
function* fieldsOf(text: string): Generator<string[]> {
  for (const line of text.split('\n')) if (line !== '') yield line.split('|');
}

function conceptsIn(names: string): Map<string, RxNormConcept> {
  const concepts = new Map<string, RxNormConcept>();
  for (const fields of fieldsOf(names)) {
    const [code = '', source, type = '', name = '', suppress] = [
      fields[0],
      fields[11],
      fields[12],
      fields[14],
      fields[16],
    ];
    if (source === 'RXNORM' && TYPES.has(type) && suppress !== 'O' && suppress !== 'Y' && suppress !== 'E')
      concepts.set(code, { type: type as RxNormConcept['type'], name: name.replace(/[\t\n]/g, ' ').trim() });
  }
  return concepts;
}

/** Relations between concepts; which way each is written makes no difference, as their types say which is part of the other. */
const RELATIONS: ReadonlySet<string> = new Set(
  ['ingredient', 'precise_ingredient', 'ingredients', 'part', 'form', 'tradename']
    .flatMap((one) => [`has_${one}`, `${one}_of`])
    .concat(['consists_of', 'constitutes', 'contains', 'contained_in']),
);

function relatedIn(relations: string, concepts: ReadonlyMap<string, RxNormConcept>): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>();
  const relate = (a: string, b: string): void => {
    near.set(a, (near.get(a) ?? new Set()).add(b));
  };
  for (const fields of fieldsOf(relations)) {
    const [a = '', b = '', relation = '', source] = [fields[0], fields[4], fields[7], fields[10]];
    if (source !== 'RXNORM' || !RELATIONS.has(relation) || !concepts.has(a) || !concepts.has(b)) continue;
    relate(a, b);
    relate(b, a);
  }
  return near;
}

/** The UNII of each concept: an attribute, or the code of its name in the structured product labels. */
function uniisIn(attributes: string, names: string): Map<string, string> {
  const uniis = new Map<string, string>();
  const add = (code = '', unii = ''): void => {
    if (/^[A-Z0-9]{10}$/.test(unii) && !uniis.has(code)) uniis.set(code, unii);
  };
  for (const fields of fieldsOf(attributes)) if (fields[8] === 'UNII_CODE') add(fields[0], fields[10]);
  for (const fields of fieldsOf(names)) if (fields[11] === 'MTHSPL' && fields[12] === 'SU') add(fields[0], fields[13]);
  return uniis;
}
