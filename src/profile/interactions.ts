import { normalize } from '../names/normalize.ts';
import type { Kind } from '../schema/kinds.ts';
import { displayName, type Entry, refOf } from './entry.ts';
import {
  type InteractionClass,
  readTargets,
  type Subject,
  subjectOf,
  type Targets,
  type Terms,
  withParents,
} from './vocabulary.ts';

export type Severity = 'major' | 'moderate' | 'minor' | 'food';
export type Basis = 'direct' | 'class' | 'ingredient' | 'duplicate_ingredient';

/** One thing that is documented between two items (CONTRACT 6). */
export interface Finding {
  severity: Severity;
  /** The record's own word: High, Moderate, Low; or the list it stands in: major, moderate, food. */
  risk: string;
  effect: string;
  basis: Basis;
  /** The name by which it was found: the entry's class, substance or record. */
  via: string;
  documented_in: Place;
}
/** Where an entry stands, such as `{type: 'medication', slug: 'warfarin', field: 'drugInteractions.major[0]'}`. */
export interface Place {
  type: Kind;
  slug: string;
  field: string;
}

/** What v1/interactions/<kind>/<slug>.json holds: only what concerns this record, in either direction. */
export interface RecordInteractions {
  type: Kind;
  slug: string;
  name: string;
  canonical_url: string;
  /** False when the record has no interactions section. */
  assessed: boolean;
  substances: string[];
  /** Ids of the classes it belongs to, parents included. */
  classes: string[];
  /** Its own entries, and the entries of other records that reach it. */
  entries: DocumentedEntry[];
}
export interface DocumentedEntry {
  /** Text of the entry as a reader sees it. */
  text: string;
  severity: Severity;
  risk: string;
  effect: string;
  documented_in: Place;
  /** What the text means; only for the record's own entries. */
  targets?: Targets;
  /** Records at the other end: of an own entry those it reaches, of another's entry its owner. */
  reaches: Reach[];
}
export interface Reach {
  ref: string;
  name: string;
  basis: Basis;
  via: string;
}

const severityOfRisk = { High: 'major', Moderate: 'moderate', Low: 'minor' } as const;
const severityOrder: readonly Severity[] = ['major', 'moderate', 'minor', 'food'];

type OwnEntry = Omit<DocumentedEntry, 'targets' | 'reaches'>;

/** The interaction entries of a record, undefined when it has no interactions section (then it is not assessed). */
export function ownEntries(entry: Entry): OwnEntry[] | undefined {
  const place = (field: string): Place => ({ type: entry.kind, slug: entry.slug, field });
  if (entry.kind !== 'medication') {
    return entry.profile.interactions?.map((one, at) => ({
      text: one.drug ?? '',
      severity: severityOfRisk[one.risk ?? 'Moderate'],
      risk: one.risk ?? 'Not stated',
      effect: one.note ?? '',
      documented_in: place(`interactions[${at}]`),
    }));
  }
  const section = entry.profile.drugInteractions;
  if (!section) return undefined;
  return (['major', 'moderate', 'food'] as const).flatMap((list) =>
    (section[list] ?? []).map((one, at) => ({
      text: one.drug ?? one.item ?? '',
      severity: list,
      risk: list,
      effect: one.effect ?? '',
      documented_in: place(`drugInteractions.${list}[${at}]`),
    })),
  );
}

/**
 * Everything documented for each record in either direction, classes expanded; keyed by `kind/slug`.
 * Work grows with the number of documented entries and of records they reach, not with pairs of records.
 */
