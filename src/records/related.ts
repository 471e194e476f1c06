import { append } from '../text/groups.ts';
import { withFullStop } from '../text/sentences.ts';
import { displayName, type Entry, type Related, refOf } from './entry.ts';

/** Other records of the same substance, or of a component or a combination of it; keyed by `kind/slug`. */
export function relatedRecords(entries: readonly Entry[], siteUrl: string): Map<string, Related[]> {
  const bySubstance = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const name of entry.substances) append(bySubstance, name, entry);
  }
  const naming = namingSupplements(entries);
  const relate = (entry: Entry): Related[] => {
    const shared = new Set(entry.substances.flatMap((name) => bySubstance.get(name) ?? []));
    const kin = [...shared].filter((other) => other !== entry).map((other) => describe(entry, other));
    const named = namedMedications(entry, naming).filter(({ other }) => !shared.has(other));
    return [
      ...kin,
      ...named.map(({ other, relationship }) => ({ ...identify(other), relationship: 'related', note: relationship })),
    ].map(({ ref, ...one }) => ({ ...one, canonical_url: `${siteUrl}/${ref}` }));
  };
  return new Map(entries.map((entry) => [refOf(entry), relate(entry)]));
}

type Draft = Omit<Related, 'canonical_url'> & { ref: string };

const identify = (other: Entry) => ({
  ref: refOf(other),
  kind: other.kind,
  slug: other.slug,
  name: displayName(other),
});

function describe(entry: Entry, other: Entry): Draft {
  const within = (a: Entry, b: Entry): boolean => a.substances.every((name) => b.substances.includes(name));
  const name = displayName(entry);
  const theirs = displayName(other);
  if (within(entry, other) && within(other, entry)) {
    return {
      ...identify(other),
      relationship: 'same substance',
      note: `Same substance, different product: ${theirs} is kept here as a ${other.kind}.`,
    };
  }
  if (within(entry, other))
    return { ...identify(other), relationship: 'combination', note: `${theirs} contains ${name}.` };
  if (within(other, entry))
    return { ...identify(other), relationship: 'component', note: `${name} contains ${theirs}.` };
  const both = entry.substances.filter((one) => other.substances.includes(one)).join(' and ');
  return { ...identify(other), relationship: 'shared ingredient', note: `Both contain ${both}.` };
}

/** A supplement, and how it says that a medication goes with it. */
interface NamedBy {
  readonly supplement: Entry;
  readonly relationship: string;
}

interface Naming {
  readonly medications: ReadonlyMap<string, Entry>;
  /** By the slug of a medication, the supplements that name it. */
  readonly bySlug: ReadonlyMap<string, readonly NamedBy[]>;
}

function namingSupplements(entries: readonly Entry[]): Naming {
  const medications = new Map(entries.flatMap((one) => (one.kind === 'medication' ? [[one.slug, one]] : [])));
  const bySlug = new Map<string, NamedBy[]>();
  for (const supplement of entries) {
    const links = supplement.kind === 'supplement' ? (supplement.profile.relatedMedications ?? []) : [];
    const first = new Map(links.toReversed().map(({ medId = '', relationship = '' }) => [medId, relationship]));
    for (const [slug, relationship] of first) append(bySlug, slug, { supplement, relationship });
  }
  return { medications, bySlug };
}

/** Medications named in a supplement's `relatedMedications`, in both directions. */
function namedMedications(entry: Entry, { medications, bySlug }: Naming): { other: Entry; relationship: string }[] {
  if (entry.kind === 'peptide') return [];
  if (entry.kind === 'supplement') {
    return (entry.profile.relatedMedications ?? []).flatMap(({ medId = '', relationship = '' }) => {
      const other = medications.get(medId);
      return other ? [{ other, relationship }] : [];
    });
  }
  return (bySlug.get(entry.slug) ?? []).map(({ supplement, relationship }) => ({ other: supplement, relationship }));
}

/** How a record goes with this one, in words: what the note says, and the sort of relation where that says more than that there is one. */
export const relationWords = ({ relationship, note }: Pick<Related, 'relationship' | 'note'>): string =>
  [relationship === 'related' ? '' : withFullStop(capitalized(relationship)), note].filter(Boolean).join(' ');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
