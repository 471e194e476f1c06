import { create, type Font, type Glyph } from 'fontkitten';
import { withoutInvisible } from '../text/invisible.ts';

/** A font that sets text as SVG outlines, so that a picture looks the same on every machine that builds it. */
export interface Face {
  widthOf(text: string, size: number): number;
  /** Paths of one line; `y` is the baseline. */
  line(text: string, at: { x: number; y: number; size: number; fill: string }): string;
  /** The words in lines no wider than `width`; at most `most` lines, the last one cut with an ellipsis. */
  wrap(text: string, limits: { size: number; width: number; most: number }): string[];
  /** The first of the sizes at which nothing is cut, else the last, with its lines. */
  fit(
    text: string,
    limits: { sizes: readonly number[]; width: number; most: number },
  ): { size: number; lines: string[] };
}

/** @param file bytes of a TTF, OTF or WOFF file */
export function openFace(file: Uint8Array): Face {
  const font = create(Buffer.from(file)) as Font;
  const glyphsOf = (text: string) => font.glyphsForString(plainSpaced(text));
  const outlines = new Map<number, string>();
  const outlineOf = (glyph: Glyph): string => {
    const outline = outlines.get(glyph.id) ?? glyph.path.toSVG();
    outlines.set(glyph.id, outline);
    return outline;
  };
  const widthOf = (text: string, size: number): number =>
    (glyphsOf(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * size) / font.unitsPerEm;
  const fitted = (text: string, size: number, width: number): string => {
    if (widthOf(text, size) <= width) return text;
    let cut = text;
    while (cut.includes(' ') && widthOf(`${cut}…`, size) > width) cut = cut.slice(0, cut.lastIndexOf(' '));
    return `${cut.replace(/[\s,;:.]+$/, '')}…`;
  };
  const wrap: Face['wrap'] = (text, { size, width, most }) => {
    const lines: string[] = [];
    const words = plainSpaced(text).split(' ');
    while (words.length > 0 && lines.length < most - 1) {
      let line = words.shift() as string;
      while (words[0] !== undefined && widthOf(`${line} ${words[0]}`, size) <= width) line += ` ${words.shift()}`;
      lines.push(line);
    }
    return words.length > 0 ? [...lines, fitted(words.join(' '), size, width)] : lines;
  };
  return {
    widthOf,
    line: (text, { x, y, size, fill }) => {
      const scale = size / font.unitsPerEm;
      let pen = x;
      const paths = glyphsOf(text).map((glyph) => {
        const place = `translate(${round(pen)} ${y}) scale(${round(scale)} ${round(-scale)})`;
        pen += glyph.advanceWidth * scale;
        return `<path transform="${place}" d="${outlineOf(glyph)}"/>`;
      });
      return `<g fill="${fill}">${paths.join('')}</g>`;
    },
    wrap,
    fit: (text, { sizes, width, most }) => {
      const tries = sizes.map((size) => ({ size, lines: wrap(text, { size, width, most }) }));
      return (
        tries.find(({ lines }) => lines.join(' ') === plainSpaced(text)) ?? (tries.at(-1) as (typeof tries)[number])
      );
    },
  };
}

/** fontkitten fails on a glyph without an outline, which the fonts have for narrow spaces and invisible characters. */
const plainSpaced = (text: string): string => withoutInvisible(text.replace(/\s+/g, ' ')).trim();

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