export function joinInteractions(
  entries: readonly Entry[],
  terms: Terms,
  canonicalUrl: (entry: Entry) => string,
): Map<string, RecordInteractions> {
  const subjects = new Map(
    entries.map((entry) => [refOf(entry), subjectOf(entry.substances, entry.classes ?? [], terms)]),
  );
  const byClass = groupRefs(entries, (entry) => subjects.get(refOf(entry))?.classes ?? []);
  const bySubstance = groupRefs(entries, (entry) => subjects.get(refOf(entry))?.substances ?? []);
  const byRef = new Map(entries.map((entry) => [refOf(entry), entry]));
  const joined = new Map<string, RecordInteractions>();

  for (const entry of entries) {
    const subject = subjects.get(refOf(entry)) as Subject;
    joined.set(refOf(entry), {
      type: entry.kind,
      slug: entry.slug,
      name: displayName(entry),
      canonical_url: canonicalUrl(entry),
      assessed: ownEntries(entry) !== undefined,
      substances: [...subject.substances],
      classes: [...subject.classes],
      entries: [],
    });
  }

  for (const entry of entries) {
    const ref = refOf(entry);
    for (const own of ownEntries(entry) ?? []) {
      const { unknown: _, ...targets } = readTargets(own.text, terms);
      const candidates = new Set([
        ...targets.records,
        ...targets.classes.flatMap((id) => byClass.get(id) ?? []),
        ...targets.substances.flatMap((name) => bySubstance.get(name.split(' / ')[0] ?? '') ?? []),
      ]);
      const reaches = [...candidates].toSorted().flatMap((other) => {
        const reach =
          other === ref
            ? undefined
            : reachOf(targets, byRef.get(other) as Entry, subjects.get(other) as Subject, terms);
        return reach ? [{ ref: other, name: displayName(byRef.get(other) as Entry), ...reach }] : [];
      });
      joined.get(ref)?.entries.push({ ...own, targets, reaches });
      for (const { ref: other, basis, via } of reaches) {
        joined.get(other)?.entries.push({ ...own, reaches: [{ ref, name: displayName(entry), basis, via }] });
      }
    }
  }
  addDuplicates(entries, subjects, bySubstance, joined);
  addInherited(entries, subjects, bySubstance, joined);
  addSameKind(entries, byClass, joined, terms);
  return joined;
}

/** What the record of an ingredient documents holds for a product with that ingredient, too. */
function addInherited(
  entries: readonly Entry[],
  subjects: ReadonlyMap<string, Subject>,
  bySubstance: ReadonlyMap<string, readonly string[]>,
  joined: ReadonlyMap<string, RecordInteractions>,
): void {
  const substancesOf = (ref: string): readonly string[] => subjects.get(ref)?.substances ?? [];
  for (const product of entries) {
    const ref = refOf(product);
    const name = displayName(product);
    const own = substancesOf(ref);
    const holding = new Set(own.flatMap((one) => bySubstance.get(one) ?? []));
    const ingredients = [...holding].filter((other) => isPartOf(substancesOf(other), own)).toSorted();
    for (const ingredient of ingredients) {
      const { name: via, type, slug, entries: documented } = joined.get(ingredient) as RecordInteractions;
      for (const entry of documented.filter(({ documented_in: at }) => at.type === type && at.slug === slug)) {
        if (!entry.targets) continue;
        const reaches = entry.reaches
          .filter((reach) => reach.ref !== ref && !substancesOf(reach.ref).some((one) => own.includes(one)))
          .map((reach): Reach => ({ ...reach, basis: 'ingredient', via }));
        joined.get(ref)?.entries.push({ ...entry, reaches });
        for (const reach of reaches) {
          const mirrored = joined.get(reach.ref)?.entries.find((one) => !one.targets && isSamePlace(one, entry));
          mirrored?.reaches.push({ ref, name, basis: 'ingredient', via });
        }
      }
    }
  }
}

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length < whole.length && part.every((one) => whole.includes(one));

const isSamePlace = ({ documented_in: a }: DocumentedEntry, { documented_in: b }: DocumentedEntry): boolean =>
  a.type === b.type && a.slug === b.slug && a.field === b.field;

/** Two medicines of one kind, such as two statins, where nothing nearer is documented. */
function addSameKind(
  entries: readonly Entry[],
  byClass: ReadonlyMap<string, readonly string[]>,
  joined: ReadonlyMap<string, RecordInteractions>,
  { classes }: Pick<Terms, 'classes'>,
): void {
  const medications = new Set(entries.filter(({ kind }) => kind === 'medication').map(refOf));
  for (const one of classes.values()) {
    if (!one.sameKind) continue;
    const members = (byClass.get(one.id) ?? []).filter((ref) => medications.has(ref)).toSorted();
    for (const [at, ref] of members.entries()) {
      for (const other of members.slice(at + 1)) {
        const [a, b] = [joined.get(ref), joined.get(other)] as [RecordInteractions, RecordInteractions];
        if (isSameSet(a.substances, b.substances) || findingsBetween(a, other).some(isNearer(one))) continue;
        const entry = sameKindEntry(one, a);
        a.entries.push({ ...entry, reaches: [{ ref: other, name: b.name, basis: 'class', via: one.name }] });
        b.entries.push({ ...entry, reaches: [{ ref, name: a.name, basis: 'class', via: one.name }] });
      }
    }
  }
}

