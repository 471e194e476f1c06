import { shapes } from '../figures/shapes.ts';
import type { SafetyFact } from '../profile/safety.ts';
import type { Tone } from '../profile/section.ts';
import { displayName, type Entry, subtitle } from '../records/entry.ts';
import { kindWords } from '../schema/kinds.ts';
import type { Face } from './typeset.ts';

export interface Faces {
  serif: Face;
  sans: Face;
  sansBold: Face;
}

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 64;
const INNER = WIDTH - 2 * EDGE;
const PAPER = '#fbf8f1';
const INK = '#1a1712';
const SOFT = '#5a5347';
/** The light theme's tones: tokens.css. */
const TONES: Readonly<Record<Tone, string>> = {
  contraindicated: '#a31a15',
  major: '#a31a15',
  moderate: '#855000',
  minor: '#285a7d',
  food: '#4a6114',
  good: '#1d6844',
  unknown: '#5f5b68',
  info: INK,
};

/** The image of a shared link to a record: its name over its safety strip, 1200 by 630. */
export function recordImage(entry: Entry, facts: readonly SafetyFact[], siteName: string, faces: Faces): string {
  const { serif, sans } = faces;
  const name = displayName(entry);
  const title = serif.fit(name, { sizes: [108, 92, 76, 64, 52], width: INNER, most: 1 });
  const about = sans.fit(subtitle(entry), { sizes: [34, 30, 26], width: INNER, most: 1 });
  const kind = kindWords[entry.kind].one;
  return picture(
    serif.line(siteName, { x: EDGE, y: 86, size: 38, fill: INK }),
    sans.line(kind, { x: WIDTH - EDGE - sans.widthOf(kind, 30), y: 84, size: 30, fill: SOFT }),
    serif.line(title.lines.join(' '), { x: EDGE - 4, y: 208, size: title.size, fill: INK }),
    sans.line(about.lines.join(' '), { x: EDGE, y: 264, size: about.size, fill: SOFT }),
    ...strip(facts, faces),
  );
}

/** The image of every other page. */
export const siteImage = (site: { name: string; summary: string }, { serif, sans }: Faces): string =>
  picture(
    serif.line(site.name, { x: EDGE - 6, y: 250, size: 150, fill: INK }),
    `<rect x="${EDGE}" y="300" width="${INNER}" height="20" fill="${INK}"/>`,
    ...sans
      .wrap(site.summary, { size: 44, width: INNER, most: 3 })
      .map((text, index) => sans.line(text, { x: EDGE, y: 390 + index * 58, size: 44, fill: INK })),
  );

function strip(facts: readonly SafetyFact[], { serif, sansBold }: Faces): string[] {
  const boxed = facts.find(({ id }) => id === 'boxed-warning');
  const others = facts.filter((fact) => fact !== boxed);
  const top = 306;
  const frame = `<rect x="${EDGE}" y="${top}" width="${INNER}" height="${HEIGHT - top - 44}" fill="none" stroke="${INK}" stroke-width="5"/>`;
  const fact = ({ tone, title }: { tone: Tone; title: string }, y: number): string[] => [
    `<path transform="translate(${EDGE + 28} ${y - 26}) scale(1.9)" fill-rule="evenodd" fill="${TONES[tone]}" d="${shapes[tone]}"/>`,
    sansBold.line(sansBold.wrap(title, { size: 34, width: INNER - 110, most: 1 }).join(''), {
      x: EDGE + 74,
      y,
      size: 34,
      fill: INK,
    }),
  ];
  if (!boxed) {
    const shown =
      others.length > 0 ? others : [{ tone: 'unknown' as const, title: 'No major safety statement on file' }];
    return [
      frame,
      serif.line('Safety facts', { x: EDGE + 28, y: top + 62, size: 44, fill: INK }),
      `<rect x="${EDGE + 28}" y="${top + 82}" width="${INNER - 56}" height="10" fill="${INK}"/>`,
      ...shown.slice(0, 3).flatMap((one, index) => fact(one, top + 140 + index * 54)),
    ];
  }
  const headline = serif.fit(boxed.text, { sizes: [40, 36, 32, 28], width: INNER - 100, most: 2 });
  const band = 88 + headline.lines.length * 48;
  return [
    frame,
    `<rect x="${EDGE + 18}" y="${top + 18}" width="${INNER - 36}" height="${band}" fill="${INK}"/>`,
    sansBold.line(boxed.title, { x: EDGE + 44, y: top + 62, size: 28, fill: PAPER }),
    ...headline.lines.map((text, index) =>
      serif.line(text, { x: EDGE + 44, y: top + 112 + index * 48, size: headline.size, fill: PAPER }),
    ),
    ...others
      .slice(0, headline.lines.length > 1 ? 1 : 2)
      .flatMap((one, index) => fact(one, top + band + 64 + index * 50)),
  ];
}

const picture = (...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${PAPER}"/><rect width="100%" height="20" fill="${INK}"/>${parts.join('')}</svg>`;
