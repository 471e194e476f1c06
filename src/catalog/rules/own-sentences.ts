import { hash } from 'node:crypto';
import { type Entry, refOf } from '../../records/entry.ts';
import { keptJson } from '../kept.ts';
import type { Path } from '../yaml.ts';
import { longSentences } from './language.ts';
import { type CatalogFiles, type CatalogRule, strings } from './rule.ts';

const sentencesOf = (entry: Entry, { held, kept }: CatalogFiles) =>
  held.made(`sentences ${refOf(entry)}`, [entry], () =>
    keptJson(kept, { stage: 'sentences', inputs: [entry.kind, entry.digest] }, () => keyed(entry)),
  );

/** Of a sentence its digest is enough: a catalog of ten thousand records has half a million. */
const keyed = (entry: Entry): { path: Path; key: string }[] =>
  longSentences(strings({ profile: entry.profile })).map(({ path, key }) => ({
    path,
    key: hash('sha256', key, 'base64'),
  }));

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
