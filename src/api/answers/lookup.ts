import { onlyParts, partFields } from '../../profile/part-fields.ts';
import { type Part, parts } from '../../records/parts.ts';
import type { Kind } from '../../schema/kinds.ts';
import type { Envelope, MedicationProfile, PeptideProfile, SupplementProfile } from '../../schema/types.ts';
import { toBytes } from '../../text/bytes.ts';
import { normalize } from '../../text/normalize.ts';
import { truncate } from '../../text/truncate.ts';
import type { CatalogData } from '../catalog-data.ts';
import type { EnvelopeOf, ProfileData } from '../envelope.ts';
import { nameField, parseInputs, sectionField } from '../inputs.ts';
import { type InteractionsData, interactionsDigest, interactionsPart } from '../interactions-part.ts';
import { lookUpRecord, type ResolvedRecord } from '../named-record.ts';
import { nameProblems, type Operation, operation, readsOnly } from '../operation.ts';

export const lookup = operation({
  tool: 'lookup_medication',
  title: 'Look up a medication, supplement or peptide',
  method: 'GET',
  path: '/v1/lookup',
  purpose:
    'Use this when a person names one medication, supplement or peptide, even misspelled. Returns the sourced record: boxed warning, side effects with rates, interactions, stopping, evidence and who paid; `section` gets a part. If `match.method` is fuzzy, confirm the name with the person. Do not try another name when one is ambiguous or not in the catalog.',
  input: {
    name: nameField('A name, a line of a list, or "rxcui:11289".'),
    section: sectionField,
  },
  answerSchema: 'LookupAnswer',
  annotations: readsOnly,
  policy: 'default',
  problems: nameProblems,
  summarize: (data, { section }) => {
    if (section === undefined || section === '' || [section].flat().length === 0)
      return recordSummary(data as ProfileData);
    return String(section) === 'interactions' ? interactionsDigest(data as InteractionsData) : undefined;
  },
  async run({ name, section }, { data }) {
    const found = await lookUpRecord(name, 'name', data);
    const profile = await partsOf(found, section, data);
    return { ...profile, ...factsFound(found, profile, data), data: { ...profile.data, match: found.match } };
  },
});

/** Answers with parts of one record at its own address, `/v1/<kind>/<slug>?section=…`; whole, it is a file of the build. */
export const partsOfRecord = ({
  kind,
  slug,
}: {
  kind: Kind;
  slug: string;
}): Pick<Operation, 'method' | 'policy' | 'answer'> => ({
  method: 'GET',
  policy: 'default',
  async answer(raw, { data }) {
    const { section } = parseInputs({ section: sectionField }, raw, 'invalid_parameter');
    return partsOf({ record: { kind, slug }, profile: await data.profile(kind, slug) }, section, data);
  },
});

/** The whole record, or the parts of it that are asked for. */
async function partsOf(
  { record: { kind, slug }, profile }: { record: { kind: Kind; slug: string }; profile: EnvelopeOf<ProfileData> },
  asked: readonly Part[],
  data: CatalogData,
): Promise<EnvelopeOf<Partial<ProfileData>>> {
  if (asked.length === 0) return profile;
  const answer = { ...profile, data: onlyParts(profile.data, asked) };
  if (!asked.includes('interactions')) return answer;
  const part = interactionsPart(answer, (await data.interactions(kind, slug)).data, data.vocabulary.effects);
  return asked.includes('sources') ? { ...part, data: { ...part.data, sources: profile.data.sources } } : part;
}

function factsFound(
  { record, match }: ResolvedRecord,
  { interpretation_guidance, must_not }: Pick<Envelope, 'interpretation_guidance' | 'must_not'>,
  { service }: CatalogData,
): Pick<Envelope, 'interpretation_guidance' | 'must_not'> {
  const former = service.renamed.find(({ from }) => normalize(from) === normalize(match.query));
  const isGuess = match.method === 'fuzzy';
  const notes = [
    ...(isGuess
      ? [`"${match.query}" was read as ${match.matched}: confirm the name with the person before anything else.`]
      : []),
    ...(match.as_written?.not_read
      ? [`Of "${match.query}" these words were not read: ${match.as_written.not_read}. Ask what they mean.`]
      : []),
    ...(match.as_written?.strength_note ? [match.as_written.strength_note] : []),
    ...(former ? [`The record was renamed: ${former.from} is now ${record.slug}.`] : []),
  ];
  return {
    interpretation_guidance: [...notes, interpretation_guidance].join(' '),
    must_not: isGuess
      ? [...must_not, `Do not answer about ${record.name} before the person has confirmed the name.`]
      : must_not,
  };
}

