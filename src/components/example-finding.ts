import { type Partner, type PartnerStatement, pointerOfPlace } from '../profile/partners.ts';
import type { Edition } from '../publish/edition.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';
import { type NumberedSource, sourcesAt } from '../records/sources.ts';

/** One documented pair of the catalog, shown where somebody comes for the first time. */
export interface ExampleFinding {
  readonly entry: Entry;
  readonly name: string;
  readonly partner: Partner & { readonly ref: string };
  readonly statement: PartnerStatement;
  readonly source: NumberedSource | undefined;
  /** The checker with both. */
  readonly href: string;
}

/** A pair that many people know, else the first grave one of the catalog; none in a catalog without any. */
export function exampleFinding({ catalog, partners }: Edition): ExampleFinding | undefined {
  const entries = catalog.entries.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)));
  for (const entry of entries) {
    for (const partner of partners.get(refOf(entry)) ?? []) {
      const statement = partner.statements.find(({ from, place }) => !from && place.slug === entry.slug);
      if (!partner.ref || partner.level !== 'major' || !statement?.action) continue;
      return {
        entry,
        name: displayName(entry),
        partner: { ...partner, ref: partner.ref },
        statement,
        source: sourcesAt(entry, pointerOfPlace(statement.place))[0],
        href: `/interactions#${refOf(entry)},${partner.ref}`,
      };
    }
  }
  return undefined;
}

const isKnown = ({ slug }: Entry): boolean => slug === 'warfarin';
