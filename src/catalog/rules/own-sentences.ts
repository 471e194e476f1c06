import { type Entry, refOf } from '../../records/entry.ts';
import { longSentences } from './language.ts';
import { type CatalogFiles, type CatalogRule, strings } from './rule.ts';

const sentencesOf = (entry: Entry, { held }: CatalogFiles) =>
  held.made(`sentences ${refOf(entry)}`, [entry], () => longSentences(strings({ profile: entry.profile })));

/** A long sentence that stands in two records was copied from one to the other. */
export const ownSentences: CatalogRule = {
  name: 'own-sentences',
  check(catalog, _terms, files) {
    const owners = new Map<string, Entry>();
    return catalog.entries.flatMap((entry) =>
      sentencesOf(entry, files).flatMap(({ path, key }) => {
        const owner = owners.get(key) ?? entry;
        owners.set(key, owner);
        return owner === entry
          ? []
          : [
              files
                .of(entry)
                .at(path, `repeats a sentence of ${refOf(owner)}; write what is particular to this record`),
            ];
      }),
    );
  },
};
