import type { MedicationProfile } from '../schema/types.ts';

/** `data` of lifestyle-alternatives beside the record's identity; tapering comes first where stopping is a risk (docs/contract.md, Lifestyle-alternatives). */
export const alternatives = (profile: MedicationProfile) => ({
  tapering: profile.taperingInfo ?? null,
  title: profile.metabolicAlternatives?.title ?? null,
  keyPoint: profile.metabolicAlternatives?.keyPoint ?? null,
  interventions: profile.metabolicAlternatives?.interventions ?? [],
  studies: profile.metabolicAlternatives?.studies ?? [],
});