/** A record in the lines that an agent needs first: what warns, then what is asked most. `data` has all that is cut. */
export function recordSummary(data: ProfileData): string[] {
  const lines = [...factsOf(data), ...practicalFacts(data)].flatMap(([label, value, most]) =>
    value ? [`${label}: ${truncate(value, most)}`] : [],
  );
  return [
    ...fitting(lines, DIGEST_BYTES),
    `More, in full: ask again with section, one or more of ${partNames(data).join(', ')}.`,
  ];
}

/** Bytes for the facts; with summary, constraints, guidance and attribution a text stays below 6 KB. */
const DIGEST_BYTES = 2640;

type SummaryFact = readonly [label: string, value: string | undefined, most: number];

function factsOf(data: ProfileData): SummaryFact[] {
  switch (data.type) {
    case 'medication':
      return medicationFacts(data.profile as MedicationProfile);
    case 'supplement':
      return supplementFacts(data.profile as SupplementProfile);
    case 'peptide':
      return peptideFacts(data.profile as PeptideProfile);
    default:
      return data.type satisfies never;
  }
}

function medicationFacts(profile: MedicationProfile): SummaryFact[] {
  const { blackBox, taperingInfo, specialPopulations, drugInteractions, sideEffects, indications } = profile;
  const { pregnancy, nursing } = specialPopulations ?? {};
  const food = (drugInteractions?.food ?? []).toSorted((a, b) => Number(isAlcohol(b)) - Number(isAlcohol(a)));
  return [
    ['Boxed warning', blackBox?.description ?? blackBox?.warning, 420],
    // Of a critical tier the text has it above, in full.
    [
      'Stopping',
      taperingInfo?.tier === 'critical' ? undefined : joined([taperingInfo?.tierLabel, taperingInfo?.reason]),
      320,
    ],
    ['Pregnancy', joined([pregnancy?.category, pregnancy?.details]), 260],
    ['Breastfeeding', joined([nursing?.category, nursing?.details]), 140],
    ['Major interactions', listed(drugInteractions?.major?.map(({ drug }) => drug)), 420],
    ['Alcohol and food', listed(food.map(({ item, drug, effect }) => `${item ?? drug}: ${effect}`)), 420],
    [
      'Common side effects, with rates',
      listed(sideEffects?.common?.map(({ effect, rate }) => (rate ? `${effect} (${rate})` : effect))),
      420,
    ],
    ['Serious side effects', listed(sideEffects?.serious), 240],
    ['Approved for', listed(indications), 240],
  ];
}

const isAlcohol = ({ item, drug }: { item?: string; drug?: string }): boolean => /alcohol/i.test(item ?? drug ?? '');

const supplementFacts = ({
  keyFinding,
  fdaStatus,
  interactions,
  cautionGroups,
  dosing,
}: SupplementProfile): SummaryFact[] => [
  ['Interactions', listed(interactions?.map(({ drug, risk }) => `${drug} (${risk ?? 'risk not stated'})`)), 700],
  ['Who should take care', listed(cautionGroups), 420],
  ['Key finding', keyFinding, 360],
  ['Doses that were studied', listed(dosing?.map(({ condition, dose }) => joined([condition, dose], ': '))), 360],
  ['Position', fdaStatus, 240],
];

const peptideFacts = ({
  regulatoryStatus,
  greyMarketRisks,
  interactions,
  cautionGroups,
  keyFinding,
  researchUses,
}: PeptideProfile): SummaryFact[] => [
  ['Regulatory position', regulatoryStatus, 420],
  ['Grey-market risks', listed(greyMarketRisks), 360],
  ['Interactions', listed(interactions?.map(({ drug, risk }) => `${drug} (${risk ?? 'risk not stated'})`)), 420],
  ['Who should take care', listed(cautionGroups), 360],
  ['Key finding', keyFinding, 360],
  ['Studied for', listed(researchUses?.map(({ area }) => area)), 240],
];

const practicalFacts = ({ contraindications = [], practical = {} }: ProfileData): SummaryFact[] => [
  ['Who must not take it', listed(contraindications), 420],
  ['When and how it is taken', practical.timing, 160],
  ['A missed dose', practical.missedDose, 160],
];

const joined = (texts: readonly (string | undefined)[], by = '. '): string | undefined =>
  texts.filter(Boolean).join(by) || undefined;

const listed = (texts: readonly (string | undefined)[] | undefined): string | undefined => joined(texts ?? [], '; ');

/** Lines as long as they fit; a long one gives way to a shorter one after it. */
function fitting(lines: readonly string[], bytes: number): string[] {
  let left = bytes;
  return lines.filter((line) => {
    const size = toBytes(line).length + 1;
    if (size > left) return false;
    left -= size;
    return true;
  });
}

const partNames = ({ profile, practical }: ProfileData): Part[] =>
  parts.filter(
    (part) =>
      part === 'sources' ||
      (part === 'practical' && Object.keys(practical).length > 0) ||
      partFields[part].fields.some((field) => field in profile),
  );
