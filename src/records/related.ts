import { append } from '../text/groups.ts';
import { withFullStop } from '../text/sentences.ts';
import { displayName, type Entry, type Related, refOf } from './entry.ts';

/** What relatives are found by. */
export interface Kin extends Pick<Entry, 'kind' | 'slug' | 'substances'> {
  readonly name: string;
  /** Medications that a supplement says it goes with. */
  readonly links: readonly { readonly medId?: string; readonly relationship?: string }[];
}

export const kinOf = (entry: Entry): Kin => ({
  kind: entry.kind,
  slug: entry.slug,
  substances: entry.substances,
  name: displayName(entry),
  links: entry.kind === 'supplement' ? (entry.profile.relatedMedications ?? []) : [],
});

/** Other records of the same substance, or of a component or a combination of it; keyed by `kind/slug`. */
export function relatedRecords(entries: readonly Kin[], siteUrl: string): Map<string, Related[]> {
  const bySubstance = new Map<string, Kin[]>();
  for (const entry of entries) {
    for (const name of entry.substances) append(bySubstance, name, entry);
  }
  const naming = namingSupplements(entries);
  const relate = (entry: Kin): Related[] => {
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

const identify = (other: Kin) => ({
  ref: refOf(other),
  kind: other.kind,
  slug: other.slug,
  name: other.name,
});

function describe(entry: Kin, other: Kin): Draft {
  const within = (a: Kin, b: Kin): boolean => a.substances.every((name) => b.substances.includes(name));
  const { name } = entry;
  const theirs = other.name;
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
  readonly supplement: Kin;
  readonly relationship: string;
}

interface Naming {
  readonly medications: ReadonlyMap<string, Kin>;
  /** By the slug of a medication, the supplements that name it. */
  readonly bySlug: ReadonlyMap<string, readonly NamedBy[]>;
}

function namingSupplements(entries: readonly Kin[]): Naming {
  const medications = new Map(entries.flatMap((one) => (one.kind === 'medication' ? [[one.slug, one]] : [])));
  const bySlug = new Map<string, NamedBy[]>();
  for (const supplement of entries) {
    const first = new Map(
      supplement.links.toReversed().map(({ medId = '', relationship = '' }) => [medId, relationship]),
    );
    for (const [slug, relationship] of first) append(bySlug, slug, { supplement, relationship });
  }
  return { medications, bySlug };
}

/** Medications named in a supplement's `relatedMedications`, in both directions. */
function namedMedications(entry: Kin, { medications, bySlug }: Naming): { other: Kin; relationship: string }[] {
  if (entry.kind === 'peptide') return [];
  if (entry.kind === 'supplement') {
    return entry.links.flatMap(({ medId = '', relationship = '' }) => {
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
