import { enumerate } from '../profile/mentions.ts';
import type { SafetyFact } from '../profile/safety.ts';
import { recordUrl } from '../records/address.ts';
import {
  displayName,
  type Entry,
  type Practical,
  type Profiles,
  type Related,
  type SoldForm,
  type TrialFinding,
} from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope } from '../schema/types.ts';
import texts from './guidance.json' with { type: 'json' };

export interface EnvelopeOf<T> extends Envelope {
  data: T;
}

export interface Attribution {
  readonly site_url: string;
  readonly attribution: string;
  readonly disclaimer: string;
}

export interface EnvelopeParts<T> {
  summary: string;
  guidance: string;
  mustNot?: readonly string[];
  sourceUrl: string;
  lastUpdated: string;
  data: T;
}

/** Constraints that every answer carries (docs/contract.md, Envelope). */
export const mustNotAlways: readonly string[] = texts.mustNot;

/** The response envelope: exactly these eight fields (docs/contract.md, Envelope). */
export const envelope = <T>(from: Attribution, parts: EnvelopeParts<T>): EnvelopeOf<T> => ({
  assessment_summary: parts.summary,
  interpretation_guidance: parts.guidance,
  must_not: [...new Set([...mustNotAlways, ...(parts.mustNot ?? [])])],
  attribution: from.attribution,
  disclaimer: from.disclaimer,
  source_url: parts.sourceUrl,
  last_updated: parts.lastUpdated,
  data: parts.data,
});

export const mustNot = (entry: Entry, facts: readonly SafetyFact[]): string[] => [
  ...new Set([...mustNotAlways, ...kindMustNot(entry), ...facts.flatMap((fact) => fact.mustNot ?? [])]),
];

const kindMustNot = (entry: Entry): string[] =>
  entry.kind === 'supplement'
    ? [`Do not present ${displayName(entry)} as a treatment or as a replacement for a prescribed medicine.`]
    : [];

/** `data` of a profile answer (docs/contract.md, Profiles). */
export interface ProfileData<K extends Kind = Kind> {
  slug: string;
  type: K;
  canonical_url: string;
  profile: Profiles[K];
  trial_findings: readonly TrialFinding[];
  sources: Entry['sources'];
  support: Entry['support'];
  related: readonly Related[];
  contraindications: readonly string[];
  practical: Practical;
  identifiers: { unii: readonly string[]; rxcui: readonly string[] };
  sold_as: readonly SoldForm[];
}

export function profileEnvelope(
  entry: Entry,
  from: Attribution,
  {
    facts,
    related,
    lastUpdated,
    elsewhere,
  }: {
    facts: readonly SafetyFact[];
    related: readonly Related[];
    lastUpdated: string;
    elsewhere: readonly string[];
  },
): EnvelopeOf<ProfileData> {
  const url = recordUrl(entry, from.site_url);
  const { unii = [], rxcui = [] } = entry.names.ids ?? {};
  return envelope(from, {
    summary: summary(entry, facts),
    guidance: [texts.records[entry.kind], ...elsewhereNote(elsewhere)].join(' '),
    mustNot: mustNot(entry, facts),
    sourceUrl: url,
    lastUpdated,
    data: {
      slug: entry.slug,
      type: entry.kind,
      canonical_url: url,
      profile: entry.profile,
      trial_findings: entry.trialFindings,
      sources: entry.sources,
      support: entry.support,
      related,
      contraindications: entry.contraindications,
      practical: entry.practical,
      identifiers: { unii: [unii].flat(), rxcui: [rxcui].flat() },
      sold_as: entry.soldAs ?? [],
    },
  });
}

/** An interaction is documented in one record and applies to both, so a profile alone does not list all of them. */
const elsewhereNote = (elsewhere: readonly string[]): string[] =>
  elsewhere.length > 0
    ? [
        `Other records document major interactions that this profile does not hold (${enumerate(elsewhere, NAMED_ELSEWHERE)}): ask for each pair with check_interactions, GET /v1/interactions.`,
      ]
    : [];

const NAMED_ELSEWHERE = 8;

export const summary = (entry: Entry, facts: readonly SafetyFact[]): string =>
  [whatItIs(entry), ...facts.flatMap(({ sentence }) => sentence ?? [])].join(' ');

function whatItIs(entry: Entry): string {
  const name = displayName(entry);
  switch (entry.kind) {
    case 'medication': {
      const { brandName, drugClass } = entry.profile;
      return `${name}${brandName ? ` (${brandName})` : ''} is a medication${drugClass ? ` of the class ${drugClass}` : ''}.`;
    }
    case 'supplement':
      return `${name} is a dietary supplement. This is a reference record of its forms, studies, interactions and cautions.`;
    case 'peptide':
      return `${name} is a peptide. This is a reference record of its regulatory position, evidence, risks and interactions.`;
    default:
      return entry satisfies never;
  }
}
