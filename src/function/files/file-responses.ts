import { LRUCache } from 'lru-cache';
import { headersFor } from '../../api/headers.ts';
import { kindPattern } from '../../schema/kinds.ts';
import type { Bytes } from '../../text/bytes.ts';
import { takenEncodings } from '../compression.ts';
import { type Header, type Headers, isFresh, notModified, type ResponseParts, unlessFresh } from '../response.ts';
import { type Asset, type Assets, type Encoding, FILES_AT_HAND } from './assets.ts';
import type { Destination } from './destinations.ts';

export type FileDestination = Pick<Extract<Destination, { type: 'file' }>, 'file' | 'address'>;

/** Answers with files of the build, compressed or 304 as the client may have it; rejects when a file is damaged. */
export function createFileResponses(
  assets: Assets,
  lastUpdated: string,
): (place: FileDestination, header: Header) => ResponseParts | Promise<ResponseParts> {
  // A file has one address, so that its headers are the same each time; making them costs more than sending it.
  const known = new LRUCache<string, { asset: Asset; headers: Map<Encoding | undefined, Headers> }>({
    max: FILES_AT_HAND,
    memoMethod: (file) => ({ asset: dated(file, assets.find(file) as Asset, lastUpdated), headers: new Map() }),
  });

  return ({ file, address }, header) => {
    const { asset, headers: made } = known.memo(file);
    const encoding = contentEncoding(asset, header('accept-encoding'));
    const headers = made.get(encoding);
    if (headers !== undefined && isFresh(headers, header)) return notModified(headers);
    const answer = (body: Bytes): ResponseParts => {
      if (headers !== undefined) return { status: 200, headers, body };
      const first = {
        ...representationHeaders(asset, encoding, headersFor(address, assets.addresses)),
        'Content-Length': String(body.length),
      };
      made.set(encoding, first);
      return unlessFresh({ status: 200, headers: first, body }, header);
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

const contentEncoding = (asset: Asset, accepted: string | undefined): Encoding | undefined =>
  asset.br || asset.gzip ? takenEncodings(accepted, ['br', 'gzip']).find((encoding) => asset[encoding]) : undefined;

/** Files that list all records changed when the newest of them did. */
const dated = (file: string, asset: Asset, lastUpdated: string): Asset =>
  asset.lastModified === undefined && listsRecords.test(file) ? { ...asset, lastModified: lastUpdated } : asset;

const listsRecords = new RegExp(
  `^(?:(?:${kindPattern}/)?llms\\.txt|llms-(?:full\\.txt|index\\.json)|changes\\.(?:json|atom)|sitemap\\.xml)$`,
);
