import { funding } from '../profile/funding.ts';
import type { Entry } from '../records/entry.ts';
import { displayName } from '../records/entry.ts';

/** How a square is filled, so that rows differ without colour as well. */
export type Fill = 'full' | 'striped' | 'half' | 'open' | 'dashed';

/** Things counted in squares: one square, one trial or study. */
export interface Tally {
  title: string;
  rows: { label: string; count: number; fill: Fill }[];
  /** What the counts do and do not say. */
  note: string;
}

/** Who paid for the trials that a medication's record lists. */
export function funderTally(entry: Entry): Tally | undefined {
  if (entry.kind !== 'medication' || !entry.profile.clinicalTrials?.trialLinks) return undefined;
  const { summary, statement } = funding(displayName(entry), entry.profile);
  return {
    title: 'Who paid for the trials listed here',
    rows: present([
      { label: 'The manufacturer', count: summary.manufacturer_funded, fill: 'full' },
      { label: 'Other companies', count: summary.industry_funded, fill: 'striped' },
      { label: 'Several of these', count: summary.mixed, fill: 'half' },
      { label: 'Public or charity', count: summary.public_funded, fill: 'open' },
      { label: 'Not reported', count: summary.not_reported, fill: 'dashed' },
      { label: 'Not checked', count: summary.not_checked, fill: 'dashed' },
    ]),
    note: statement,
  };
}

/** Risk of bias of the studies that a supplement's or peptide's record lists. */
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
    note: `Who paid is not reported for ${silent} of ${studies.length} and was not checked for ${unchecked}; neither means independent.`,
  };
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
};
