import { parseAccept } from 'hono/utils/accept';
import { type Bytes, toBytes } from '../text/bytes.ts';
import type { Encoding } from './files/assets.ts';
import type { Header, ResponseParts } from './response.ts';

export type Compress = (body: Bytes, encoding: Encoding) => Promise<Bytes>;

/** Below that a body goes into one packet anyway. */
const LEAST_BYTES = 1024;
/** What says more than this is no browser's; it gets the plain body instead of our time. */
const LONGEST_ACCEPT = 256;

export function takenEncodings(accepted: string | undefined, offered: readonly Encoding[]): Encoding[] {
  if (accepted === undefined || accepted.length > LONGEST_ACCEPT) return [];
  const codings = parseAccept(accepted);
  const quality = (name: string): number =>
    (codings.find(({ type }) => type === name) ?? codings.find(({ type }) => type === '*'))?.q ?? 0;
  return offered.filter((encoding) => quality(encoding) > 0);
}

/** Compressed where the client takes it. The tag becomes a weak one, as strong ones name bytes (RFC 9110 8.8.3.3). */
export async function compressed(
  response: ResponseParts,
  header: Header,
  compress: Compress | undefined,
): Promise<ResponseParts> {
  const { body, headers } = response;
  if (compress === undefined || (body === null && response.status !== 304)) return response;
  const [encoding] = takenEncodings(header('accept-encoding'), ['br', 'gzip']);
  const vary = { Vary: [headers.Vary, 'Accept-Encoding'].filter(Boolean).join(', ') };
  const weak = encoding && headers.ETag && { ETag: `W/${headers.ETag}` };
  const bytes = typeof body === 'string' ? toBytes(body) : body;
  if (bytes === null || encoding === undefined || bytes.length < LEAST_BYTES)
    return { ...response, headers: { ...headers, ...vary, ...weak } };
  const packed = await compress(bytes, encoding);
  return {
    ...response,
    headers: { ...headers, ...vary, ...weak, 'Content-Encoding': encoding, 'Content-Length': String(packed.length) },
    body: packed,
  };
}
