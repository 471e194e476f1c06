import { type CatalogRule, suggestion } from './rule.ts';

/** Every medication in a supplement's `relatedMedications` has a record. */
export const liveLinks: CatalogRule = {
  name: 'live-links',
  *check({ entries }, _terms, files) {
    const medications = files.slugs('medication');
    for (const entry of entries) {
      const related = (entry.kind === 'supplement' && entry.profile.relatedMedications) || [];
      for (const [at, { medId }] of related.entries()) {
        if (medId === undefined || medications.includes(medId)) continue;
        const reason = `${medId} is not the slug of a medication here${suggestion(medId, medications)}`;
        yield files.of(entry).at(['profile', 'relatedMedications', at, 'medId'], reason);
      }
    }
  },
};
