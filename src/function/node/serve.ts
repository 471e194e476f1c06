import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, type BlockList, Server as NetServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Addresses } from '../../api/headers.ts';
import { operations } from '../../api/operations.ts';
import { createApp } from '../app.ts';
import type { Compress } from '../compression.ts';
import type { ReadinessOptions } from '../health.ts';
import { createCallerRule } from '../hosts.ts';
import { clientKey, createLimits } from '../limits.ts';
import { createLog, describeFault } from '../log.ts';
import { createReports } from '../reports/report-store.ts';
import { createBodyBudget } from '../request-input.ts';
import { toResponse } from '../response.ts';
import { type Build, type Caller, openBuild, type Service } from '../service.ts';
import { type Current, followBuilds } from './builds.ts';
import { clientAddress, isAmong, networks } from './client-address.ts';
import { boundConnections, bounds, type ConnectionBounds, connectionBounds } from './connections.ts';
import { openDist } from './dist-files.ts';
import { createFairQueue } from './fair-queue.ts';
import { createFileListener, type Listener } from './file-listener.ts';
import { headFault, parserFault, refusal, refuseConnection, refuseHead } from './refusals.ts';
import { type Settings, settingsOf } from './settings.ts';
import { openSqlite } from './sqlite.ts';

export interface ServeOptions extends Partial<Settings> {
  readonly distDir: string;
  readonly dataDir: string;
  readonly connections?: ConnectionBounds;
  readonly write?: (lines: string) => void;
}

export interface Served {
  readonly address: string;
  readonly named: Addresses;
  close(): Promise<boolean>;
  /** Logs what nobody caught, with all lines that wait. */
  fail(error: unknown): void;
}

interface NodeEngine {
  readonly clientOf: (incoming: IncomingMessage) => Client;
  readonly hosts: string;
  readonly readiness: ReadinessOptions;
}
type Client = Omit<Caller, 'id'>;

interface Serving {
  readonly service: Service;
  readonly listener: Listener;
}

/** Serves a built `dist/`, and within a second or two a new build in its place; one that cannot be read is retried. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { distDir, dataDir, port, host, rates, proxies, hosts, dailyReports, trustedReporters } = {
    ...settingsOf({}),
    ...options,
  };
  const { write = (lines) => process.stdout.write(lines), connections = connectionBounds } = options;
  const log = createLog(write);
  const sqlite = openSqlite({ dataDir });
  const shared = {
    operations,
    reports: createReports(sqlite.query, { daily: dailyReports }),
    limits: createLimits(rates),
    queue: createFairQueue(),
    bodies: createBodyBudget(),
    compress,
    log,
    now: () => new Date(),
    digest: (body: Uint8Array) => hash('sha256', body),
  };
  const named = networks(proxies);
  let current: Current<Serving> | undefined;
  const engine: NodeEngine = {
    clientOf: clientReader(named, networks(trustedReporters, 'TRUSTED_REPORTERS'), log.warn),
    hosts,
    readiness: { probe: 'write', newerBuild: () => current?.unread },
  };
  const followed = await followBuilds(
    distDir,
    async (how) => {
      const build = await openBuild(await openDist(distDir, how));
      if (current !== undefined) checkSuccessor(current.value.service.build, build);
      return openServing({ ...shared, build }, engine);
    },
    (error) => log.fault({ id: 'build', fault: describeFault(error) }),
  );
  current = followed;
  const server = createHttpServer(() => followed.value);
  boundConnections(server, named, connections);
  const address = await listen(server, port, host);
  // By now others are answered; who asks over MCP first shall not wait for it either.
  setImmediate(() =>
    import('../mcp/server.ts').catch((error: unknown) => log.fault({ id: 'mcp', fault: describeFault(error) })),
  );
  return {
    address,
    named: followed.value.service.build.assets.addresses,
    async close() {
      followed.stop();
      await drain(server);
      const ended = await sqlite.close();
      log.flush();
      return ended;
    },
    fail(error) {
      log.fault({ id: crypto.randomUUID(), fault: describeFault(error) });
      log.flush();
    },
  };
}

/** Files in the short way where a request may have them; all else, refusals too, by the app. */
function openServing(service: Service, { clientOf, hosts, readiness }: NodeEngine): Serving {
  const { addresses } = service.build.assets;
  const own = new URL(addresses.siteUrl).host;
  const rule = createCallerRule(addresses, hosts);
  const client = ({ env }: { env: unknown }): Client => clientOf((env as HttpBindings).incoming);
  const answer = getRequestListener(createApp(service, { client, hosts, readiness }).fetch, {
    // Of HTTP/1.0, which may leave out its Host.
    hostname: own,
    errorHandler: () =>
      toResponse(refusal(service, crypto.randomUUID(), { code: 'bad_request', detail: 'The request is not one.' })),
  });
  const app: Listener = (incoming, outgoing) => {
    const waiting = service.queue?.(clientOf(incoming).key);
    if (waiting === undefined) return answer(incoming, outgoing);
    // A client that has gone meanwhile gets no answer.
    return waiting.then(() => (outgoing.destroyed ? undefined : answer(incoming, outgoing)));
  };
  const files = createFileListener(service, app);
  const listener: Listener = (incoming, outgoing) => {
    const { host = own } = incoming.headers;
    // RFC 9110 7.1: this asks the server, not a page of it.
    if (incoming.method === 'OPTIONS' && incoming.url === '*') incoming.url = '/';
    const fault = headFault(incoming);
    if (fault !== undefined) return refuseHead(service, fault, incoming, outgoing);
    return (rule.isHost(host) ? files : app)(incoming, outgoing);
  };
  return { service, listener };
}

