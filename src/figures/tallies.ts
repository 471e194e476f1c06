import { type FunderType, funding } from '../profile/funding.ts';
import type { Entry } from '../records/entry.ts';
import { displayName } from '../records/entry.ts';

/** How a square is filled, so that rows differ without colour as well. */
export type Fill = 'full' | 'striped' | 'half' | 'open' | 'dashed' | 'hatched';

/** Things counted in squares: one square, one trial or study. */
export interface Tally {
  title: string;
  rows: { label: string; count: number; fill: Fill }[];
  /** What the counts do and do not say. */
  note: string;
}

/** How each sort of payer is called and filled, on the page of a record and across the catalog. */
export const payers: Readonly<Record<FunderType, { label: string; fill: Fill }>> = {
  manufacturer: { label: 'The manufacturer', fill: 'full' },
  industry: { label: 'Other companies', fill: 'striped' },
  mixed: { label: 'Mixed', fill: 'half' },
  public: { label: 'Public or charity', fill: 'open' },
  not_reported: { label: 'Not reported', fill: 'dashed' },
  not_checked: { label: 'Not checked', fill: 'hatched' },
};
const payerTypes = Object.keys(payers) as FunderType[];

export function funderTally(entry: Entry): Tally | undefined {
  if (entry.kind !== 'medication' || !entry.profile.clinicalTrials?.trialLinks) return undefined;
  const { trials, statement } = funding(displayName(entry), entry.profile, entry.trialFindings);
  return {
    title: 'Who paid for the trials listed here',
    rows: present(
      payerTypes.map((type) => ({
        ...payers[type],
        count: trials.filter(({ funder_type }) => funder_type === type).length,
      })),
    ),
    note: statement,
  };
}

export function biasTally(entry: Entry): Tally | undefined {
  if (entry.kind === 'medication' || !entry.profile.studies) return undefined;
  const { studies } = entry.profile;
  const count = (risk: string | undefined) => studies.filter(({ biasRisk }) => biasRisk === risk).length;
  const silent = studies.filter(({ funded }) => funded && /^not reported/i.test(funded)).length;
  const unchecked = studies.filter(({ funded }) => !funded || /^not (?:yet )?checked/i.test(funded)).length;
  return {
    title: 'Risk of bias of the studies listed here',
    rows: present([
      { label: 'Low', count: count('Low'), fill: 'open' },
      { label: 'Some concerns', count: count('Some concerns'), fill: 'half' },
      { label: 'High', count: count('High'), fill: 'full' },
      { label: 'Not judged', count: count(undefined), fill: 'dashed' },
    ]),
    note: payersUnknown(studies.length, silent, unchecked),
  };
}

function payersUnknown(all: number, silent: number, unchecked: number): string {
  const parts = [
    silent > 0 && `is not reported for ${silent}`,
    unchecked > 0 && `was not checked for ${unchecked}`,
  ].filter(Boolean);
  return parts.length > 0
    ? `Who paid ${parts.join(' and ')} of ${all}; that does not mean independent.`
    : `Who paid is stated for ${all === 1 ? 'it' : `all ${all}`}.`;
}

const present = (rows: Tally['rows']): Tally['rows'] => rows.filter(({ count }) => count > 0);

const SIDE = 14;
const STEP = 18;

/** The squares of a row as paths of one SVG: what is outlined and what is inked. */
export function squares(count: number, fill: Fill): { viewBox: string; outline: string; ink: string } {
  const corners = Array.from({ length: count }, (_, index) => index * STEP + 1);
  return {
    viewBox: `0 0 ${count * STEP} ${SIDE + 2}`,
    outline: corners.map((x) => `M${x} 1h${SIDE}v${SIDE}h-${SIDE}z`).join(''),
    ink: corners.map((x) => inks[fill](x)).join(''),
  };
}

const inks: Readonly<Record<Fill, (x: number) => string>> = {
  full: (x) => `M${x} 1h${SIDE}v${SIDE}h-${SIDE}z`,
  striped: (x) => [1, 5, 9, 13].map((y) => `M${x} ${y}h${SIDE}v2h-${SIDE}z`).join(''),
  half: (x) => `M${x} ${SIDE + 1}h${SIDE}v-${SIDE}z`,
  open: () => '',
  dashed: () => '',
  hatched: (x) => [3, 7, 11].map((step) => `M${x + step} 1h1v${SIDE}h-1z`).join(''),
};
