import { type Entry, refOf } from '../../records/entry.ts';
import { namedRecord } from '../../records/record-names.ts';
import { joined, normalize } from '../../text/normalize.ts';
import type { Catalog } from '../catalog.ts';
import type { Path } from '../yaml.ts';
import type { CatalogFiles, CatalogRule } from './rule.ts';

const keyedNames = (entry: Entry, { redirects }: Catalog, { held }: CatalogFiles) =>
  held.made(`name keys ${refOf(entry)}`, [entry, redirects], () =>
    namedRecord(entry, redirects).names.map((name) => ({ ...name, key: joined(normalize(name.text)) })),
  );

/** Records of one substance may share a name (semaglutide as medication and as peptide); no others may. */
export const uniqueNames: CatalogRule = {
  name: 'unique-names',
  check(catalog, _terms, files) {
    const owners = new Map<string, Entry>();
    return catalog.entries.flatMap((entry) =>
      keyedNames(entry, catalog, files).flatMap(({ text, sort, key }) => {
        const owner = owners.get(key) ?? entry;
        owners.set(key, owner);
        if (owner === entry || owner.substances.some((one) => entry.substances.includes(one))) return [];
        const path: Path = sort === 'slug' || sort === 'name' ? ['profile'] : ['names'];
        return [
          files.of(entry).at(path, `"${text}" is a name of ${refOf(owner)} as well; a name leads to one record only`),
        ];
      }),
    );
  },
};
