import type { RecordInteractions } from '../interactions/findings.ts';
import type { Entry } from '../records/entry.ts';
import { tierTone } from './medication.ts';
import { majorNames } from './mentions.ts';
import type { Tone } from './section.ts';

/** What must be seen before anything else is read: the safety strip of a page, a companion, a share image, the checker. */
export interface SafetyFact {
  id:
    | 'boxed-warning'
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
  /** Section of the page that says more. */
  section: string;
}

/** What v1/interactions/<kind>/<slug>.json holds: what is documented of a record, and what to know before any pair. */
export interface CheckedRecord extends RecordInteractions {
  readonly warnings: readonly Pick<SafetyFact, 'tone' | 'title' | 'text' | 'section'>[];
}

/** Worst first. */
export function safetyFacts(entry: Entry, interactions: RecordInteractions): SafetyFact[] {
  switch (entry.kind) {
    case 'medication': {
      const p = entry.profile;
      const tier = p.taperingInfo?.tier;
      const pregnancy = p.specialPopulations?.pregnancy;
      return [
        ...fact(
          p.blackBox,
          'boxed-warning',
          'major',
          'Boxed warning',
          p.blackBox?.warning ?? p.blackBox?.description,
          'warnings',
        ),
        ...fact(
          tier === 'critical' || tier === 'caution',
          'abrupt-stop',
          tierTone[tier ?? 'na'],
          p.taperingInfo?.tierLabel ?? 'Do not stop suddenly',
          p.taperingInfo?.reason,
          'stopping',
        ),
        ...fact(p.nti, 'narrow-therapeutic-index', 'moderate', 'Narrow therapeutic index', p.nti?.note, 'warnings'),
        ...fact(isControlled(p.schedule), 'controlled', 'moderate', 'Controlled substance', p.schedule, 'what-it-is'),
        ...majorInteractions(interactions),
        ...fact(
          pregnancy,
          'pregnancy',
          pregnancy?.color === 'red' ? 'major' : 'info',
          `Pregnancy: ${pregnancy?.category ?? 'see details'}`,
          pregnancy?.details,
          'special-groups',
        ),
      ];
    }
    case 'supplement':
      return [
        ...majorInteractions(interactions),
        ...fact(
          entry.profile.cautionGroups?.length,
          'cautions',
          'moderate',
          'Who should take care',
          entry.profile.cautionGroups?.join('; '),
          'cautions',
        ),
      ];
    case 'peptide': {
      const p = entry.profile;
      return [
        ...fact(
          isNotApproved(entry),
          'not-approved',
          'major',
          'Not an approved medicine',
          p.regulatoryStatus,
          'what-it-is',
        ),
        ...fact(
          p.greyMarketRisks,
          'grey-market',
          'moderate',
          'Grey-market risks',
          p.greyMarketRisks?.[0],
          'grey-market',
        ),
        ...majorInteractions(interactions),
      ];
    }
    default:
      return entry satisfies never;
  }
}

const fact = (
  when: unknown,
  id: SafetyFact['id'],
  tone: Tone,
  title: string,
  text: string | undefined,
  section: string,
): SafetyFact[] => (when ? [{ id, tone, title, text: text ?? '', section }] : []);

/** Also those that only the other record documents: an interaction holds for both. */
function majorInteractions(interactions: RecordInteractions): SafetyFact[] {
  const names = majorNames(interactions);
  // A record without a section of its own may still be named in others.
  const section = interactions.assessed ? 'interactions' : 'interactions-elsewhere';
  return fact(names.length, 'major-interactions', 'major', 'Major interactions', names.join('; '), section);
}

/** Schedule text names a schedule ("Schedule IV", "C-II", "CII") and does not deny it. */
export const isControlled = (schedule: string | undefined): boolean =>
  schedule !== undefined &&
  !/\bnot\b|\bnone\b|unscheduled|uncontrolled/i.test(schedule) &&
  /schedule|\bC-?(?:II?I?|IV|V)\b|controlled/i.test(schedule);

/** A peptide is taken as approved only where its status says so without a "not" before it. */
export const isNotApproved = (entry: Extract<Entry, { kind: 'peptide' }>): boolean => {
  const status = entry.profile.regulatoryStatus ?? '';
  return (
    !/(?:^|[^a-z])(?:FDA[- ]approved|approved by the (?:US )?(?:FDA|Food and Drug Administration))/i.test(status) ||
    /\b(?:not|never|no)\b[^.]{0,40}approved/i.test(status.split(/[.;]/)[0] ?? '')
  );
};
