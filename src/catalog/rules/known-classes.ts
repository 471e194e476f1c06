import { type CatalogRule, suggestion } from './rule.ts';

/** A class that a record or a shared effect names is one of the vocabulary. */
export const knownClasses: CatalogRule = {
  name: 'known-classes',
  *check({ entries }, terms, files) {
    const ids = [...terms.classes.keys()];
    for (const entry of entries)
      for (const [at, id] of (entry.classes ?? []).entries()) {
        if (terms.classes.has(id)) continue;
        const reason = `${id} is not a class of vocabulary/classes.yaml${suggestion(id, ids)}`;
        yield files.of(entry).at(['classes', at], reason);
      }
  },
};
