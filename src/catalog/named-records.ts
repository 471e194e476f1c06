import type { NamedRecord } from '../names/name-index.ts';
import { refOf } from '../records/entry.ts';
import { namedRecord } from '../records/record-names.ts';
import type { Catalog } from './catalog.ts';
import type { HeldResults } from './held.ts';

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
