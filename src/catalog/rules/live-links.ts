import { type CatalogRule, suggestion } from './rule.ts';

/** Every medication in a supplement's `relatedMedications` has a record. */
export const liveLinks: CatalogRule = {
  name: 'live-links',
  check(catalog, _terms, files) {
    const medications = files.slugs('medication');
    const known = new Set(medications);
    return catalog.entries.flatMap((entry) =>
      entry.kind !== 'supplement'
        ? []
        : (entry.profile.relatedMedications ?? []).flatMap(({ medId }, at) =>
            medId === undefined || known.has(medId)
              ? []
              : [
                  files
                    .of(entry)
                    .at(
                      ['profile', 'relatedMedications', at, 'medId'],
                      `${medId} is not the slug of a medication here${suggestion(medId, medications)}`,
                    ),
                ],
          ),
    );
  },
};
