import { type Rate, rateBox, rateLines, rateWords } from '../figures/rates.ts';
import { svg } from './dom.ts';

/** The picture of a rate, as Items.astro draws it. */
export const ticks = (rate: Rate): SVGElement =>
  svg(
    'svg',
    { class: 'ticks', viewBox: rateBox(rate), role: 'img', 'aria-label': rateWords(rate) },
    ...rateLines(rate).map(({ className, d }) => svg('path', { class: className, d })),
  );
