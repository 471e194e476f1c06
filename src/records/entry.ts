import type { Action, Evidence } from '../schema/interaction-grades.ts';
import type { Kind } from '../schema/kinds.ts';
import type { ContentRecord, MedicationProfile, PeptideProfile, SupplementProfile } from '../schema/types.ts';
import { capitalized } from '../text/sentences.ts';
import type { Happening, InteractionStatement } from './statement.ts';

export interface Profiles {
  medication: MedicationProfile;
  supplement: SupplementProfile;
  peptide: PeptideProfile;
}
export type Profile = Profiles[Kind];

/** One record of the catalog: what the API returns (`profile`) and what its file says beside the profile. */
export type Entry = { [K in Kind]: EntryOf<K> }[Kind];
export interface EntryOf<K extends Kind> extends Omit<ContentRecord, 'profile' | 'contraindications' | 'practical'> {
  readonly kind: K;
  readonly slug: string;
  readonly profile: Profiles[K];
  /** Who must not take it, one statement each. */
  readonly contraindications: readonly string[];
  readonly practical: Practical;
  /** JSON Pointer into `data` of the profile answer to the ids of the sources of that statement. */
  readonly support: Readonly<Record<string, readonly string[]>>;
  /** What an author says of an interaction beside its text, by the pointer of the entry. */
  readonly interactionGrades: Readonly<Record<string, InteractionGrade>>;
  readonly trialFindings: readonly TrialFinding[];
  /** The statements that `clinicalTrials.results` is made of. */
  readonly otherResults: readonly string[];
  /** Its interaction entries; undefined when it has no interactions section (then it is not assessed). */
  readonly statements?: readonly InteractionStatement[] | undefined;
  /** Of each of these a digest of what it says. */
  readonly statementDigests: readonly string[];
  /** Digest of its names and all else that it is found by, former slugs apart. */
  readonly namesDigest: string;
  /** Its long sentences, each once, by the first 48 bits of a digest: two that are equal may be one sentence. */
  readonly sentenceKeys: readonly number[];
  /** Forms and strengths in which exactly its substances are sold in the US, by RxNorm; absent where it knows none. */
  readonly soldAs?: readonly SoldForm[];
  /** File below the content directory, for messages. */
  readonly file: string;
  /** SHA-256 of the file in base64: equal digests mean equal texts. */
  readonly digest: string;
}

/** "Oral Tablet", and its strengths as RxNorm states them: "25 mg"; of several ingredients in the order of their names. */
export interface SoldForm {
  readonly form: string;
  readonly strengths: readonly string[];
}

/** What people ask and the profile has no field for. */
export type Practical = { readonly [K in keyof NonNullable<ContentRecord['practical']>]: string };

/** Where the profile lists trials, as a JSON Pointer into the profile answer. */
export const TRIALS = '/profile/clinicalTrials/trialLinks';

/** What a trial found, where its record states it; `at` points to its entry in the profile answer. */
export interface TrialFinding {
  readonly at: string;
  readonly name: string | null;
  /** On its main question, in a line. */
  readonly found: string | null;
  readonly outcomes: readonly TrialOutcome[];
}

/** One measure of a trial; where no value is known, `difference` says how the first arm compares: "hazard ratio 0.66". */
export interface TrialOutcome {
  readonly outcome: string;
  readonly values: readonly { readonly arm: string; readonly value: string }[];
  readonly difference: string | null;
}

export interface InteractionGrade extends Partial<Happening> {
  readonly action?: Action;
  readonly evidence?: Evidence;
}

/** Other records of the same substance or of its components (docs/contract.md, Profiles). */
export interface Related {
  kind: Kind;
  slug: string;
  name: string;
  relationship: string;
  canonical_url: string;
  note: string;
}

export const refOf = (entry: { kind: Kind; slug: string }): string => `${entry.kind}/${entry.slug}`;

/** The name a reader sees: the generic name of a medication, the name of anything else. */
export function displayName(entry: Entry): string {
  if (entry.kind !== 'medication') return entry.profile.name ?? entry.slug;
  // As a prescription has it: "Sulfamethoxazole-trimethoprim".
  if (entry.substances.length > 1) return capitalized(entry.substances.join('-'));
  return entry.profile.genericName ?? entry.slug;
}

/** One line below the name: brand and class of a medication, the subtitle of anything else. */
export function subtitle(entry: Entry): string {
  if (entry.kind !== 'medication') return entry.profile.subtitle ?? entry.profile.category ?? '';
  return [entry.profile.brandName, entry.profile.drugClass].filter(Boolean).join(' · ');
}
