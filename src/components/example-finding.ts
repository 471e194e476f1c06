import type { Edition } from '../publish/edition.ts';
import { displayName, type Entry, refOf } from '../records/entry.ts';

/** A documented pair for whoever comes for the first time: one that many people know, else the first grave one of the catalog. */
export function exampleFinding({ catalog, partners }: Edition) {
  const entries = catalog.entries.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)));
  for (const entry of entries) {
    for (const partner of partners.get(refOf(entry)) ?? []) {
      // The strictest of what is said of the pair leads here as it does in the checker.
      const statement = partner.statements.find(({ action }) => action === partner.action);
      if (!partner.ref || partner.level !== 'major' || !partner.action || !statement) continue;
      return {
        entry,
        name: displayName(entry),
        partner: { ...partner, ref: partner.ref, action: partner.action },
        statement,
        source: statement.sources[0],
        /** The checker with both. */
        href: `/interactions#${refOf(entry)},${partner.ref}`,
      };
    }
  }
  return undefined;
}

const isKnown = ({ slug }: Entry): boolean => slug === 'warfarin';
