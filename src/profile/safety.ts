import type { RecordInteractions } from '../interactions/findings.ts';
import type { Entry, EntryOf } from '../records/entry.ts';
import { displayName } from '../records/entry.ts';
import type { MedicationProfile } from '../schema/types.ts';
import { listOf, withFullStop } from '../text/sentences.ts';
import { tierTone } from './medication.ts';
import { enumerate } from './mentions.ts';
import { isGrave, type Partner } from './partners.ts';
import type { Tone } from './section.ts';

/**
 * Warnings that come before everything else. This one list feeds page, companion, `must_not`, summary, tool result,
 * llms.txt, share image and checker: a warning added here appears on all of them.
 */
export interface SafetyFact {
  id:
    | 'boxed-warning'
    | 'contraindications'
    | 'abrupt-stop'
    | 'narrow-therapeutic-index'
    | 'controlled'
    | 'pregnancy'
    | 'not-approved'
    | 'grey-market'
    | 'major-interactions'
    | 'cautions';
  tone: Tone;
  title: string;
  text: string;
  /** Text below the headline, where there is room. */
  more?: string;
  /** Section of the page with the details. */
  section: string;
  /** A sentence for the summary of an answer. */
  sentence?: string;
  /** Constraints for `must_not`. */
  mustNot?: string;
  /** Two or three words for a list. */
  brief?: string;
}

/** What v1/interactions/<kind>/<slug>.json holds: the documented interactions of a record, and its warnings. */
export interface CheckedRecord extends RecordInteractions {
  readonly warnings: readonly Pick<SafetyFact, 'id' | 'tone' | 'title' | 'text' | 'section'>[];
}

/** Worst first. */
export function safetyFacts(entry: Entry, partners: readonly Partner[]): SafetyFact[] {
  switch (entry.kind) {
    case 'medication':
      return medicationFacts(entry, partners);
    case 'supplement':
      return supplementFacts(entry, partners);
    case 'peptide':
      return peptideFacts(entry, partners);
    default:
      return entry satisfies never;
  }
}

function medicationFacts(entry: EntryOf<'medication'>, partners: readonly Partner[]): SafetyFact[] {
  const { blackBox, taperingInfo, nti, schedule, specialPopulations } = entry.profile;
  const name = displayName(entry);
  const pregnancy = specialPopulations?.pregnancy;
  const headline = blackBox?.warning ?? blackBox?.description ?? 'see the label';
  return [
    ...when(blackBox, {
      id: 'boxed-warning',
      tone: 'major',
      title: 'Boxed warning',
      text: headline,
      ...(blackBox?.description && blackBox.description !== headline && { more: blackBox.description }),
      section: 'warnings',
      sentence: `It carries a boxed warning: ${withFullStop(headline)}`,
      mustNot: `Do not leave out the boxed warning of ${name}: ${withFullStop(headline)}`,
      brief: 'Boxed warning.',
    }),
    ...contraindicated(entry),
    ...when(isStoppingRisky(entry.profile), {
      id: 'abrupt-stop',
      tone: tierTone[taperingInfo?.tier ?? 'na'],
      title: taperingInfo?.tierLabel ?? 'Do not stop suddenly',
      text: taperingInfo?.reason ?? '',
      section: 'stopping',
      ...stoppingWords(name, taperingInfo?.tier),
    }),
    ...when(nti, {
      id: 'narrow-therapeutic-index',
      tone: 'moderate',
      title: 'Narrow therapeutic index',
      text: nti?.note ?? '',
      section: 'warnings',
      mustNot: `Do not suggest that products or doses of ${name} are interchangeable; its therapeutic index is narrow.`,
    }),
    ...when(isControlled(schedule), {
      id: 'controlled',
      tone: 'moderate',
      title: 'Controlled substance',
      text: schedule ?? '',
      section: 'approval',
    }),
    ...majorInteractions(partners),
    ...when(pregnancy, {
      id: 'pregnancy',
      tone: pregnancy?.color === 'red' ? 'major' : 'info',
      title: `Pregnancy: ${pregnancy?.category ?? 'see details'}`,
      text: pregnancy?.details ?? '',
      section: 'special-groups',
    }),
  ];
}

const stoppingWords = (name: string, tier: string | undefined): Pick<SafetyFact, 'sentence' | 'mustNot' | 'brief'> =>
  tier === 'critical'
    ? {
        sentence: 'Stopping it suddenly can be dangerous.',
        mustNot: `Do not suggest that ${name} can be stopped abruptly; stopping suddenly can be dangerous.`,
        brief: 'Stopping suddenly can be dangerous.',
      }
    : {
        sentence: 'Stopping it suddenly can cause problems; how to stop is for the prescriber.',
        mustNot: `Do not suggest that ${name} can be stopped abruptly without the prescriber.`,
        brief: 'Stopping suddenly can cause problems.',
      };

