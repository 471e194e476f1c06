import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline';
import sansBold from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline';
import serif from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline';
import sharp from 'sharp';
import type { Faces } from './share-image.ts';
import { openFace } from './typeset.ts';

const face = (dataUri: string) => openFace(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));

export const faces: Faces = { serif: face(serif), sans: face(sans), sansBold: face(sansBold) };

export const pngAnswer = async (svg: string): Promise<Response> =>
  new Response(new Uint8Array(await draw(svg)), { headers: { 'Content-Type': 'image/png' } });

/**
 * Draws while the pages are written: the drawing is native code in threads of its own. What was drawn for an earlier build
 * does not come here (build/standing-files.ts).
 */
export function drawAhead(svgs: readonly string[]): void {
  const waiting = svgs.values();
  const work = async (): Promise<void> => {
    for (const svg of waiting) await draw(svg);
  };
  // Who asks for an image that failed is told so by its own await.
  for (let thread = 0; thread < THREADS; thread++) work().catch(() => {});
}
const THREADS = 4;

const drawn = new Map<string, Promise<Buffer>>();

/** Each once: a page that asks meanwhile waits for the same drawing. */
function draw(svg: string): Promise<Buffer> {
  const drawing = drawn.get(svg) ?? sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
  drawn.set(svg, drawing);
  return drawing;
}
