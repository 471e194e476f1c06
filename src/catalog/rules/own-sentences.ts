import { type Entry, refOf } from '../../records/entry.ts';
import type { Path } from '../yaml.ts';
import { longSentences } from './language.ts';
import { type CatalogRule, strings } from './rule.ts';

export const sentencesOf = ({ profile }: Pick<Entry, 'profile'>): { path: Path; key: string }[] =>
  longSentences(strings({ profile }));

/** Records with a long sentence that may be in another one as well. */
function sharing(entries: readonly Entry[]): Entry[] {
  const all = Float64Array.from(entries.flatMap(({ sentenceKeys: own }) => own)).sort();
  const repeated = new Set(all.filter((one, at) => one === all[at + 1]));
  return repeated.size === 0 ? [] : entries.filter(({ sentenceKeys: own }) => own.some((one) => repeated.has(one)));
}

/** A long sentence of two records was copied from one to the other. */
export const ownSentences: CatalogRule = {
  name: 'own-sentences',
  *check({ entries }, _terms, files) {
    const owners = new Map<string, Entry>();
    for (const entry of sharing(entries))
      for (const { path, key } of sentencesOf(entry)) {
        const owner = owners.get(key) ?? entry;
        owners.set(key, owner);
        const reason = `repeats a sentence of ${refOf(owner)}; write what is particular to this record`;
        if (owner !== entry) yield files.of(entry).at(path, reason);
      }
  },
};
