import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline';
import sansBold from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline';
import serif from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline';
import sharp from 'sharp';
import type { Faces } from './share-image.ts';
import { openFace } from './typeset.ts';

const face = (dataUri: string) => openFace(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));

export const faces: Faces = { serif: face(serif), sans: face(sans), sansBold: face(sansBold) };

/** Drawing takes ten times as long as a page, so an image that was drawn before is kept by the digest of its SVG. */
const CACHE = join('.cache', 'share');
const keptAt = (svg: string): string => join(CACHE, `${createHash('sha256').update(svg).digest('hex')}.png`);

export async function pngAnswer(svg: string): Promise<Response> {
  await draw(svg);
  return new Response(readFileSync(keptAt(svg)), { headers: { 'Content-Type': 'image/png' } });
}

/** Draws what is not kept yet while the pages are written: the drawing is native code in threads of its own. */
export function drawAhead(svgs: readonly string[]): void {
  const waiting = svgs.values();
  const work = async (): Promise<void> => {
    for (const svg of waiting) await draw(svg);
  };
  // Who asks for an image that failed is told so by its own await.
  for (let thread = 0; thread < THREADS; thread++) work().catch(() => {});
}
const THREADS = 4;

const drawn = new Map<string, Promise<void>>();

function draw(svg: string): Promise<void> {
  const path = keptAt(svg);
  const drawing = drawn.get(path) ?? (existsSync(path) ? Promise.resolve() : drawTo(path, svg));
  drawn.set(path, drawing);
  return drawing;
}

async function drawTo(path: string, svg: string): Promise<void> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
  mkdirSync(CACHE, { recursive: true });
  // Renamed when whole, for another build may be reading.
  writeFileSync(`${path}.${process.pid}`, png);
  renameSync(`${path}.${process.pid}`, path);
}
