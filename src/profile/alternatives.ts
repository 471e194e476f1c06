import type { MedicationProfile } from '../schema/types.ts';

type Alternatives = NonNullable<MedicationProfile['metabolicAlternatives']>;

/** `data` of lifestyle-alternatives beside the record's identity; tapering comes first where stopping is a risk (docs/contract.md, Lifestyle-alternatives). */
export interface LifestyleAlternatives {
  tapering: NonNullable<MedicationProfile['taperingInfo']> | null;
  title: string | null;
  keyPoint: string | null;
  interventions: NonNullable<Alternatives['interventions']>;
  studies: NonNullable<Alternatives['studies']>;
}

export const alternatives = (profile: MedicationProfile): LifestyleAlternatives => ({
  tapering: profile.taperingInfo ?? null,
  title: profile.metabolicAlternatives?.title ?? null,
  keyPoint: profile.metabolicAlternatives?.keyPoint ?? null,
  interventions: profile.metabolicAlternatives?.interventions ?? [],
  studies: profile.metabolicAlternatives?.studies ?? [],
});
