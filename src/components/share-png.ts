import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline';
import sansBold from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline';
import serif from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline';
import sharp from 'sharp';
import type { Faces } from './share-image.ts';
import { openFace } from './typeset.ts';

const face = (dataUri: string) => openFace(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));

export const faces: Faces = { serif: face(serif), sans: face(sans), sansBold: face(sansBold) };

/** The picture as a PNG; `key` is its name among those that are drawn ahead. */
export async function pngAnswer(svg: () => string, key?: string): Promise<Response> {
  const drawing = (key === undefined ? undefined : ahead.get(key)) ?? draw(svg());
  const png = await drawing;
  if (key !== undefined) ahead.delete(key);
  drawMore();
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } });
}

/**
 * Draws while the pages are written: the drawing is native code in threads of its own. Pictures are asked for in their
 * order, and no more than a few wait: of ten thousand each takes as much room as a page. What was drawn for an earlier build
 * does not come here (build/astro-pages.ts).
 */
export function drawAhead(pictures: Iterable<readonly [key: string, svg: string]>): void {
  coming = pictures[Symbol.iterator]();
  drawMore();
}
const MOST_AHEAD = 16;
const ahead = new Map<string, Promise<Buffer>>();
let coming: Iterator<readonly [key: string, svg: string]> | undefined;

function drawMore(): void {
  while (coming && ahead.size < MOST_AHEAD) {
    const { value, done } = coming.next();
    // A generator that is at its end holds what it was given, which is the whole catalog.
    if (done) coming = undefined;
    if (done) return;
    const [key, svg] = value;
    const drawing = draw(svg);
    // Who asks for an image that failed is told so by its own await.
    drawing.catch(() => {});
    ahead.set(key, drawing);
  }
}

/** 4 of 9: 3% more bytes than 6, and a picture in six sevenths of the time. None shows what is behind it. */
const draw = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 4 }).toBuffer();
