import { pointerOfPlace } from '../profile/partners.ts';
import type { Edition } from '../publish/edition.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';
import { sourcesAt } from '../records/sources.ts';

/** A documented pair for whoever comes for the first time: one that many people know, else the first grave one of the catalog. */
export function exampleFinding({ catalog, partners }: Edition) {
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
        /** The checker with both. */
        href: `/interactions#${refOf(entry)},${partner.ref}`,
      };
    }
  }
  return undefined;
}

const isKnown = ({ slug }: Entry): boolean => slug === 'warfarin';
