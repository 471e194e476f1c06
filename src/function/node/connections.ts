import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { HEAD_MS, LARGEST_HEAD, REQUEST_MS } from '../../api/request-limits.ts';
import { clientKey } from '../limits.ts';
import { isAmong, plain } from './client-address.ts';

/** Bounds on what a client may cost before it has asked anything: bytes of the head, and seconds for head and whole. */
export const bounds = {
  maxHeaderSize: LARGEST_HEAD,
  headersTimeout: HEAD_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  // A missing Host is answered in our own form.
  requireHostHeader: false,
};

/** Connections of a process, and of one client among them; proxies that are named bring many clients each. */
export interface ConnectionBounds {
  readonly most: number;
  readonly each: number;
  /** Milliseconds in which nothing is sent or taken, after which a connection is cut: for those who do not read. */
  readonly idleMs: number;
}
export const connectionBounds: ConnectionBounds = { most: 2000, each: 400, idleMs: 30_000 };

/** Descriptors that are not for connections: files of a build that is read, the report store, the log. */
const RESERVED = 100;

/** How many files this process may have open; all used up, the next connection waits, and no file can be read. */
function descriptors(): number {
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : '';
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
const LIMITS = '/proc/self/limits';

export function boundConnections(server: Server, proxies: BlockList, { most, each, idleMs }: ConnectionBounds): void {
  const all = Math.max(Math.min(most, descriptors() - RESERVED), 1);
  // Where the system allows fewer, a client has the same share of them: it never takes all.
  const share = Math.max(Math.floor((all * each) / most), 1);
  server.maxConnections = all;
  server.timeout = idleMs;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plain(socket.remoteAddress ?? 'unknown');
    if (isAmong(address, proxies)) return;
    const key = clientKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > share) return void socket.destroy();
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}
