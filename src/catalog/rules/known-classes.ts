import { type CatalogRule, suggestion } from './rule.ts';

/** A class that a record names is one of the vocabulary. */
export const knownClasses: CatalogRule = {
  name: 'known-classes',
  check(catalog, terms, files) {
    const ids = [...terms.classes.keys()];
    return catalog.entries.flatMap((entry) =>
      (entry.classes ?? []).flatMap((id, at) =>
        terms.classes.has(id)
          ? []
          : [
              files
                .of(entry)
                .at(['classes', at], `${id} is not a class of vocabulary/classes.yaml${suggestion(id, ids)}`),
            ],
      ),
    );
  },
};
