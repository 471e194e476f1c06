import { closest } from 'fastest-levenshtein';
import { readTargets } from '../../interactions/grammar.ts';
import { type Entry, refOf } from '../../records/entry.ts';
import type { ContentProblem } from '../problems.ts';
import { type CatalogRule, pathOfField } from './rule.ts';

/** Every name in an interaction entry is a known class, substance or record. */
export const knownInteractions: CatalogRule = {
  name: 'known-interactions',
  check(catalog, terms, files) {
    const candidates = [...terms.classes.values()].map(({ name }) => name);
    const check = (entry: Entry): ContentProblem[] =>
      (entry.statements ?? []).flatMap(({ text, documented_in }) =>
        readTargets(text, terms).unknown.map((unknown) => {
          const near = closest(unknown, candidates);
          return files
            .of(entry)
            .at(
              pathOfField(documented_in.field),
              `"${unknown}" names no class, substance or record that we know; the nearest class is ${near}. See the grammar in content/README.md`,
            );
        }),
      );
    return catalog.entries.flatMap((entry) =>
      files.memo.compute(`targets ${refOf(entry)}`, [entry, terms], () => check(entry)),
    );
  },
};
