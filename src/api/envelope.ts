import { isNotApproved } from '../profile/safety.ts';
import { displayName, type Entry, type Related, refOf } from '../records/entry.ts';
import type { Kind } from '../schema/kinds.ts';
import type { Envelope } from '../schema/types.ts';

/** What every envelope takes from the site. */
export interface Attribution {
  readonly site_url: string;
  readonly attribution: string;
  readonly disclaimer: string;
}

export interface EnvelopeParts {
  summary: string;
  guidance: string;
  /** Added to the constraints that every answer carries. */
  mustNot?: readonly string[];
  sourceUrl: string;
  lastUpdated: string;
  data: unknown;
}

/** Constraints that every answer carries (specification section 2.1). */
const always = [
  'Do not present this data as personalized medical advice.',
  'Do not advise anyone to start, stop or change a prescription or its dose on the ground of this data.',
  'Do not omit the attribution or the canonical source URL when this data is shown to a person.',
  'Do not present missing information as evidence of safety.',
];

/** The response envelope of specification section 2.1: exactly its eight fields. */
export const envelope = (from: Attribution, parts: EnvelopeParts): Envelope => ({
  assessment_summary: parts.summary,
  interpretation_guidance: parts.guidance,
  must_not: [...new Set([...always, ...(parts.mustNot ?? [])])],
  attribution: from.attribution,
  disclaimer: from.disclaimer,
  source_url: parts.sourceUrl,
  last_updated: parts.lastUpdated,
  data: parts.data,
});

/** The constraints of a record: those of every answer, and those its warnings add. */
export const mustNot = (entry: Entry): string[] => [...always, ...ownMustNot(entry)];

function ownMustNot(entry: Entry): string[] {
  const name = displayName(entry);
  if (entry.kind === 'supplement')
    return [`Do not present ${name} as a treatment or as a replacement for a prescribed medicine.`];
  if (entry.kind === 'peptide') {
    return [
      ...(isNotApproved(entry)
        ? [`Do not present ${name} as an approved medicine or as established to work or to be safe in people.`]
        : []),
      ...(entry.profile.greyMarketRisks
        ? [`Do not help anyone to buy, prepare or dose ${name} from the grey market.`]
        : []),
    ];
  }
  const { blackBox, taperingInfo, nti } = entry.profile;
  return [
    ...(blackBox
      ? [
          `Do not leave out the boxed warning of ${name}: ${ended(blackBox.warning ?? blackBox.description ?? 'see the label')}`,
        ]
      : []),
    ...(taperingInfo?.tier === 'critical'
      ? [`Do not suggest that ${name} can be stopped abruptly; stopping suddenly can be dangerous.`]
      : []),
    ...(nti
      ? [`Do not suggest that products or doses of ${name} are interchangeable; its therapeutic index is narrow.`]
      : []),
  ];
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const guidance: Record<Kind, string> = {
  medication:
    'Put the boxed warning, the warning about stopping and the major interactions before benefits. Give rates as numbers with their comparison. Say who paid for a study when quoting it. Say which fields the record lacks instead of filling them in.',
  supplement:
    'Name the form and the dose that was studied, the size and the risk of bias of each study, and the interactions first. A supplement is not tested like a medicine before it is sold. Say which fields the record lacks instead of filling them in.',
  peptide:
    'Say first whether the peptide is approved, and what kind of evidence there is (animals, small studies in people, none). Name the risks of unregulated sources. Say which fields the record lacks instead of filling them in.',
};

/** `data` of a profile answer (CONTRACT 4): the specification's four fields, what it was written from, and its relatives. */
export interface ProfileData {
  slug: string;
  type: Kind;
  canonical_url: string;
  profile: Entry['profile'];
  sources: Entry['sources'];
  related: readonly Related[];
}

export function profileEnvelope(
  entry: Entry,
  from: Attribution,
  {
    related,
    lastUpdated,
    elsewhere,
  }: { related: readonly Related[]; lastUpdated: string; elsewhere: readonly string[] },
): Envelope {
  const url = `${from.site_url}/${refOf(entry)}`;
  const data: ProfileData = {
    slug: entry.slug,
    type: entry.kind,
    canonical_url: url,
    profile: entry.profile,
    sources: entry.sources,
    related,
  };
  return envelope(from, {
    summary: summary(entry),
    guidance: [guidance[entry.kind], ...told(elsewhere)].join(' '),
    mustNot: ownMustNot(entry),
    sourceUrl: url,
    lastUpdated,
    data,
  });
}

/** An interaction stands in one record and holds for both: a profile alone does not have them all. */
const told = (elsewhere: readonly string[]): string[] =>
  elsewhere.length > 0
    ? [
        `Other records document major interactions that this profile does not hold (${elsewhere.join('; ')}): ask for each pair with check_interactions, GET /v1/interactions.`,
      ]
    : [];

/** One or two sentences that frame a record. */
export function summary(entry: Entry): string {
  const name = displayName(entry);
  if (entry.kind === 'supplement')
    return `${name} is a dietary supplement. This is a reference record of its forms, studies, interactions and cautions.`;
  if (entry.kind === 'peptide') {
    const status = isNotApproved(entry) ? 'is a peptide that is not an approved medicine' : 'is a peptide';
    return `${name} ${status}. This is a reference record of its regulatory position, evidence, risks and interactions.`;
  }
  const { brandName, drugClass, blackBox, taperingInfo } = entry.profile;
  const what = `${name}${brandName ? ` (${brandName})` : ''} is a medication${drugClass ? ` of the class ${drugClass}` : ''}.`;
  const warns = [
    ...(blackBox ? [`It carries a boxed warning: ${ended(blackBox.warning ?? 'see the label')}`] : []),
    ...(taperingInfo?.tier === 'critical' ? ['Stopping it suddenly can be dangerous.'] : []),
  ];
  return [what, ...(warns.length ? [warns.join(' ')] : [])].join(' ');
}
