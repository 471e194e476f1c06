import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { REQUEST_ID } from '../../api/headers.ts';
import { FILES_AT_HAND } from '../files/assets.ts';
import { asksForParts } from '../files/destinations.ts';
import type { FileDestination } from '../files/file-responses.ts';
import type { Headers, ResponseParts } from '../response.ts';
import type { Build, Service } from '../service.ts';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** A path as links have it: nothing to decode, no dot segment to resolve. */
const PLAIN_PATH = /^\/(?!.*\/\.)[\w./-]*$/;

/** Answers plain requests for files at what Node's own server costs; whatever is not plain goes to `otherwise`. */
export function createFileListener(service: Service, otherwise: Listener): Listener {
  const { build, log } = service;
  const find = plainResolver(build.resolve);
  return (incoming, outgoing) => {
    const started = performance.now();
    const { method = '', url = '', headers } = incoming;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const destination = method === 'GET' || method === 'HEAD' ? find(path) : undefined;
    if (destination === undefined || !isPlain(headers.accept, query < 0 ? '' : url.slice(query)))
      return otherwise(incoming, outgoing);
    const send = (response: ResponseParts): void => {
      const id = crypto.randomUUID();
      outgoing.writeHead(response.status, [...flat(response.headers), REQUEST_ID, id]).end(response.body);
      log.request({ id, method, path, status: response.status, ms: performance.now() - started });
    };
    const response = build.fileResponse(destination, (name) => headers[name] as string | undefined);
    if (!(response instanceof Promise)) return send(response);
    return response.then(send, () => otherwise(incoming, outgoing));
  };
}

const isPlain = (accept: string | undefined, search: string): boolean =>
  !/markdown/i.test(accept ?? '') && !asksForParts(search);

function plainResolver(find: Build['resolve']): (path: string) => FileDestination | undefined {
  const files = new LRUCache<string, FileDestination>({ max: FILES_AT_HAND });
  return (path) => {
    const known = files.get(path);
    if (known !== undefined || !PLAIN_PATH.test(path)) return known;
    const destination = find(path);
    if (destination.type !== 'file') return undefined;
    files.set(path, destination);
    return destination;
  };
}

const lists = new WeakMap<Headers, string[]>();

/** Names and values in one list, which Node writes unchanged. Headers of a file are the same object each time. */
function flat(headers: Headers): string[] {
  const known = lists.get(headers);
  if (known !== undefined) return known;
  const list = Object.entries(headers).flat();
  lists.set(headers, list);
  return list;
}
