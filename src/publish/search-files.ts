import type { RecordInteractions } from '../interactions/findings.ts';
import { severityOrder } from '../interactions/findings.ts';
import { withParents } from '../interactions/vocabulary.ts';
import { isNotApproved } from '../profile/safety.ts';
import { type Entry, refOf } from '../records/entry.ts';
import type { Part } from '../records/parts.ts';
import type { SearchClass } from '../search/question-vocabulary.ts';
import { type SearchDocument, type Standing, searchDocument } from '../search/search-document.ts';
import type { SearchData } from '../search/search-index.ts';
import { append } from '../text/groups.ts';
import type { Edition } from './edition.ts';

/** What search is made of. */
export const searchData = (edition: Edition): SearchData => ({
  documents: searchDocuments(edition),
  words: edition.catalog.vocabulary.questions,
  classes: searchClasses(edition),
});

/** The records as search sees them. */
const searchDocuments = ({ catalog, companions }: Edition): SearchDocument[] =>
  catalog.entries.map((entry) =>
    searchDocument(entry, {
      standing: standingOf(entry),
      anchors: anchorsOf(companions.get(refOf(entry))?.sectionIds ?? []),
    }),
  );

function standingOf(entry: Entry): Standing {
  if (entry.kind === 'supplement') return 'supplement';
  return entry.kind === 'medication' || !isNotApproved(entry) ? 'approved' : 'unapproved';
}

/** Where each part of a record stands on its page: the first of these anchors that the page has. */
const ANCHORS: Readonly<Record<Part, readonly string[]>> = {
  overview: ['what-it-is'],
  safety: ['warnings', 'grey-market', 'contraindications', 'cautions'],
  uses: ['research-uses', 'doses-studied', 'what-it-is'],
  dosing: ['doses-studied', 'forms'],
  practical: ['practical'],
  side_effects: ['side-effects', 'cautions'],
  interactions: ['interactions'],
  populations: ['special-groups', 'cautions', 'contraindications'],
  stopping: ['stopping'],
  evidence: ['evidence'],
  alternatives: ['alternatives', 'related-medications'],
  cost: ['costs'],
  questions: ['questions'],
  sources: ['record'],
};

function anchorsOf(sectionIds: readonly string[]): SearchDocument['anchors'] {
  const ids = new Set(sectionIds);
  return Object.fromEntries(
    Object.entries(ANCHORS).flatMap(([part, anchors]) => {
      const anchor = anchors.find((id) => ids.has(id));
      return anchor === undefined ? [] : [[part, anchor]];
    }),
  );
}

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
