import { create, type Font, type Glyph } from 'fontkitten';
import { withoutInvisible } from '../text/invisible.ts';

export type Face = ReturnType<typeof openFace>;

/**
 * A font that sets text as SVG outlines, so that a picture looks the same on every machine that builds it.
 * @param file bytes of a TTF, OTF or WOFF file
 */
export function openFace(file: Uint8Array) {
  const font = create(Buffer.from(file)) as Font;
  const glyphsOf = (text: string) => font.glyphsForString(plainSpaced(text));
  const outlines = new Map<number, readonly Contour[]>();
  const outlineOf = (glyph: Glyph): readonly Contour[] => {
    const outline = outlines.get(glyph.id) ?? contoursOf(glyph);
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
  /** The words in lines no wider than `width`; at most `most` lines, the last one cut with an ellipsis. */
  const wrap = (text: string, { size, width, most }: { size: number; width: number; most: number }): string[] => {
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
    /** Paths of one line; `y` is the baseline. */
    line(text: string, { x, y, size, fill }: { x: number; y: number; size: number; fill: string }): string {
      const scale = round(size / font.unitsPerEm);
      let pen = 0;
      const outline = glyphsOf(text).flatMap((glyph) => {
        const from = pen;
        pen += glyph.advanceWidth;
        return outlineOf(glyph).map((one) => `M${round(from + one.x)} ${one.y}${one.rest}`);
      });
      return `<path fill="${fill}" transform="translate(${round(x)} ${y}) scale(${scale} ${-scale})" d="${outline.join('')}"/>`;
    },
    wrap,
    /** The first of the sizes at which nothing is cut, else the last, with its lines. */
    fit(text: string, { sizes, width, most }: { sizes: readonly number[]; width: number; most: number }) {
      const tries = sizes.map((size) => ({ size, lines: wrap(text, { size, width, most }) }));
      return (
        tries.find(({ lines }) => lines.join(' ') === plainSpaced(text)) ?? (tries.at(-1) as (typeof tries)[number])
      );
    },
  };
}

/** fontkitten fails on a glyph without an outline, which the fonts have for narrow spaces and invisible characters. */
const plainSpaced = (text: string): string => withoutInvisible(text.replace(/\s+/g, ' ')).trim();

/** A closed line of a glyph: where it begins, and how it goes on from there. */
interface Contour {
  readonly x: number;
  readonly y: number;
  readonly rest: string;
}

const STEPS = { lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' } as const;

/**
 * What follows from the beginning of each contour is relative, so that a line of text is one path wherever its glyphs are: a
 * picture with a path for each of some three hundred glyphs takes a tenth longer to draw.
 */
function contoursOf({ path }: Glyph): Contour[] {
  const contours: { x: number; y: number; rest: string }[] = [];
  let [fromX, fromY] = [0, 0];
  for (const { command, args } of path.commands) {
    if (command === 'moveTo') contours.push({ x: args[0] as number, y: args[1] as number, rest: '' });
    else {
      const steps = args.map((value, at) => round(value - (at % 2 === 0 ? fromX : fromY)));
      (contours.at(-1) as { rest: string }).rest += STEPS[command] + steps.join(' ');
    }
    if (args.length > 0) [fromX, fromY] = args.slice(-2) as [number, number];
  }
  return contours;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
