import { parseAccept } from 'hono/utils/accept';
import { headersFor } from '../../api/headers.ts';
import { type Header, type Headers, isFresh, notModified, type ResponseParts, unlessFresh } from '../response.ts';
import type { Asset, Assets, Body, Encoding } from './assets.ts';
import type { Destination } from './destinations.ts';

export type FileDestination = Pick<Extract<Destination, { type: 'file' }>, 'file' | 'address'>;

/**
 * Answers with files of the build: compressed when the client takes it, 304 when the client has it.
 * The answer rejects with StorageUnavailable when the file is damaged.
 */
export function createFileResponses(
  assets: Assets,
): (place: FileDestination, header: Header) => ResponseParts | Promise<ResponseParts> {
  // A file has one address, so that its headers are the same each time; making them costs more than sending it.
  const known = new Map<string, Headers>();

  return ({ file, address }, header) => {
    const asset = assets.find(file) as Asset;
    const encoding = contentEncoding(asset, header('accept-encoding'));
    const key = `${file} ${encoding}`;
    const headers = known.get(key);
    if (headers !== undefined && isFresh(headers, header)) return notModified(headers);
    const answer = (body: Body): ResponseParts => {
      if (headers !== undefined) return { status: 200, headers, body };
      const made = {
        ...representationHeaders(asset, encoding, headersFor(address, assets.addresses)),
        'Content-Length': String(body.length),
      };
      known.set(key, made);
      return unlessFresh({ status: 200, headers: made, body }, header);
    };
    const body = assets.read(file, encoding);
    return body instanceof Promise ? body.then(answer) : answer(body);
  };
}

function representationHeaders(asset: Asset, encoding: Encoding | undefined, headers: Headers): Headers {
  const vary = [headers.Vary, (asset.br || asset.gzip) && 'Accept-Encoding'].filter(Boolean).join(', ');
  return {
    ...headers,
    'Content-Type': asset.type,
    // Another tag for each encoding: a strong ETag names bytes, not what they unpack to (RFC 9110 8.8.3.3).
    ETag: encoding === undefined ? `"${asset.sha256}"` : `"${asset.sha256}-${encoding}"`,
    ...(asset.lastModified && { 'Last-Modified': new Date(asset.lastModified).toUTCString() }),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(vary && { Vary: vary }),
  };
}

/** The smallest form that the file has and the client takes. */
function contentEncoding(asset: Asset, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || !(asset.br || asset.gzip)) return undefined;
  const codings = parseAccept(accepted);
  const quality = (name: string): number =>
    (codings.find(({ type }) => type === name) ?? codings.find(({ type }) => type === '*'))?.q ?? 0;
  return (['br', 'gzip'] as const).find((encoding) => asset[encoding] && quality(encoding) > 0);
}
