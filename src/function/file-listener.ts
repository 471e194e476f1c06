import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from './service.ts';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** A path as links have it: nothing to decode, no dot segment to resolve. */
const PLAIN_PATH = /^\/(?!.*\/\.)[\w./-]*$/;

/**
 * Reads files of the build without a Request and a Response around each, which halves what most of the traffic costs.
 * Whatever is not plain goes to `otherwise`: other methods, Markdown for a page, odd paths, damaged files.
 */
export function createFileListener(service: Service, otherwise: Listener): Listener {
  const { find, fileReply } = service.edition;
  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const [path = ''] = url.split('?', 1);
    const isRead = method === 'GET' || method === 'HEAD';
    const place = isRead && PLAIN_PATH.test(path) && !/markdown/i.test(headers.accept ?? '') ? find(path) : undefined;
    if (place?.type !== 'file') return otherwise(incoming, outgoing);
    const started = performance.now();
    return fileReply(place, (name) => headers[name] as string | undefined).then(
      (reply) => {
        outgoing.writeHead(reply.status, reply.headers).end(reply.body);
        service.log.request({
          id: crypto.randomUUID(),
          method,
          path,
          status: reply.status,
          ms: performance.now() - started,
        });
      },
      () => otherwise(incoming, outgoing),
    );
  };
}
