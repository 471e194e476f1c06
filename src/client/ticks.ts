import { svg } from './dom.ts';
import { type Rate, rateBox, rateLines, rateWords } from './rates.ts';

/** The picture of a rate, as Ticks.astro draws it. */
export const ticks = (rate: Rate): SVGElement =>
  svg(
    'svg',
    { class: 'ticks', viewBox: rateBox(rate), role: 'img', 'aria-label': rateWords(rate) },
    ...rateLines(rate).map(({ className, d }) => svg('path', { class: className, d })),
  );
