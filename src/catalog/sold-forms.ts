import { ingredientsKey, keyOf } from '../names/name-index.ts';
import { productParts, rxnormRows } from '../names/rxnorm.ts';
import type { SoldForm } from '../records/entry.ts';
import { compareText } from '../text/order.ts';

/**
 * The forms and strengths of every product of RxNorm, by the key of its ingredients (names/name-index). `ingredientsOf` gives an
 * ingredient the name that it has here.
 */
export function soldForms(
  rxnorm: string,
  ingredientsOf: (name: string) => readonly string[] | undefined,
): Map<string, SoldForm[]> {
  const products = new Map<string, Map<string, Set<string>>>();
  for (const { type, name, sets } of rxnormRows(rxnorm)) {
    const parts = type === 'SCD' ? productParts(name) : undefined;
    const [ingredients] = sets;
    if (parts === undefined || ingredients === undefined || parts.strengths.length !== ingredients.length) continue;
    const key = ingredientsKey(ingredients.flatMap((one) => ingredientsOf(one) ?? [one]).map(keyOf));
    const forms = products.get(key) ?? new Map<string, Set<string>>();
    products.set(key, forms);
    const strengths = forms.get(parts.form) ?? new Set<string>();
    forms.set(parts.form, strengths.add(parts.strengths.map(plainStrength).join(' / ')));
  }
  return new Map(Array.from(products, ([key, forms]) => [key, inOrder(forms)]));
}

const inOrder = (forms: ReadonlyMap<string, ReadonlySet<string>>): SoldForm[] =>
  [...forms]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([form, strengths]) => ({
      form,
      strengths: [...strengths].toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b) || compareText(a, b)),
    }));

/** "0.05 MG" as "0.05 mg", "100 UNT/ML" as "100 units/mL". */
function plainStrength(strength: string): string {
  const plain = strength.replace(/[A-Z]+/g, (unit) => UNITS[unit] ?? unit.toLowerCase());
  const [, mg] = /^(0\.\d+) mg$/.exec(plain) ?? [];
  return mg === undefined || Number(mg) > MOST_IN_MICROGRAMS
    ? plain
    : `${plain} (${Math.round(Number(mg) * 1e4) / 10} mcg)`;
}

/** Labels state up to 300 mcg of levothyroxine so, and 0.5 mg of lorazepam in milligrams. */
const MOST_IN_MICROGRAMS = 0.3;

const UNITS: Readonly<Record<string, string>> = { UNT: 'units', ML: 'mL', MEQ: 'mEq', ACTUAT: 'actuation', HR: 'hour' };

/** The code of each ingredient of RxNorm, by the key of the name that it has here; of several the one that is named so itself. */
export function ingredientCodes(
  rxnorm: string,
  ingredientsOf: (name: string) => readonly string[] | undefined,
): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { type, code, name } of rxnormRows(rxnorm)) {
    if (type !== 'IN') continue;
    const key = ingredientsKey((ingredientsOf(name) ?? [name]).map(keyOf));
    if (!codes.has(key) || keyOf(name) === key) codes.set(key, code);
  }
  return codes;
}
