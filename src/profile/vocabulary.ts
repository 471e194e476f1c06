import { normalize } from '../names/normalize.ts';

/** A class of content/vocabulary/classes.yaml. `members` are lower-case substance names, also of what we have no record of. */
export interface InteractionClass {
  readonly id: string;
  readonly name: string;
  readonly kind: 'class' | 'food';
  readonly synonyms: readonly string[];
  /** Members of this class are members of these, too. */
  readonly parents: readonly string[];
  readonly members: readonly string[];
  /** Medicines of one kind, of which one is usually taken at a time: how severe it is to take two. */
  readonly sameKind?: 'major' | 'moderate';
  readonly source: { readonly text: string; readonly url?: string; readonly date?: string };
}

/** An entry of content/vocabulary/substances.yaml. */
export interface Substance {
  readonly name: string;
  readonly kind: 'drug' | 'supplement' | 'peptide' | 'food';
  readonly synonyms: readonly string[];
}

/** Classes and substances by every name they go by, and who belongs where. Built once from content/vocabulary. */
export interface VocabularyIndex {
  readonly classes: ReadonlyMap<string, InteractionClass>;
  /** Normalized name, synonym or id to class id. */
  readonly classNames: ReadonlyMap<string, string>;
  /** Normalized name or synonym to substance. */
  readonly substanceNames: ReadonlyMap<string, Substance>;
  /** Normalized substance name to the ids of its classes, parents included. */
  readonly memberships: ReadonlyMap<string, readonly string[]>;
}

/** What v1/vocabulary.json holds. */
export interface VocabularyData {
  readonly classes: readonly InteractionClass[];
  readonly substances: readonly Substance[];
}

export function buildVocabulary({ classes, substances }: VocabularyData): VocabularyIndex {
  const byId = new Map(classes.map((one) => [one.id, one]));
  const classNames = new Map<string, string>();
  const substanceNames = new Map<string, Substance>();
  const memberships = new Map<string, string[]>();
  for (const one of substances) {
    for (const name of [one.name, ...one.synonyms]) substanceNames.set(normalize(name), one);
  }
  for (const one of classes) {
    for (const name of [one.id, one.name, ...one.synonyms]) classNames.set(normalize(name), one.id);
    const ids = withParents([one.id], byId);
    for (const member of one.members) {
      const key = normalize(member);
      memberships.set(key, [...new Set([...(memberships.get(key) ?? []), ...ids])]);
    }
  }
  return { classes: byId, classNames, substanceNames, memberships };
}

/** The ids and all their ancestors, each once. */
export function withParents(ids: readonly string[], classes: ReadonlyMap<string, InteractionClass>): string[] {
  const all = new Set<string>();
  const visit = (id: string): void => {
    if (all.has(id)) return;
    all.add(id);
    classes.get(id)?.parents.forEach(visit);
  };
  ids.forEach(visit);
  return [...all];
}

/** The vocabulary and the names of records and known drugs: all that a text can mean. */
export interface Terms extends VocabularyIndex {
  /** Ingredients of an exactly known drug name, lower-case; several for a combination. */
  readonly ingredientsOf: (name: string) => readonly string[] | undefined;
  /** The record that an exact name leads to. */
  readonly recordOf: (name: string) => { readonly ref: string; readonly substances: readonly string[] } | undefined;
}

/** One name for one substance: "paracetamol" and "Acetaminophen" are `acetaminophen`. */
export function canonicalSubstance(name: string, terms: Pick<Terms, 'substanceNames' | 'ingredientsOf'>): string {
  const substance = terms.substanceNames.get(normalize(name));
  if (substance) return substance.name;
  const ingredients = terms.ingredientsOf(name);
  return ingredients?.length === 1 ? (ingredients[0] as string) : name.toLowerCase();
}

/** One end of a pair: its active substances by their canonical names (a combination has several) and its classes. */
export interface Subject {
  readonly substances: readonly string[];
  readonly classes: readonly string[];
}

export function subjectOf(ingredients: readonly string[], classes: readonly string[], terms: Terms): Subject {
  const substances = [...new Set(ingredients.map((name) => canonicalSubstance(name, terms)))];
  const own = substances.flatMap((name) => terms.memberships.get(normalize(name)) ?? []);
  return { substances, classes: [...new Set([...withParents(classes, terms.classes), ...own])].toSorted() };
}

/** What the text of an interaction entry means. */
export interface Targets {
  /** Class ids named by the text. */
  readonly classes: readonly string[];
  /** Canonical substance names; a combination product is its ingredients joined by ` / `. */
  readonly substances: readonly string[];
  /** Records named by the text, as `kind/slug`. */
  readonly records: readonly string[];
}

/**
 * Reads the text of an interaction entry by the grammar of content/README.md: names, then examples in brackets.
 * An example that belongs to a class named before it adds nothing; any other example is a target of its own.
 * `unknown` lists what names nothing.
 */
export function readTargets(text: string, terms: Terms): Targets & { unknown: string[] } {
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

interface Reading {
  meanings: Meaning[];
  /** Pieces that mean nothing to us. */
  unknown: string[];
}

/** The whole first, then its pieces: "calcium and vitamin D" before "calcium", "vitamin D". */
function readPart(part: string, terms: Terms): Reading {
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