function supplementFacts(entry: EntryOf<'supplement'>, partners: readonly Partner[]): SafetyFact[] {
  const { cautionGroups } = entry.profile;
  return [
    ...contraindicated(entry),
    ...majorInteractions(partners),
    ...when(cautionGroups?.length, {
      id: 'cautions',
      tone: 'moderate',
      title: 'Who should take care',
      text: cautionGroups?.join('; ') ?? '',
      section: 'cautions',
    }),
  ];
}

function peptideFacts(entry: EntryOf<'peptide'>, partners: readonly Partner[]): SafetyFact[] {
  const { regulatoryStatus, greyMarketRisks } = entry.profile;
  const name = displayName(entry);
  return [
    ...when(isNotApproved(entry), {
      id: 'not-approved',
      tone: 'major',
      title: 'Not an approved medicine',
      text: regulatoryStatus ?? '',
      section: 'regulation',
      sentence: 'It is not an approved medicine.',
      mustNot: `Do not present ${name} as an approved medicine or as established to work or to be safe in people.`,
      brief: 'Not an approved medicine.',
    }),
    ...contraindicated(entry),
    ...when(greyMarketRisks, {
      id: 'grey-market',
      tone: 'moderate',
      title: 'Grey-market risks',
      text: topicsOf(greyMarketRisks ?? []),
      section: 'grey-market',
      mustNot: `Do not help anyone to buy, prepare or dose ${name} from the grey market.`,
    }),
    ...majorInteractions(partners),
  ];
}

/** "Identity - FDA met ...; Sterility - ..." by topic; the first text where they have no topics. */
function topicsOf(texts: readonly string[]): string {
  const topics = texts.map((text) => /^([^-.;:]{3,40}) - /.exec(text)?.[1]);
  return topics.every((topic) => topic !== undefined)
    ? `On record: ${listOf(topics.map((topic) => topic.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())))}.`
    : (texts[0] ?? '');
}

const when = (condition: unknown, fact: SafetyFact): SafetyFact[] => (condition ? [fact] : []);

/** Answers and page heads show the beginning of the list; its section shows all of it. */
function contraindicated(entry: Entry): SafetyFact[] {
  const { contraindications } = entry;
  const beginning = shortList(contraindications);
  return when(contraindications.length > 0, {
    id: 'contraindications',
    tone: 'major',
    title: 'Who must not take it',
    text: `${beginning}.`,
    section: 'contraindications',
    sentence: `It is not for everybody: ${beginning}.`,
    mustNot: `Do not leave out who must not take ${displayName(entry)}: ${beginning}.`,
  });
}

const SHORT_LIST = 3;
const shortList = (texts: readonly string[]): string =>
  `${texts
    .slice(0, SHORT_LIST)
    .map((text) => text.replace(/[.;\s]+$/, ''))
    .join('; ')}${texts.length > SHORT_LIST ? `; and ${texts.length - SHORT_LIST} more` : ''}`;

/** Names shown; the rest is counted here and listed in the section. */
const NAMED_PARTNERS = 10;

/** Includes those that only the other record documents, because an interaction applies to both. Contraindicated first. */
function majorInteractions(partners: readonly Partner[]): SafetyFact[] {
  const grave = partners.filter(isGrave);
  return when(grave.length > 0, {
    id: 'major-interactions',
    tone: 'major',
    title: 'Major interactions',
    text: `${enumerate(
      grave.map(({ title }) => title),
      NAMED_PARTNERS,
    )}.`,
    section: 'interactions',
  });
}

/** Whether the text names a schedule ("Schedule IV", "C-II", "CII") without negating it. */
export const isControlled = (schedule: string | undefined): boolean =>
  schedule !== undefined &&
  !/\bnot\b|\bnone\b|unscheduled|uncontrolled/i.test(schedule) &&
  /schedule|\bC-?(?:II?I?|IV|V)\b|controlled/i.test(schedule);

/** Whether stopping suddenly is a risk, so that an alternative must not be shown as a replacement. */
export const isStoppingRisky = (profile: MedicationProfile): boolean =>
  profile.taperingInfo?.tier === 'critical' || profile.taperingInfo?.tier === 'caution';

/** A peptide counts as approved only if its record names an approved product. */
export const isNotApproved = ({ approvedAs = [] }: EntryOf<'peptide'>): boolean => approvedAs.length === 0;
