import { closest } from 'fastest-levenshtein';
import { exceptionsIn, readTargets } from '../../interactions/grammar.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import type { ContentProblem } from '../problems.ts';
import { type CatalogRule, pathOfField } from './rule.ts';

/** Every name in an interaction entry is a known class, substance or record. */
export const knownInteractions: CatalogRule = {
  name: 'known-interactions',
  check({ entries }, terms, files) {
    const candidates = [...terms.classes.values()].map(({ name }) => name);
    function* check(entry: Entry): Generator<ContentProblem> {
      for (const { text, when = '', documented_in } of entry.statements ?? [])
        for (const unknown of [...readTargets(text, terms).unknown, ...exceptionsIn(when, terms).unknown]) {
          const reason = `"${unknown}" names no class, substance or record that we know; the nearest class is ${closest(unknown, candidates)}. See the grammar in content/README.md`;
          yield files.of(entry).at(pathOfField(documented_in.field), reason);
        }
    }
    return entries.flatMap((entry) =>
      files.memo.compute(`targets ${refOf(entry)}`, [entry, terms], () => [...check(entry)]),
    );
  },
};
