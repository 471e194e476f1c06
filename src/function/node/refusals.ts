import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_ID } from '../../api/headers.ts';
import type { ProblemCode } from '../../api/problem.ts';
import { kibibytes, LARGEST_HEAD } from '../../api/request-limits.ts';
import { isHostText } from '../hosts.ts';
import { problemResponse, type ResponseParts } from '../response.ts';
import { problemOf, type Service } from '../service.ts';

export interface HeadFault {
  readonly code: ProblemCode;
  readonly detail: string;
}

/** What is wrong with an address or a Host that Node's parser lets through (RFC 9112 3.2); undefined when nothing is. */
export function headFault({ url = '', headers, rawHeaders, httpVersion }: IncomingMessage): HeadFault | undefined {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0' ? undefined : bad('The request names no Host.');
  if (!isHostText(host)) return bad('The Host of the request is none.');
  if (rawHeaders.length > 2 && hostsIn(rawHeaders) > 1) return bad('The request names two Hosts.');
  if (!url.startsWith('/') && !isWebAddress(url)) return bad('The address of the request is none.');
  return undefined;
}

const bad = (detail: string): HeadFault => ({ code: 'bad_request', detail });

function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

export function parserFault({ code = '' }: NodeJS.ErrnoException): HeadFault {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'headers_too_large', detail: `The head is larger than ${kibibytes(LARGEST_HEAD)}.` };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: 'The request was not whole in time.' };
  return bad('The request is not HTTP as this server reads it.');
}

export function refusal(service: Service, id: string, { code, detail }: HeadFault): ResponseParts {
  const problem = problemOf(service, { code, detail, instance: `urn:uuid:${id}` });
  return problemResponse(problem, service.build.assets.addresses, { [REQUEST_ID]: id, Connection: 'close' });
}

/** Refuses by the answer that Node has made ready. */
export function refuseHead(
  service: Service,
  fault: HeadFault,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const id = crypto.randomUUID();
  const { status, headers, body } = refusal(service, id, fault);
  const bytes = Buffer.from(String(body));
  outgoing.writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
  const { method = '-', url = '-' } = incoming;
  service.log.request({ id, method, path: pathOf(url), status, ms: 0 });
}

/** Without query and fragment, and nothing that could pass for more than a path. */
const pathOf = (url: string): string => (/^\/[^?#]*/.exec(url)?.[0] ?? '-').replace(/[^\x21-\x7e]/g, '?');

/** Refuses on the bare connection what never became a request, unless an answer has begun on it. */
export function refuseConnection(service: Service, fault: HeadFault, socket: Socket): void {
  const begun = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (!socket.writable || begun) return void socket.destroy();
  const id = crypto.randomUUID();
  const { status, headers, body } = refusal(service, id, fault);
  const bytes = Buffer.from(String(body));
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length), Date: new Date().toUTCString() });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
  socket.destroySoon();
  service.log.request({ id, method: '-', path: '-', status, ms: 0 });
}
