import { hash } from 'node:crypto';
import { type Entry, refOf } from '../../records/entry.ts';
import { groupBy } from '../../text/groups.ts';
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
    key: hash('sha256', key, 'hex').slice(0, 32),
  }));

/** Digests of the sentences of all records by their first letter; an edit changes few of these. */
function isAnyRepeated(entries: readonly Entry[], files: CatalogFiles): boolean {
  const { held } = files;
  const keys = entries.map((entry) => {
    const sentences = sentencesOf(entry, files);
    const place = `sentence keys ${refOf(entry)}`;
    return held.made(place, [sentences], () => held.sameEach(`${place} by letter`, byLetter(sentences)));
  });
  const isRepeated = [...LETTERS].map((letter) => {
    const lists = keys.map((of) => of.get(letter) ?? NONE);
    return held.made(`repeated sentences ${letter}`, lists, () => isInTwo(lists));
  });
  return isRepeated.includes(true);
}

/** Of a digest in hexadecimal. */
const LETTERS = '0123456789abcdef';
const NONE: readonly string[] = [];

const byLetter = (sentences: readonly { key: string }[]): Map<string, string[]> =>
  groupBy([...new Set(sentences.map(({ key }) => key))], ([letter = '']) => [letter]);

function isInTwo(lists: readonly (readonly string[])[]): boolean {
  const all = lists.flat();
  return new Set(all).size < all.length;
}

/** A long sentence that stands in two records was copied from one to the other. */
export const ownSentences: CatalogRule = {
  name: 'own-sentences',
  check(catalog, _terms, files) {
    if (!isAnyRepeated(catalog.entries, files)) return [];
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
