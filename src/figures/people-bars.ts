import type { FunderType } from '../profile/funding.ts';
import type { StudyFigures } from '../profile/section.ts';
import { paidFor } from '../profile/study-people.ts';
import { counted } from '../text/sentences.ts';
import { type Fill, payers } from './tallies.ts';

/** A bar of 100 units: one line for each study, as long as its people are many. */
export const peopleBar = (people: number, most: number): string =>
  `M0 0h${Math.max(0.5, Math.round((people / most) * 1000) / 10)}v6h-${Math.max(0.5, Math.round((people / most) * 1000) / 10)}z`;

/** One bar of all people, cut by who paid for the study they took part in; none where fewer than two studies state their people. */
export function payerBar(studies: readonly StudyFigures[], noun: 'trial' | 'study') {
  const { paid, stated, unstated } = paidFor(studies);
  const total = paid.reduce((sum, { people }) => sum + people, 0);
  if (stated < 2) return undefined;
  let from = 0;
  const parts = paid.map(({ payer, people, studies: own }) => {
    const left = from;
    from += (people / total) * LENGTH;
    return { ...payers[payer], people, studies: own, ...segment(left, from, payer) };
  });
  const reviews = studies.filter(({ isReview }) => isReview).length;
  const many = noun === 'trial' ? 'trials' : 'studies';
  const words = [
    `People are counted where the record states how many took part: ${stated} of ${counted(stated + unstated, noun, many)}.`,
    reviews > 0 ? 'Reviews are left out; they count the people of other studies again.' : '',
  ];
  return { parts, words: words.filter(Boolean).join(' ') };
}

const LENGTH = 400;
const HEIGHT = 16;
const GAP = 2;

function segment(left: number, right: number, payer: FunderType): { outline: string; ink: string } {
  const x = Math.round(left) + 1;
  const width = Math.max(1, Math.round(right) - Math.round(left) - GAP);
  const box = `M${x} 1h${width}v${HEIGHT}h-${width}z`;
  return { outline: box, ink: inkOf(payers[payer].fill, x, width, box) };
}

function inkOf(fill: Fill, x: number, width: number, box: string): string {
  switch (fill) {
    case 'full':
      return box;
    case 'striped':
      return [2, 6, 10, 14].map((y) => `M${x} ${y}h${width}v2h-${width}z`).join('');
    case 'half':
      return `M${x} ${HEIGHT / 2 + 1}h${width}v${HEIGHT / 2}h-${width}z`;
    case 'hatched':
      return Array.from({ length: Math.floor(width / 4) }, (_, at) => `M${x + 2 + at * 4} 1h1v${HEIGHT}h-1z`).join('');
    case 'open':
    case 'dashed':
      return '';
    default:
      return fill satisfies never;
  }
}
