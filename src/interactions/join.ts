import { displayName, type Entry, refOf } from '../records/entry.ts';
import { groupBy } from '../text/groups.ts';
import {
  duplicateEntry,
  findingsBetween,
  isNearer,
  isOwn,
  isSameSet,
  placeKey,
  type Reach,
  type RecordInteractions,
  reachSubject,
  sameKindEntry,
} from './findings.ts';
import { readTargets, type Targets } from './grammar.ts';
import { type Subject, subjectOf, type Terms } from './vocabulary.ts';

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
      assessed: entry.statements !== undefined,
      substances: [...subject.substances],
      classes: [...subject.classes],
      entries: [],
    });
  }

  for (const entry of entries) {
    const ref = refOf(entry);
    for (const own of entry.statements ?? []) {
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
      const record = joined.get(ingredient) as RecordInteractions;
      const via = record.name;
      for (const entry of record.entries.filter((one) => isOwn(one, record))) {
        const place = placeKey(entry.documented_in);
        const reaches = entry.reaches
          .filter((reach) => reach.ref !== ref && !substancesOf(reach.ref).some((one) => own.includes(one)))
          .map((reach): Reach => ({ ...reach, basis: 'ingredient', via }));
        joined.get(ref)?.entries.push({ ...entry, reaches });
        for (const reach of reaches) {
          const mirrored = joined
            .get(reach.ref)
            ?.entries.find((one) => !one.targets && placeKey(one.documented_in) === place);
          mirrored?.reaches.push({ ref, name, basis: 'ingredient', via });
        }
      }
    }
  }
}

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length < whole.length && part.every((one) => whole.includes(one));

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

const groupRefs = (entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Map<string, string[]> =>
  new Map([...groupBy(entries, keysOf)].map(([key, group]) => [key, group.map(refOf)]));

function reachOf(
  targets: Targets,
  entry: Entry,
  subject: Subject,
  terms: Terms,
): Pick<Reach, 'basis' | 'via'> | undefined {
  if (targets.records.includes(refOf(entry))) return { basis: 'direct', via: displayName(entry) };
  return reachSubject(targets, subject, terms, entry.kind === 'medication' && entry.substances.length > 1);
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
