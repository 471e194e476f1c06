import type { InteractionClasses, Substances } from '../schema/types.ts';
import { joined, normalize } from '../text/normalize.ts';
import { type EffectSentence, effectIndex } from './effects.ts';

/** A class of content/vocabulary/classes.yaml. `members` are lower-case substance names, also of what we have no record of. */
export type InteractionClass = Filled<InteractionClasses[number], 'synonyms' | 'everyday' | 'parents'>;

/** An entry of content/vocabulary/substances.yaml. */
export type Substance = Filled<Substances[number], 'synonyms'>;

/** What a file may leave out is an empty list once it is loaded. */
type Filled<T, K extends keyof T> = T & { [P in K]-?: NonNullable<T[P]> };

/** What is asked of a map that may not be all in memory. */
export type WordLookup<T> = Pick<ReadonlyMap<string, T>, 'get' | 'has'>;

/** Classes and substances by every name they go by, and who belongs where. Built once from content/vocabulary. */
export interface VocabularyIndex<E extends EffectSentence = EffectSentence> {
  readonly classes: ReadonlyMap<string, InteractionClass>;
  /** Normalized name, synonym or id to class id. */
  readonly classNames: ReadonlyMap<string, string>;
  /** The same for who asks: everyday names too, in the form of `askedForm`, without spaces. A form that fits two classes is neither's. */
  readonly askedNames: ReadonlyMap<string, string | undefined>;
  /** Normalized name or synonym to substance. */
  readonly substanceNames: WordLookup<Substance>;
  /** Normalized substance name to the ids of its classes, parents included. */
  readonly memberships: WordLookup<readonly string[]>;
  readonly effects: ReadonlyMap<string, E>;
}

/** What v1/vocabulary.json holds. */
export interface VocabularyData<E extends EffectSentence = EffectSentence> {
  readonly classes: readonly InteractionClass[];
  readonly substances: readonly Substance[];
  readonly effects: readonly E[];
}

export function buildVocabulary<E extends EffectSentence>({
  classes,
  substances,
  effects,
}: VocabularyData<E>): VocabularyIndex<E> {
  const byId = new Map(classes.map((one) => [one.id, one]));
  const classNames = new Map<string, string>();
  const askedNames = new Map<string, string | undefined>();
  const substanceNames = new Map<string, Substance>();
  const memberships = new Map<string, string[]>();
  for (const one of substances) {
    for (const name of [one.name, ...one.synonyms]) substanceNames.set(normalize(name), one);
  }
  for (const one of classes) {
    for (const name of [one.id, one.name, ...one.synonyms]) classNames.set(normalize(name), one.id);
    const asked = [one.id, one.name, ...one.synonyms, ...one.everyday].map((name) => joined(askedForm(name)));
    for (const form of new Set(asked)) askedNames.set(form, askedNames.has(form) ? undefined : one.id);
    const ids = withParents([one.id], byId);
    for (const member of one.members) {
      const key = normalize(member);
      memberships.set(key, [...new Set([...(memberships.get(key) ?? []), ...ids])]);
    }
  }
  return { classes: byId, classNames, askedNames, substanceNames, memberships, effects: effectIndex(effects) };
}

/**
 * The class that a person names, by any name that it goes by: "statin", "seizure meds", "ED pills". Texts of interactions
 * are read by `classNames` alone, for everyday words are looser than a class.
 */
export function classAsked(
  name: string,
  { classes, classNames, askedNames }: Pick<VocabularyIndex, 'classes' | 'classNames' | 'askedNames'>,
): InteractionClass | undefined {
  const form = askedForm(name);
  const bare = form.endsWith(` ${PRODUCT}`) ? singular(form.slice(0, -PRODUCT.length - 1)) : form;
  const id = classNames.get(normalize(name)) ?? askedNames.get(joined(form)) ?? askedNames.get(joined(bare));
  return id === undefined ? undefined : classes.get(id);
}

/** The class that has a text as its own name, where that says what kind of product it is: "thyroid pills", not "thyroid". */
export function productsAsked(
  name: string,
  { classes, askedNames }: Pick<VocabularyIndex, 'classes' | 'askedNames'>,
): InteractionClass | undefined {
  const form = askedForm(name);
  const id = form.endsWith(` ${PRODUCT}`) ? askedNames.get(joined(form)) : undefined;
  return id === undefined ? undefined : classes.get(id);
}

/** "seizure medicines", "Seizure meds" and "seizure pill" are one form, "ARBs" and "ARB" another. */
function askedForm(name: string): string {
  const words = normalize(name).split(' ');
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (before.length > 0 && PRODUCT_WORDS.test(last)) return [...before, PRODUCT].join(' ');
  return singular(words.join(' '));
}

const PRODUCT = 'medicine';
const PRODUCT_WORDS = /^(?:medicines?|medications?|meds?|drugs?|pills?|tablets?)$/;
const singular = (text: string): string =>
  text.endsWith('ies') ? `${text.slice(0, -3)}y` : text.replace(/(?<=[^s])s$/, '');

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