/** @throws when a build may not take the place of the one that is served: that of another site, or one without a record. */
function checkSuccessor(served: Build, next: Build): void {
  const { siteUrl, baseUrl } = next.assets.addresses;
  const named = served.assets.addresses;
  if (siteUrl !== named.siteUrl || baseUrl !== named.baseUrl)
    throw new Error(`The new build is for ${siteUrl} (API ${baseUrl}); ${named.siteUrl} goes on until a restart.`);
  if (next.data.service.counts.total === 0 && served.data.service.counts.total > 0)
    throw new Error('The new build holds no record; the last one goes on.');
}

function createHttpServer(current: () => Serving): Server {
  const server = createServer(bounds);
  const answer: Listener = (incoming, outgoing) => {
    // While it drains, a kept-alive connection is told that this answer is its last.
    if (!server.listening) outgoing.setHeader('Connection', 'close');
    return current().listener(incoming, outgoing);
  };
  server.on('request', answer);
  // An expectation that nobody knows may be passed over (RFC 9110 10.1.1).
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket) =>
    refuseConnection(current().service, { code: 'bad_request', detail: 'This is no proxy.' }, socket as Socket),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseConnection(current().service, parserFault(error), socket as Socket);
  });
  return server;
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** 4 of 11: within a tenth of the smallest, in a millisecond; the window is as long as most answers. */
const compress: Compress = async (body, encoding) =>
  new Uint8Array(
    encoding === 'br'
      ? await packBrotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 4,
            [constants.BROTLI_PARAM_LGWIN]: 16,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        })
      : await packGzip(body),
  );

/** Reads who sent a request: the address of the connection, or what a trusted proxy says. */
function clientReader(
  proxies: BlockList,
  reporters: BlockList,
  warn: (warning: string) => void,
): (incoming: IncomingMessage) => Client {
  let isWarned = false;
  return ({ socket: { remoteAddress: socket }, headers }) => {
    const forwarded = headers['x-forwarded-for'] as string | undefined;
    const address = clientAddress(socket, forwarded, proxies);
    if (forwarded !== undefined && !isWarned && !isAmong(clientAddress(socket, undefined, proxies), proxies)) {
      isWarned = true;
      warn(
        'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name. If it is your proxy, name it: until then all its clients share one allowance.',
      );
    }
    return { key: clientKey(address), isTrusted: isAmong(address, reporters) };
  };
}

/** @throws when the port is taken or the host is not this machine's. */
async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, host, listening));
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** Container hosts kill after ten seconds, and the store wants one of them. */
const GRACE_MS = 7500;
const IDLE_MS = 200;

/** Takes no more connections and lets requests in flight finish, within the grace. */
async function drain(server: Server): Promise<void> {
  // Not http's own close: that resets connections whose request has arrived but has not been read yet.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
