import { hash } from 'node:crypto';
import type { NamedRecord, NameIndexData } from '../names/name-index.ts';
import { refOf } from '../records/entry.ts';
import { namedRecord } from '../records/record-names.ts';
import { type Memo, noMemo } from '../text/memo.ts';
import type { Catalog } from './catalog.ts';

/** Every record with its names; the list of the last time, where no name is another. */
export function namedRecords({ entries, redirects }: Catalog, memo: Memo): readonly NamedRecord[] {
  const known = named.get(entries);
  if (known?.redirects === redirects) return known.records;
  const each = entries.map((entry) => {
    const ref = refOf(entry);
    return memo.compute(`named ${ref}`, [entry, redirects], () =>
      memo.same(`names of ${ref}`, namedRecord(entry, redirects)),
    );
  });
  const records = memo.compute('names', each, () => each);
  named.set(entries, { redirects, records });
  return records;
}

/** Rules, terms and indexes of one catalog ask for the same. */
const named = new WeakMap<Catalog['entries'], { redirects: Catalog['redirects']; records: readonly NamedRecord[] }>();

/** Digest of {@link nameData}: equal digests mean equal data. */
export const namesDigest = ({ entries, redirects, vocabulary: { confusable, knownNames, rxnorm } }: Catalog): string =>
  hash(
    'sha256',
    JSON.stringify([entries.map((entry) => entry.namesDigest), redirects.renamed, confusable, knownNames, rxnorm]),
  );

export const nameData = (catalog: Catalog): NameIndexData => ({
  records: namedRecords(catalog, noMemo),
  confusable: catalog.vocabulary.confusable,
  known: catalog.vocabulary.knownNames,
  rxnorm: catalog.vocabulary.rxnorm,
});
