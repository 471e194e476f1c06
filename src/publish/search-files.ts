import { type RecordInteractions, severityOrder } from '../interactions/findings.ts';
import { withParents } from '../interactions/vocabulary.ts';
import { effectAnchor } from '../profile/partner-section.ts';
import { type Entry, refOf } from '../records/entry.ts';
import type { SearchClass } from '../search/question-vocabulary.ts';
import { compareUse, type SearchData } from '../search/search-index.ts';
import { append } from '../text/groups.ts';
import { normalize } from '../text/normalize.ts';
import { compareText } from '../text/order.ts';
import { sha256 } from './companion/companion.ts';
import type { Edition } from './edition.ts';
import { documentOf } from './searched-record.ts';

export const searchData = (edition: Edition): SearchData => ({
  documents: edition.catalog.entries.map((entry) =>
    documentOf(entry, edition.companions.get(refOf(entry))?.sectionIds ?? []),
  ),
  ...aboutAll(edition),
});

export const searchDigest = (edition: Edition): string =>
  sha256(
    JSON.stringify([
      edition.catalog.entries.map((entry) => edition.summaries.get(refOf(entry))?.searched),
      aboutAll(edition),
    ]),
  );

/** What search knows besides the records themselves. */
function aboutAll(edition: Edition): Omit<SearchData, 'documents'> {
  const useRanks = useRanksOf(edition.catalog);
  return {
    words: edition.catalog.vocabulary.questions,
    classes: [...searchClasses(edition, useRanks), ...searchEffects(edition, useRanks)],
    useRanks,
  };
}

/** How much each record is used, by its place: 1 is the most used medicine; Infinity where it is not on the list. */
function useRanksOf({ entries, vocabulary }: Edition['catalog']): number[] {
  const ranks = new Map(vocabulary.mostUsed.map(({ rank, substances }) => [substanceSet(substances), rank]));
  return entries.map(({ substances = [] }) => ranks.get(substanceSet(substances)) ?? Number.POSITIVE_INFINITY);
}

/** A combination is another medicine than each of its ingredients. */
const substanceSet = (substances: readonly string[]): string => substances.toSorted(compareText).join(' + ');

/** The classes that a record belongs to, or documents an interaction with; what is documented as worse comes first. */
function searchClasses({ catalog, interactions }: Edition, useRanks: readonly number[]): SearchClass[] {
  const { classes } = catalog.vocabulary;
  const records = catalog.entries.map((entry) => interactions.get(refOf(entry)) as RecordInteractions);
  const byId = new Map(classes.map((one) => [one.id, one]));
  const membersOf = new Map<string, number[]>();
  const documentedOf = new Map<string, { place: number; worst: number }[]>();
  for (const [place, { classes: own, entries }] of records.entries()) {
    for (const id of withParents(own, byId)) append(membersOf, id, place);
    for (const [id, worst] of worstOf(entries)) append(documentedOf, id, { place, worst });
  }
  return classes.flatMap(({ id, name, synonyms, kind }) => {
    const members = membersOf.get(id) ?? [];
    const documented = (documentedOf.get(id) ?? [])
      .toSorted((a, b) => a.worst - b.worst || byUse(useRanks)(a.place, b.place))
      .map(({ place }) => place);
    return members.length + documented.length === 0
      ? []
      : [{ id, name, names: synonyms, isFood: kind === 'food', members, documented }];
  });
}

/**
 * Effects, each with the records that bring it about and list a partner under it: those that share it before others, then
 * those that do so with many, then the most used.
 */
function searchEffects({ catalog, interactions, summaries }: Edition, useRanks: readonly number[]): SearchClass[] {
  const { entries, vocabulary } = catalog;
  const names = new Set(entries.flatMap(namesOf));
  const isAskable = (phrase: string): boolean =>
    CHANGING.test(phrase) ||
    // "Lithium and ibuprofen" asks for these two.
    !normalize(phrase)
      .split(' ')
      .some((word) => names.has(word));
  const bringing = new Map<string, { place: number; weight: number; own: readonly string[] }[]>();
  for (const [place, entry] of entries.entries()) {
    const record = interactions.get(refOf(entry)) as RecordInteractions;
    for (const [id, weight] of summaries.get(refOf(entry))?.broughtAbout ?? [])
      append(bringing, id, { place, weight, own: record.classes });
  }
  return vocabulary.effects.flatMap(({ id, name, asked = [], classes = [] }) => {
    const some = bringing.get(id) ?? [];
    const most = Math.max(...some.map(({ weight }) => weight));
    const ranked = some.map(({ place, weight, own }) => {
      const isOfClass = own.some((one) => classes.includes(one));
      return { place, rank: (isOfClass ? 0 : STEPS + 1) + Math.floor(STEPS * (1 - weight / most)) };
    });
    return ranked.length === 0
      ? []
      : [
          {
            id: effectAnchor(id),
            name,
            names: asked.filter(isAskable),
            isFood: false,
            isEffect: true,
            members: [],
            documented: ranked
              .toSorted((a, b) => a.rank - b.rank || byUse(useRanks)(a.place, b.place))
              .map(({ place }) => place),
          },
        ];
  });
}

/** "What raises potassium" asks for no record of potassium. */
const CHANGING = /^(?:what )?(?:raise|lower|increase|deplete)s?\b/;
/** Records that bring something about with about as many others go by how much they are used. */
const STEPS = 4;

const namesOf = ({ names, slug, substances = [] }: Entry): string[] =>
  [slug, ...substances, ...(names.brands ?? []), ...(names.synonyms ?? [])].map(normalize);

const byUse =
  (useRanks: readonly number[]) =>
  (a: number, b: number): number =>
    compareUse(useRanks[a], useRanks[b]) || a - b;

/** The worst severity of what entries say of each class that they name, as its place in the order of severities. */
function worstOf(entries: RecordInteractions['entries']): Map<string, number> {
  const worst = new Map<string, number>();
  for (const { severity, targets } of entries) {
    const rank = severityOrder.indexOf(severity);
    for (const id of targets?.classes ?? []) worst.set(id, Math.min(rank, worst.get(id) ?? rank));
  }
  return worst;
}
