import type { NamedRecord, NameSort } from '../../names/name-index.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import { joined, normalize } from '../../text/normalize.ts';
import { namedRecords } from '../named-records.ts';
import type { Path } from '../yaml.ts';
import type { CatalogFiles, CatalogRule } from './rule.ts';

interface SharedName {
  readonly at: number;
  readonly owner: NamedRecord;
  readonly text: string;
  readonly sort: NameSort;
}

function sharedNames(records: readonly NamedRecord[], { memo }: CatalogFiles): SharedName[] {
  const owners = new Map<string, NamedRecord>();
  return records.flatMap((record, at) =>
    memo
      .compute(`name keys ${refOf(record)}`, [record], () => keyed(record))
      .flatMap(({ text, sort, key }) => {
        const owner = owners.get(key) ?? record;
        owners.set(key, owner);
        const isOther = owner !== record && !owner.substances.some((one) => record.substances.includes(one));
        return isOther ? [{ at, owner, text, sort }] : [];
      }),
  );
}

const keyed = ({ names }: NamedRecord) => names.map((name) => ({ ...name, key: joined(normalize(name.text)) }));

/** Records of one substance may share a name (semaglutide as medication and as peptide); no others may. */
export const uniqueNames: CatalogRule = {
  name: 'unique-names',
  isOfNames: true,
  check(catalog, _terms, files) {
    const records = namedRecords(catalog, files.memo);
    const shared = files.memo.compute('shared names', [records], () => sharedNames(records, files));
    return shared.map(({ at, owner, text, sort }) => {
      const path: Path = sort === 'slug' || sort === 'name' ? ['profile'] : ['names'];
      const reason = `"${text}" is a name of ${refOf(owner)} as well; a name leads to one record only`;
      return files.of(catalog.entries[at] as Entry).at(path, reason);
    });
  },
};
