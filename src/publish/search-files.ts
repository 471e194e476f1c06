import { type RecordInteractions, severityOrder } from '../interactions/findings.ts';
import { withParents } from '../interactions/vocabulary.ts';
import { refOf } from '../records/entry.ts';
import type { SearchClass } from '../search/question-vocabulary.ts';
import type { SearchData } from '../search/search-index.ts';
import { append } from '../text/groups.ts';
import { sha256 } from './companion/companion.ts';
import type { Edition } from './edition.ts';
import { documentOf } from './searched-record.ts';

export const searchData = (edition: Edition): SearchData => ({
  documents: edition.catalog.entries.map((entry) =>
    documentOf(entry, edition.companions.get(refOf(entry))?.sectionIds ?? []),
  ),
  words: edition.catalog.vocabulary.questions,
  classes: searchClasses(edition),
});

export const searchDigest = (edition: Edition): string =>
  sha256(
    JSON.stringify([
      edition.catalog.entries.map((entry) => edition.summaries.get(refOf(entry))?.searched),
      edition.catalog.vocabulary.questions,
      searchClasses(edition),
    ]),
  );

/** The classes that a record belongs to, or documents an interaction with; what is documented as worse comes first. */
function searchClasses({ catalog, interactions }: Edition): SearchClass[] {
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
      .toSorted((a, b) => a.worst - b.worst || a.place - b.place)
      .map(({ place }) => place);
    return members.length + documented.length === 0
      ? []
      : [{ id, name, names: synonyms, isFood: kind === 'food', members, documented }];
  });
}

/** The worst severity of what entries say of each class that they name, as its place in the order of severities. */
function worstOf(entries: RecordInteractions['entries']): Map<string, number> {
  const worst = new Map<string, number>();
  for (const { severity, targets } of entries) {
    const rank = severityOrder.indexOf(severity);
    for (const id of targets?.classes ?? []) worst.set(id, Math.min(rank, worst.get(id) ?? rank));
  }
  return worst;
}
