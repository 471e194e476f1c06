import { normalize } from '../text/normalize.ts';
import { canonicalSubstance, type Terms, withParents } from './vocabulary.ts';

/** What the text of an interaction entry means. */
export interface Targets {
  /** Class ids named by the text. */
  readonly classes: readonly string[];
  /** Canonical substance names; a combination product is its ingredients joined by ` / `. */
  readonly substances: readonly string[];
  /** Substances of its classes for which it does not hold. */
  readonly except?: readonly string[];
  /** Records named by the text, as `kind/slug`. */
  readonly records: readonly string[];
}

/**
 * Reads the text of an interaction entry by the grammar of content/README.md: names, then examples in brackets.
 * An example that belongs to a class named before it adds nothing; any other example is a target of its own.
 * `unknown` lists what names nothing.
 */
export function readTargets(text: string, terms: Terms): TextReading {
  const known = readingsOf(terms);
  const reading = known.get(text) ?? readText(text, terms);
  known.set(text, reading);
  return reading;
}

export interface TextReading extends Targets {
  readonly unknown: readonly string[];
}

/** What was read with these terms, by text. A rule reads each text, the join reads it again, and many records name the same things. */
export function readingsOf(terms: Terms): Map<string, TextReading> {
  const known = readings.get(terms) ?? new Map<string, TextReading>();
  readings.set(terms, known);
  return known;
}

const readings = new WeakMap<Terms, Map<string, TextReading>>();

function readText(text: string, terms: Terms): TextReading {
  const { outer, brackets } = splitBrackets(text);
  const named = readPart(outer, terms);
  const examples = brackets.filter((bracket) => !QUALIFIER.test(bracket)).map((bracket) => readPart(bracket, terms));
  const above = new Set(named.meanings.flatMap((one) => (one.class ? [one.class] : [])));
  const further = examples
    .flatMap(({ meanings }) => meanings)
    .filter((one) => !classesAbove(one, terms).some((id) => above.has(id)));
  const all = [...named.meanings, ...further];
  const pick = (key: keyof Meaning): string[] => [...new Set(all.flatMap((one) => one[key] ?? []))];
  return {
    classes: pick('class'),
    substances: pick('substance'),
    records: pick('record'),
    unknown: [named, ...examples].flatMap(({ unknown }) => unknown),
  };
}

/** What the brackets of a condition name for which a statement does not hold: "unless the drug needs CYP2D6 to work (codeine, tramadol)". */
export function exceptionsIn(
  when: string,
  terms: Terms,
): { substances: readonly string[]; unknown: readonly string[] } {
  const names = /^unless .*\(([^()]*)\)$/.exec(when)?.[1];
  const { meanings, unknown } = names === undefined ? { meanings: [], unknown: [] } : readPart(names, terms);
  return { substances: meanings.flatMap(({ substance }) => substance ?? []), unknown };
}

interface Meaning {
  class?: string;
  substance?: string;
  record?: string;
}

// A bracket may say how rather than what.
const QUALIFIER =
  /^\s*(?:oral|injectable|topical|systemic|intravenous|inhaled|high dose|low dose|any form|all forms)\s*$/i;

const classesAbove = (meaning: Meaning, terms: Terms): readonly string[] =>
  meaning.class
    ? withParents([meaning.class], terms.classes)
    : (terms.memberships.get(normalize(meaning.substance ?? '')) ?? []);

function splitBrackets(text: string): { outer: string; brackets: string[] } {
  const brackets: string[] = [];
  const outer = text.replace(/\(([^()]*)\)/g, (_, inside: string) => {
    brackets.push(inside);
    return ' ';
  });
  return { outer: outer.replace(/\s+/g, ' ').trim(), brackets };
}

const SEPARATORS = [/\s*;\s*/, /\s*,\s*(?:and\s+|or\s+)?/, /\s+(?:and\/or|and|or|plus|&)\s+/i, /\s*\/\s*/];

interface PartReading {
  meanings: Meaning[];
  /** Pieces that mean nothing to us. */
  unknown: string[];
}

/** The whole first, then its pieces: "calcium and vitamin D" before "calcium", "vitamin D". */
function readPart(part: string, terms: Terms): PartReading {
  const whole = readName(part, terms);
  if (whole) return { meanings: [whole], unknown: [] };
  for (const separator of SEPARATORS) {
    const pieces = part.split(separator).filter((piece) => piece.trim() !== '');
    if (pieces.length < 2) continue;
    const readings = pieces.map((piece) => readPart(piece, terms));
    return { meanings: readings.flatMap((one) => one.meanings), unknown: readings.flatMap((one) => one.unknown) };
  }
  return { meanings: [], unknown: [part.trim()] };
}

const LEADING =
  /^(?:(?:e\.?g\.?|i\.?e\.?|such as|including|especially|like|for example|other|some|certain|oral|concomitant|high-dose|low-dose|long-term|all|any|most|medicines?|drugs?|with|containing|the)[\s,:]+)+/i;
const TRAILING =
  /[\s,]+(?:supplements?|products?|preparations?|tablets?|medicines?|medications?|drugs?|agents?|therapy|treatment|salts?|extracts?|containing products|and similar(?: drugs| medicines)?|and others|others)$/i;

// "ketoconazole, ritonavir" names two drugs, not one product of both; "sulfamethoxazole-trimethoprim" names a product.
const LIST = /[,;]/;
const JOINED = /\s(?:and\/or|and|or|plus|&)\s|\//i;

function readName(text: string, terms: Terms): Meaning | undefined {
  for (const form of forms(text)) {
    const id = terms.classNames.get(normalize(form));
    if (id) return { class: id };
    const record = LIST.test(form) ? undefined : terms.recordOf(form);
    const substance =
      substanceNamed(form, terms) ?? (record?.substances.length === 1 ? record.substances[0] : undefined);
    if (record || substance) {
      return {
        ...(record && { record: record.ref }),
        ...(substance && { substance: canonicalSubstance(substance, terms) }),
      };
    }
  }
  return undefined;
}

/** A substance by any of its names; a combination product is its ingredients joined. */
function substanceNamed(name: string, terms: Terms): string | undefined {
  const substance = terms.substanceNames.get(normalize(name));
  if (substance) return substance.name;
  if (LIST.test(name) || JOINED.test(name)) return undefined;
  const ingredients = terms.ingredientsOf(name);
  if (ingredients?.length) return [...new Set(ingredients)].toSorted().join(' / ');
  return terms.memberships.has(normalize(name)) ? name.trim().toLowerCase() : undefined;
}

/** The text as it stands, then without the words that only introduce or close it, then in the singular. */
function* forms(text: string): Generator<string> {
  const plain = text.trim().replace(/[.\s]+$/, '');
  const led = plain.replace(LEADING, '');
  const bare = led.replace(TRAILING, '');
  for (const form of new Set([plain, led, bare, bare.replace(/s$/, ''), bare.replace(/ies$/, 'y')]))
    if (form) yield form;
}
