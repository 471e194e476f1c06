import { lookAlikePairs } from '../../names/look-alikes.ts';
import type { NamedRecord } from '../../names/name-index.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import { joined, normalize } from '../../text/normalize.ts';
import type { Catalog } from '../catalog.ts';
import { namedRecords } from '../named-records.ts';
import type { CatalogFiles, CatalogRule } from './rule.ts';

interface UnlistedPair {
  readonly a: string;
  readonly b: string;
  readonly score: number;
  readonly pair: readonly [number, number];
}

function unlistedPairs(
  records: readonly NamedRecord[],
  { confusable, confusableExcused }: Catalog['vocabulary'],
  { memo }: CatalogFiles,
): UnlistedPair[] {
  const owners = new Map<string, number>();
  for (const [at, { names }] of records.entries())
    for (const { text } of names) owners.set(joined(normalize(text)), at);
  const ownersOf = (a: string, b: string): [number, number] | undefined => {
    const [first, second] = [owners.get(joined(normalize(a))), owners.get(joined(normalize(b)))];
    return first === undefined || second === undefined ? undefined : [first, second];
  };
  const pairKey = (pair: [number, number]): string => pair.toSorted((a, b) => a - b).join('|');
  const settled = new Set(
    [...confusable, ...confusableExcused].flatMap(([a, b]) => {
      const pair = ownersOf(a, b);
      return pair ? [pairKey(pair)] : [];
    }),
  );
  const near = memo.compute('look-alikes', [records], () => lookAlikePairs(records));
  return near.flatMap(({ a, b, score }) => {
    const pair = ownersOf(a, b);
    if (!pair || settled.has(pairKey(pair))) return [];
    settled.add(pairKey(pair));
    return [{ a, b, score, pair }];
  });
}

/** Two records with names that look or sound alike are listed in confusable.yaml by any name of each, or excused there with a reason; each pair of records is reported once, by its nearest names. */
export const listedLookAlikes: CatalogRule = {
  name: 'listed-look-alikes',
  isOfNames: true,
  check(catalog, _terms, files) {
    if (!files.hasOwnPairs) return [];
    const { entries, vocabulary } = catalog;
    const { confusable, confusableExcused } = vocabulary;
    const records = namedRecords(catalog, files.memo);
    const unlisted = files.memo.compute('unlisted look-alikes', [records, confusable, confusableExcused], () =>
      unlistedPairs(records, vocabulary, files),
    );
    return unlisted.map(({ a, b, score, pair }) => {
      const [first, second] = pair.map((at) => entries[at] as Entry) as [Entry, Entry];
      const reason = `"${a}" looks or sounds like "${b}" of ${refOf(second)} (${score.toFixed(2)}); list the pair in vocabulary/confusable.yaml, or excuse it there`;
      return files.of(first).at(['names'], reason);
    });
  },
};
