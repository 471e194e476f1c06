import { lookAlikePairs } from '../../names/look-alikes.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import { namedRecord } from '../../records/record-names.ts';
import { joined, normalize } from '../../text/normalize.ts';
import type { CatalogRule } from './rule.ts';

/** Two records with names that look or sound alike are listed in confusable.yaml by any name of each, or excused there with a reason; each pair of records is reported once, by its nearest names. */
export const listedLookAlikes: CatalogRule = {
  name: 'listed-look-alikes',
  check(catalog, _terms, files) {
    if (!files.hasOwnPairs) return [];
    const { held } = files;
    const named = catalog.entries.map((entry) => namedRecord(entry, catalog.redirects));
    const records = held.same('names to compare', named);
    const owners = new Map<string, Entry>();
    records.forEach(({ names }, at) => {
      for (const { text } of names) owners.set(joined(normalize(text)), catalog.entries[at] as Entry);
    });
    const ownersOf = (a: string, b: string): [Entry, Entry] | undefined => {
      const [first, second] = [owners.get(joined(normalize(a))), owners.get(joined(normalize(b)))];
      return first && second ? [first, second] : undefined;
    };
    const pairKey = (pair: [Entry, Entry]): string => pair.map(refOf).toSorted().join('|');
    const { confusable, confusableExcused } = catalog.vocabulary;
    const settled = new Set(
      [...confusable, ...confusableExcused].flatMap(([a, b]) => {
        const pair = ownersOf(a, b);
        return pair ? [pairKey(pair)] : [];
      }),
    );
    const near = held.made('look-alikes', [records], () => lookAlikePairs(records));
    return near.flatMap(({ a, b, score }) => {
      const pair = ownersOf(a, b);
      if (!pair || settled.has(pairKey(pair))) return [];
      settled.add(pairKey(pair));
      return [
        files
          .of(pair[0])
          .at(
            ['names'],
            `"${a}" looks or sounds like "${b}" of ${refOf(pair[1])} (${score.toFixed(2)}); list the pair in vocabulary/confusable.yaml, or excuse it there`,
          ),
      ];
    });
  },
};
