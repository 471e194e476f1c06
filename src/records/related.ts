import { append } from '../text/groups.ts';
import { capitalized, withFullStop } from '../text/sentences.ts';
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
  const links = linksOf(entries);
  const bySupplement = Map.groupBy(links, ({ supplement }) => supplement);
  const byMedication = Map.groupBy(links, ({ medication }) => medication);
  const linked = (entry: Kin) => [
    ...(bySupplement.get(entry) ?? []).map(({ medication, note }) => ({ other: medication, note })),
    ...firstOfEach(byMedication.get(entry) ?? []).map(({ supplement, note }) => ({ other: supplement, note })),
  ];
  const relate = (entry: Kin): Related[] => {
    const shared = new Set(entry.substances.flatMap((name) => bySubstance.get(name) ?? []));
    const described = ({ kind, slug, name }: Kin, words: Relation): Related => {
      const { relationship, note } = words;
      return { kind, slug, name, relationship, note, canonical_url: `${siteUrl}/${kind}/${slug}` };
    };
    return [
      ...[...shared].filter((other) => other !== entry).map((other) => described(other, relationOf(entry, other))),
      ...linked(entry)
        .filter(({ other }) => !shared.has(other))
        .map(({ other, note }) => described(other, { relationship: 'related', note })),
    ];
  };
  return new Map(entries.map((entry) => [refOf(entry), relate(entry)]));
}

type Relation = Pick<Related, 'relationship' | 'note'>;

function relationOf(entry: Kin, other: Kin): Relation {
  const isWithin = entry.substances.every((name) => other.substances.includes(name));
  const holds = other.substances.every((name) => entry.substances.includes(name));
  if (isWithin && holds) {
    const note = `Same substance, different product: ${other.name} is kept here as a ${other.kind}.`;
    return { relationship: 'same substance', note };
  }
  if (isWithin) return { relationship: 'combination', note: `${other.name} contains ${entry.name}.` };
  if (holds) return { relationship: 'component', note: `${entry.name} contains ${other.name}.` };
  const both = entry.substances.filter((one) => other.substances.includes(one)).join(' and ');
  return { relationship: 'shared ingredient', note: `Both contain ${both}.` };
}

/** A medication that a supplement names, and how the two go together. */
interface SupplementLink {
  readonly supplement: Kin;
  readonly medication: Kin;
  readonly note: string;
}

function linksOf(entries: readonly Kin[]): SupplementLink[] {
  const medications = new Map(entries.flatMap((one) => (one.kind === 'medication' ? [[one.slug, one]] : [])));
  return entries.flatMap((supplement) =>
    supplement.links.flatMap(({ medId = '', relationship: note = '' }) => {
      const medication = medications.get(medId);
      return medication ? [{ supplement, medication, note }] : [];
    }),
  );
}

const firstOfEach = (links: readonly SupplementLink[]): SupplementLink[] =>
  links.filter(({ supplement }, at) => links.findIndex((other) => other.supplement === supplement) === at);

/** How a record goes with this one, in words: what the note says, and the sort of relation where that says more than that there is one. */
export const relationWords = ({ relationship, note }: Pick<Related, 'relationship' | 'note'>): string =>
  [relationship === 'related' ? '' : withFullStop(capitalized(relationship)), note].filter(Boolean).join(' ');
