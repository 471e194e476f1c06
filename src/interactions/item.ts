import type { NamedRecord, NameIndex } from '../names/name-index.ts';
import { type Match, type NameFailure, type Resolution, resolveName } from '../names/resolve.ts';
import { typedLine } from '../names/typed-line.ts';
import type { Kind } from '../schema/kinds.ts';
import { normalize } from '../text/normalize.ts';
import { capitalized } from '../text/sentences.ts';
import { inSentence, type SpokenName, spokenRecord } from './effects.ts';
import {
  classAsked,
  type InteractionClass,
  productsAsked,
  type Subject,
  type VocabularyIndex,
  withParents,
} from './vocabulary.ts';

/** One side of a pair: a record, or a name that we know without a record, with the records of its ingredients. */
export type PairItem =
  | { type: Kind; query: string; record: NamedRecord; match: Match | null }
  | {
      type: 'substance' | 'food' | 'class';
      query: string;
      name: string;
      /** Its name is a brand, which keeps its capital within a sentence. */
      isBrand?: true;
      subject: Subject & { classAsked?: string };
      parts: readonly NamedRecord[];
    };

/** The records that speak for an item: its own, or those of its ingredients. */
export const recordsFor = (item: PairItem): readonly NamedRecord[] => ('record' in item ? [item.record] : item.parts);

/** The name by which an answer calls an item. */
export const nameOf = (item: PairItem): string => ('record' in item ? item.record.name : item.name);

/** The same within a sentence: "warfarin", but "Caduet". */
export function spokenNameOf(item: PairItem): SpokenName {
  if ('record' in item) return spokenRecord(item.record.name);
  return { text: item.isBrand ? item.name : inSentence(item.name), isList: false };
}

/** What a name means to the checker: an exact record, a word of the vocabulary, a known drug, or a spelling of a record. */
export function resolveItem(query: string, names: NameIndex, vocabulary: VocabularyIndex): PairItem | NameFailure {
  const resolution = resolveName(names, query);
  if (resolution.status === 'found' && resolution.match.method !== 'fuzzy') {
    const products = productsMeant(resolution, vocabulary);
    return products ? ofClass(products, query, undefined, vocabulary) : ofRecord(resolution, query);
  }
  const asTyped = nameTyped(query, vocabulary);
  const key = normalize(asTyped);
  const substance = vocabulary.substanceNames.get(key);
  // An everyday word gives way to a real name: only the names of a class itself come before those.
  const isReal = substance !== undefined || resolution.status === 'not_in_catalog';
  const asked = isReal ? vocabulary.classes.get(vocabulary.classNames.get(key) ?? '') : classAsked(asTyped, vocabulary);
  if (asked) return ofClass(asked, query, substance?.name, vocabulary);
  if (substance)
    return ofSubstances(
      query,
      substance.name,
      [substance.name],
      substance.kind === 'food' ? 'food' : 'substance',
      vocabulary,
    );
  if (vocabulary.memberships.has(key) && resolution.status !== 'not_in_catalog')
    return ofSubstances(query, key, [key], 'substance', vocabulary);
  if (resolution.status === 'not_in_catalog' && resolution.canonical.length) {
    const { canonical } = resolution;
    const isBrand = isBrandOf(canonical, resolution.name);
    const name = isBrand ? capitalized(resolution.name) : resolution.name;
    return {
      ...ofSubstances(query, name, canonical, 'substance', vocabulary),
      ...(isBrand && { isBrand }),
      parts: ingredientRecords(canonical, names),
    };
  }
  return resolution.status === 'found' ? ofRecord(resolution, query) : resolution;
}

/** "Thyroid pills" are what people call a class, though "thyroid" alone is one medicine of it: that one is not guessed. */
export function productsMeant(
  { record, match }: Pick<Extract<Resolution, { status: 'found' }>, 'record' | 'match'>,
  vocabulary: VocabularyIndex,
): InteractionClass | undefined {
  if (record.kind !== 'medication' || normalize(match.matched) === normalize(match.query)) return undefined;
  const products = productsAsked(match.query, vocabulary);
  // A class of one is that one; shards tell the members of no other class.
  const [only] = products?.members.length === 1 ? products.members : [];
  return only !== undefined && record.substances.includes(only) ? undefined : products;
}

function ofClass(
  asked: InteractionClass,
  query: string,
  substance: string | undefined,
  vocabulary: VocabularyIndex,
): PairItem {
  // "Alcohol" is a group of drinks and the substance in them: what belongs to either counts.
  const itself = substance === undefined ? [] : (vocabulary.memberships.get(normalize(substance)) ?? []);
  const classes = [...new Set([...withParents([asked.id], vocabulary.classes), ...itself])].toSorted();
  return {
    type: asked.kind,
    query,
    name: asked.name,
    subject: { substances: substance === undefined ? [] : [substance], classes, classAsked: asked.id },
    parts: [],
  };
}

/** A known name that names none of the ingredients is a brand: "caduet", not "codeine sulfate" nor "iron with vitamin c". */
const isBrandOf = (ingredients: readonly string[], name: string): boolean =>
  !ingredients.some((one) => one.split(' ').some((word) => word.length > 2 && name.includes(word)));

/** The name in a line ("grapefruit juice, 1 glass daily"), where the whole line is none of the vocabulary's. */
function nameTyped(query: string, vocabulary: VocabularyIndex): string {
  const key = normalize(query);
  const isWord =
    vocabulary.substanceNames.has(key) || vocabulary.classNames.has(key) || vocabulary.memberships.has(key);
  if (isWord) return query;
  const { text, rest, isDenied } = typedLine(query);
  return text === '' || rest.length > 0 || isDenied ? query : text;
}

const ofRecord = ({ record, match }: Extract<Resolution, { status: 'found' }>, query: string): PairItem => ({
  type: record.kind,
  query,
  record,
  match,
});

/** The records of the ingredients of a product that has none of its own. */
const ingredientRecords = (ingredients: readonly string[], names: NameIndex): NamedRecord[] =>
  ingredients.flatMap((ingredient) => {
    const resolution = resolveName(names, ingredient);
    return resolution.status === 'found' && resolution.match.method !== 'fuzzy' ? [resolution.record] : [];
  });

function ofSubstances(
  query: string,
  name: string,
  ingredients: readonly string[],
  type: 'substance' | 'food',
  vocabulary: VocabularyIndex,
): Exclude<PairItem, { record: NamedRecord }> {
  const substances = ingredients.map((one) => vocabulary.substanceNames.get(normalize(one))?.name ?? one);
  const classes = [
    ...new Set(substances.flatMap((one) => vocabulary.memberships.get(normalize(one)) ?? [])),
  ].toSorted();
  return { type, query, name, subject: { substances, classes }, parts: [] };
}