/** Says of two medicines more than that they are of one kind. */
const isNearer =
  ({ name }: InteractionClass) =>
  ({ basis, via }: Finding): boolean =>
    basis === 'direct' || basis === 'duplicate_ingredient' || via === name;

const sameKindEntry = (
  { name, sameKind = 'moderate' }: InteractionClass,
  { type, slug }: RecordInteractions,
): Omit<DocumentedEntry, 'targets' | 'reaches'> => ({
  text: name,
  severity: sameKind,
  risk: 'Same kind of medicine',
  effect: `Both belong to one kind of medicine (${name}). Two of one kind add up in effect and in side effects. A pharmacist can say whether both are meant to be taken.`,
  documented_in: { type, slug, field: 'classes' },
});

function groupRefs(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) groups.set(key, [...(groups.get(key) ?? []), refOf(entry)]);
  }
  return groups;
}

function reachOf(
  targets: Targets,
  entry: Entry,
  subject: Subject,
  terms: Terms,
): Pick<Reach, 'basis' | 'via'> | undefined {
  if (targets.records.includes(refOf(entry))) return { basis: 'direct', via: displayName(entry) };
  return reachSubject(targets, subject, terms, entry.kind === 'medication' && entry.substances.length > 1);
}

/** Whether the targets of an entry reach something, and by what; `combination` marks a product of several drugs. */
export function reachSubject(
  targets: Targets,
  subject: Subject,
  terms: Pick<Terms, 'classes'>,
  combination: boolean,
): Pick<Reach, 'basis' | 'via'> | undefined {
  for (const name of targets.substances) {
    const parts = name.split(' / ');
    if (!parts.every((part) => subject.substances.includes(part))) continue;
    return { basis: combination && parts.length < subject.substances.length ? 'ingredient' : 'direct', via: name };
  }
  const id = targets.classes.find((one) => subject.classes.includes(one));
  return id === undefined ? undefined : { basis: 'class', via: terms.classes.get(id)?.name ?? id };
}

/** A product and another that shares some, not all, of its substances: the doses add up. */
function addDuplicates(
  entries: readonly Entry[],
  subjects: ReadonlyMap<string, Subject>,
  bySubstance: ReadonlyMap<string, readonly string[]>,
  joined: ReadonlyMap<string, RecordInteractions>,
): void {
  for (const entry of entries) {
    const ref = refOf(entry);
    const own = subjects.get(ref)?.substances ?? [];
    const others = new Set(own.flatMap((name) => bySubstance.get(name) ?? []));
    for (const other of [...others].toSorted()) {
      const theirs = subjects.get(other)?.substances ?? [];
      const partner = joined.get(other);
      if (other === ref || !partner || isSameSet(own, theirs)) continue;
      const shared = own.filter((name) => theirs.includes(name));
      const first = (ref < other ? joined.get(ref) : partner) as RecordInteractions;
      const severity = entry.kind === 'medication' && partner.type === 'medication' ? 'major' : 'moderate';
      joined.get(ref)?.entries.push({
        ...duplicateEntry(shared, first, severity),
        reaches: [{ ref: other, name: partner.name, basis: 'duplicate_ingredient', via: shared.join(', ') }],
      });
    }
  }
}

const duplicateEntry = (
  shared: readonly string[],
  { type, slug }: RecordInteractions,
  severity: Severity,
): Omit<DocumentedEntry, 'targets' | 'reaches'> => ({
  text: shared.join(', '),
  severity,
  risk: 'Duplicate ingredient',
  effect: `Both contain ${listed(shared)}, so taking both adds up its doses.`,
  documented_in: { type, slug, field: 'substances' },
});

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

