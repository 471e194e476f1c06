import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';
import type { Service } from './service.ts';

/** Answers a request if it can, and says whether it does. */
export type FileListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** An address as a link has it: nothing to decode, nothing to resolve. */
const PLAIN_PATH = /^\/(?:[\w-]+(?:\.[\w-]+)*\/?)*(?=$|\?)/;

/**
 * Plain reads of files of the build, which are most of the traffic, without a Request and a Response around each: that
 * halves their cost. Whatever asks for more (other methods, Markdown, odd paths, damaged files) is left to the app.
 */
export function createFileListener(service: Service): FileListener {
  const { find, fileReply } = service.edition;
  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const path = PLAIN_PATH.exec(url)?.[0];
    if (path === undefined || (method !== 'GET' && method !== 'HEAD') || headers.accept?.includes('markdown')) return false;
    const place = find(path);
    if (place.type !== 'file') return false;
    const started = performance.now();
    fileReply(place, (name) => headers[name] as string | undefined)
      .catch((error: unknown): Reply => service.edition.failed(error))
      .then((reply) => {
        outgoing.writeHead(reply.status, reply.headers).end(reply.body);
        service.log.request({ id: crypto.randomUUID(), method, path, status: reply.status, ms: performance.now() - started });
      });
    return true;
  };
}
