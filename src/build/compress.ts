import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Cache } from '../catalog/cache.ts';

/** Media types that are worth compressing. */
const compressible = /^(?:text\/|application\/(?:json|xml|[a-z.-]+\+(?:json|xml))|image\/svg)/;

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface Encodings {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

/** As `compress`; of a body with that digest from the cache, where it is known. */
export async function compressCached(
  body: Uint8Array,
  { type, sha256 }: { type: string; sha256: string },
  cache: Cache,
): Promise<Encodings> {
  if (!compressible.test(type)) return {};
  const place = cache.at('compressed', [sha256]);
  const { value } = place;
  if (value !== undefined) return deserialize(value) as Encodings;
  const made = await compress(body, type);
  place.put(serialize(made));
  return made;
}

/** Both encodings of a body, each only if it is smaller than the body; none for types that are not worth compressing. */
export async function compress(body: Uint8Array, type: string): Promise<Encodings> {
  if (!compressible.test(type) || body.length <= 512) return {};
  const [br, gz] = await Promise.all([
    compressBr(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: qualityOf(body.length, type),
        [constants.BROTLI_PARAM_LGWIN]: windowOf(body.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return { ...(br.length < body.length && { br }), ...(gz.length < body.length && { gzip: gz }) };
}

/** Of 11. Over the files of this catalog 6 gives 0.4% more bytes than 9 and takes half its time. */
const QUALITY = 6;
/** The few pages that are very long: 10 takes a tenth off what a reader waits for, in ten times the time. */
const LONG_PAGE = { bytes: 192 * 1024, quality: 10 };

const qualityOf = (bytes: number, type: string): number =>
  type.startsWith('text/html') && bytes > LONG_PAGE.bytes ? LONG_PAGE.quality : QUALITY;

/** Bits of the window, as large as the body: freeing 4 MB for each of ten thousand takes longer than compressing. */
const windowOf = (bytes: number): number =>
  Math.min(
    constants.BROTLI_MAX_WINDOW_BITS,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS + 6, Math.ceil(Math.log2(bytes + 16))),
  );
