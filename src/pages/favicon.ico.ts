import type { APIRoute } from 'astro';
import sharp from 'sharp';
import icon from '../../public/icon.svg?raw';
import type { Bytes } from '../text/bytes.ts';

/** Browsers ask for it wherever they show something that is no page of ours. */
export const GET: APIRoute = async () =>
  new Response(await iconFile(icon), { headers: { 'Content-Type': 'image/x-icon' } });

/** Pixels of the tab and of the task bar. */
const SIZES = [16, 32, 48];
const HEAD = 6;
const ROW = 16;

/** A square SVG as an ICO file: a list of PNGs, as every browser in use reads it. */
async function iconFile(svg: string): Promise<Bytes> {
  const images = await Promise.all(SIZES.map((size) => sharp(Buffer.from(svg)).resize(size, size).png().toBuffer()));
  const list = Buffer.alloc(HEAD + ROW * images.length);
  list.writeUInt16LE(1, 2); // an icon, not a cursor
  list.writeUInt16LE(images.length, 4);
  let end = list.length;
  for (const [at, image] of images.entries()) {
    const row = HEAD + ROW * at;
    const size = SIZES[at] as number;
    list.writeUInt8(size, row);
    list.writeUInt8(size, row + 1);
    list.writeUInt16LE(1, row + 4); // planes
    list.writeUInt16LE(32, row + 6); // bits a pixel
    list.writeUInt32LE(image.length, row + 8);
    list.writeUInt32LE(end, row + 12);
    end += image.length;
  }
  return new Uint8Array(Buffer.concat([list, ...images]));
}
