import { partFields } from '../profile/part-fields.ts';
import { type Part, parts } from '../records/parts.ts';
import type { MedicationProfile, PeptideProfile, SupplementProfile } from '../schema/types.ts';
import { toBytes } from '../text/bytes.ts';
import { truncate } from '../text/truncate.ts';
import type { ProfileData } from './envelope.ts';

/**
 * A record in the lines that an agent needs first: what warns in full words, then what people ask most. Everything else
 * is named by the section that has it. Lines are cut, and say so; nothing that is cut is missing from `data`.
 */
export function recordSummary(data: ProfileData): string[] {
  const lines = [...factsOf(data), ...practicalFacts(data)].flatMap(([label, value, most]) =>
    value ? [`${label}: ${truncate(value, most)}`] : [],
  );
  return [
    ...fitting(lines, DIGEST_BYTES),
    `More, in full: ask again with section, one or more of ${partsOf(data).join(', ')}.`,
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

/** The parts of which the record has something. */
const partsOf = ({ profile, practical }: ProfileData): Part[] =>
  parts.filter(
    (part) =>
      part === 'sources' ||
      (part === 'practical' && Object.keys(practical).length > 0) ||
      partFields[part].fields.some((field) => field in profile),
  );
