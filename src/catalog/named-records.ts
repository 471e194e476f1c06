import type { NamedRecord, NameIndexData } from '../names/name-index.ts';
import { refOf } from '../records/entry.ts';
import { namedRecord } from '../records/record-names.ts';
import type { Catalog } from './catalog.ts';
import { type HeldResults, nothingHeld } from './held.ts';

/** Every record with its names; the list of the last time, where no name is another. */
export function namedRecords({ entries, redirects }: Catalog, held: HeldResults): readonly NamedRecord[] {
  const records = entries.map((entry) => {
    const ref = refOf(entry);
    return held.made(`named ${ref}`, [entry, redirects], () =>
      held.same(`names of ${ref}`, namedRecord(entry, redirects)),
    );
  });
  return held.made('names', records, () => records);
}

/** All that the names of a catalog are found by. */
export const nameData = (catalog: Catalog): NameIndexData => ({
  records: namedRecords(catalog, nothingHeld),
  confusable: catalog.vocabulary.confusable,
  known: catalog.vocabulary.knownNames,
});
