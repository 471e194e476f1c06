import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Loaded } from '../../src/catalog/load.ts';
import { findingsBetween, isSameSet, type RecordInteractions } from '../../src/interactions/findings.ts';
import { joinInteractions } from '../../src/interactions/join.ts';
import { subjectOf, type Terms } from '../../src/interactions/vocabulary.ts';
import { isControlled } from '../../src/profile/safety.ts';
import { displayName, type Entry, type EntryOf, refOf } from '../../src/records/entry.ts';
import { namedRecord } from '../../src/records/record-names.ts';
import { normalize } from '../../src/text/normalize.ts';

/** The fields of an openFDA label record (open.fda.gov/apis/drug/label) that the comparison reads. */
export interface Label {
  set_id: string;
  /** YYYYMMDD. */
  effective_time: string;
  boxed_warning?: string[];
  contraindications?: string[];
  controlled_substance?: string[];
  drug_interactions?: string[];
  drug_interactions_table?: string[];
  openfda?: { application_number?: string[]; substance_name?: string[]; generic_name?: string[] };
}

export interface LabelNote {
  /** Both cannot be right; the label is newer than the one cited; a pair is lacking; an exception is not needed. */
  type: 'contradiction' | 'drift' | 'uncovered' | 'stale';
  ref: string;
  text: string;
  other?: string;
}

/** Compares medications with labels of the same substances; what a record cites is compared with exactly the label it cites. */
export function compareLabels(
  { catalog, terms }: Pick<Loaded, 'catalog' | 'terms'>,
  labels: readonly Label[],
): { notes: LabelNote[]; compared: number } {
  const medications = catalog.entries.filter((entry): entry is EntryOf<'medication'> => entry.kind === 'medication');
  const compared: ComparedCatalog = {
    entries: new Map(catalog.entries.map((one) => [refOf(one), one])),
    terms,
    interactions: joinInteractions(catalog.entries, terms, refOf),
    mentions: mentionIndex(catalog, terms),
  };
  let count = 0;
  const notes = labels.flatMap((label) => {
    const entry = medications.find((one) => isOfSubstances(one, label, terms));
    if (!entry) return [];
    count += 1;
    return [...compareFacts(entry, label), ...uncoveredPairs(entry, label, compared)];
  });
  const { labelExceptions } = catalog.vocabulary;
  const isExcused = ({ ref, other }: LabelNote): boolean =>
    labelExceptions.some((one) => one.record === ref && one.other === other);
  const stale = labelExceptions
    .filter(({ record, other }) => !notes.some((note) => note.ref === record && note.other === other))
    .map(
      ({ record, other }): LabelNote => ({
        type: 'stale',
        ref: record,
        text: `the exception for ${other} in vocabulary/label-exceptions.yaml is not needed; delete it`,
      }),
    );
  return { notes: [...notes.filter((note) => !isExcused(note)), ...stale], compared: count };
}

function isOfSubstances(entry: Entry, label: Label, terms: Terms): boolean {
  const names = label.openfda?.substance_name ?? label.openfda?.generic_name ?? [];
  const ingredients = names.flatMap((name) => terms.ingredientsOf(name.toLowerCase()) ?? [name.toLowerCase()]);
  const own = subjectOf(entry.substances, [], terms).substances;
  return ingredients.length > 0 && isSameSet([...new Set(subjectOf(ingredients, [], terms).substances)], own);
}