const listed = (names: readonly string[]): string => names.join(' and ');

/** Findings between a record and another record, worst first; the same whichever of the two is asked. */
export function findingsBetween(record: RecordInteractions, otherRef: string): Finding[] {
  return sortFindings(
    record.entries.flatMap((entry) => {
      const reach = entry.reaches.find((one) => one.ref === otherRef);
      return reach ? [findingOf(entry, reach)] : [];
    }),
  );
}

/** Who belongs where. */
type Belonging = Pick<Terms, 'classes' | 'memberships'>;

/**
 * Findings between a record and something without a record: a known drug, a food or a class. Only the record's own
 * entries speak. A class that is asked about is met by an entry on the class, on a class above it, or on one of its members.
 */
export function findingsWith(
  record: RecordInteractions,
  item: Subject & { classAsked?: string },
  terms: Belonging,
): Finding[] {
  const documented = record.entries.flatMap((entry) => {
    if (!entry.targets) return [];
    const reach =
      reachAsked(entry.targets, item.classAsked, terms) ??
      reachSubject(entry.targets, item, terms, item.substances.length > 1) ??
      reachMembers(entry.targets, item.classAsked, terms);
    return reach ? [findingOf(entry, reach)] : [];
  });
  return sortFindings([
    ...documented,
    ...sharedSubstances(record, item),
    ...sameKinds(record, item, documented, terms),
  ]);
}

/** A product that has no record, and some, not all, of the substances of one that has. */
function sharedSubstances(record: RecordInteractions, { substances }: Subject): Finding[] {
  const shared = record.substances.filter((name) => substances.includes(name));
  if (shared.length === 0 || isSameSet(record.substances, substances)) return [];
  const duplicate = duplicateEntry(shared, record, record.type === 'medication' ? 'major' : 'moderate');
  return [findingOf(duplicate, { basis: 'duplicate_ingredient', via: shared.join(', ') })];
}

function sameKinds(
  record: RecordInteractions,
  { substances, classes }: Subject,
  documented: readonly Finding[],
  terms: Belonging,
): Finding[] {
  const isOther = substances.length > 0 && !record.substances.some((one) => substances.includes(one));
  if (record.type !== 'medication' || !isOther) return [];
  return record.classes.flatMap((id) => {
    const one = terms.classes.get(id);
    if (!one?.sameKind || !classes.includes(id) || documented.some(isNearer(one))) return [];
    return [findingOf(sameKindEntry(one, record), { basis: 'class', via: one.name })];
  });
}

/** The entry names the very class that is asked about. */
const reachAsked = (
  targets: Targets,
  asked: string | undefined,
  terms: Pick<Terms, 'classes'>,
): Pick<Reach, 'basis' | 'via'> | undefined =>
  asked !== undefined && targets.classes.includes(asked)
    ? { basis: 'direct', via: terms.classes.get(asked)?.name ?? asked }
    : undefined;

function reachMembers(
  targets: Targets,
  asked: string | undefined,
  terms: Belonging,
): Pick<Reach, 'basis' | 'via'> | undefined {
  if (asked === undefined) return undefined;
  const below = targets.classes.find((id) => withParents([id], terms.classes).includes(asked));
  if (below !== undefined) return { basis: 'class', via: terms.classes.get(below)?.name ?? below };
  const member = targets.substances.find((name) => terms.memberships.get(normalize(name))?.includes(asked));
  return member === undefined ? undefined : { basis: 'class', via: member };
}

const findingOf = (entry: Omit<DocumentedEntry, 'reaches'>, { basis, via }: Pick<Reach, 'basis' | 'via'>): Finding => ({
  severity: entry.severity,
  risk: entry.risk,
  effect: entry.effect,
  basis,
  via,
  documented_in: entry.documented_in,
});

export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) =>
      severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) ||
      compare(
        refOf({ kind: a.documented_in.type, slug: a.documented_in.slug }),
        refOf({ kind: b.documented_in.type, slug: b.documented_in.slug }),
      ) ||
      compare(a.documented_in.field, b.documented_in.field),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
