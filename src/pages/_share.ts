import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sans from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff?inline';
import sansBold from '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff?inline';
import serif from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline';
import sharp from 'sharp';
import type { Faces } from '../components/share.ts';
import { openFace } from '../components/typeset.ts';

const face = (dataUri: string) => openFace(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));

export const faces: Faces = { serif: face(serif), sans: face(sans), sansBold: face(sansBold) };

/** Drawing takes ten times as long as a page, so an image that was drawn before is kept by the digest of its SVG. */
const CACHE = join('.cache', 'share');

export async function pngAnswer(svg: string): Promise<Response> {
  const kept = join(CACHE, `${createHash('sha256').update(svg).digest('hex')}.png`);
  if (!existsSync(kept)) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(kept, await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer());
  }
  return new Response(readFileSync(kept), { headers: { 'Content-Type': 'image/png' } });
}