function compareFacts(entry: EntryOf<'medication'>, label: Label): LabelNote[] {
  const { blackBox, schedule, fdaApproval } = entry.profile;
  const notes: LabelNote[] = [];
  const note = (type: LabelNote['type'], text: string): number =>
    notes.push({ type, ref: refOf(entry), text: `${text} (label ${label.set_id})` });

  if (label.boxed_warning && !blackBox) {
    const warning = label.boxed_warning.join(' ').slice(0, 120);
    note('contradiction', `the label has a boxed warning and the record has none: ${warning}`);
  }
  const scheduled = scheduleOf(label.controlled_substance?.join(' '));
  if (scheduled && scheduled !== scheduleOf(schedule))
    note('contradiction', `the label says schedule ${scheduled}, the record "${schedule ?? 'nothing'}"`);
  const [since, ours] = [initialApproval(label), fdaApproval?.match(/\b(?:19|20)\d\d\b/)?.[0]];
  const isPartial = /\bon file\b|\bstill listed\b/.test(fdaApproval ?? '');
  if (since && ours && (ours < since || (ours > since && !isPartial)))
    note('contradiction', `the label says first approved in ${since}, the record in ${ours}`);

  const cited = entry.sources.find(({ setId }) => setId === label.set_id);
  if (!cited) return notes;
  if (blackBox && !label.boxed_warning && entry.supports.blackBox?.every((id) => id === cited.id))
    note('contradiction', 'the record cites this label for a boxed warning that the label does not have');
  const effective = label.effective_time.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (cited.effective && cited.effective < effective)
    note('drift', `the record cites the version of ${cited.effective}; the label is of ${effective}`);
  if (cited.effective && cited.effective > effective)
    note('contradiction', `the record cites a version of ${cited.effective}; the label is of ${effective}`);
  const own = entry.supports.fdaApproval?.includes(cited.id) && fdaApproval?.match(/\b(?:NDA|BLA)\d{6}\b/)?.[0];
  const theirs = label.openfda?.application_number?.find((number) => /^(?:NDA|BLA)\d{6}$/.test(number));
  if (own && theirs && !fdaApproval?.includes(theirs))
    note('contradiction', `the record names ${own}, the label it cites ${theirs}`);
  return notes;
}

/** The year after "Initial U.S. Approval", which few label files state. */
const initialApproval = (label: Label): string | undefined =>
  /initial u\.?s\.? approval\D{0,80}\b((?:19|20)\d\d)\b/i.exec(Object.values(label).flat().join('\n'))?.[1];

/** "IV" of "Schedule IV", "C-IV" or "CIV"; undefined where none is named or it is denied. */
function scheduleOf(text: string | undefined): string | undefined {
  if (!text || !isControlled(text)) return undefined;
  return /(?:schedule\s*|\bC-?)(II|III|IV|V|I)\b/i.exec(text)?.[1]?.toUpperCase();
}

/** Every name of a record and of a class, by its words, to the records it stands for. */
type Mentions = ReadonlyMap<string, { refs: readonly string[]; name: string }>;
const LONGEST_NAME = 6;

function mentionIndex(catalog: Catalog, terms: Terms): Mentions {
  const mentions = new Map<string, { refs: string[]; name: string }>();
  const add = (name: string, ref: string): void => {
    const key = normalize(name);
    if (key.length < 4 || key.split(' ').length > LONGEST_NAME) return;
    const known = mentions.get(key) ?? { refs: [], name };
    if (!known.refs.includes(ref)) known.refs.push(ref);
    mentions.set(key, known);
  };
  for (const entry of catalog.entries) {
    for (const { text } of namedRecord(entry, catalog.redirects).names) add(text, refOf(entry));
    for (const id of subjectOf(entry.substances, entry.classes ?? [], terms).classes) {
      const one = terms.classes.get(id);
      for (const name of one ? [one.name, ...one.synonyms] : []) add(name, refOf(entry));
    }
  }
  return mentions;
}

interface ComparedCatalog {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly terms: Terms;
  readonly interactions: ReadonlyMap<string, RecordInteractions>;
  readonly mentions: Mentions;
}

function uncoveredPairs(
  entry: Entry,
  label: Label,
  { entries, terms, interactions, mentions }: ComparedCatalog,
): LabelNote[] {
  const ref = refOf(entry);
  const record = interactions.get(ref);
  const substancesOf = (one: Entry): readonly string[] => subjectOf(one.substances, [], terms).substances;
  const own = new Set(substancesOf(entry));
  const texts = [...(label.drug_interactions ?? []), ...(label.drug_interactions_table ?? [])];
  const words = normalize(texts.join(' ').replace(/<[^>]*>/g, ' ')).split(' ');
  const found = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    for (let length = 1; length <= LONGEST_NAME; length++) {
      const mention = mentions.get(words.slice(at, at + length).join(' '));
      for (const other of mention?.refs ?? []) if (!found.has(other)) found.set(other, mention?.name ?? '');
    }
  }
  return [...found].flatMap(([other, name]): LabelNote[] => {
    const partner = entries.get(other) as Entry;
    const isItself = other === ref || substancesOf(partner).some((substance) => own.has(substance));
    if (isItself || (record && findingsBetween(record, other).length > 0)) return [];
    const text = `the label names ${name}, so ${displayName(partner)} (${other}); nothing is documented between the two (label ${label.set_id})`;
    return [{ type: 'uncovered', ref, other, text }];
  });
}
