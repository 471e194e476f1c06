import { hash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Addresses } from '../../api/headers.ts';
import { operations } from '../../api/operations.ts';
import { createApp, type Engine } from '../app.ts';
import { clientKey, createLimits } from '../limits.ts';
import { createLog, describeFault } from '../log.ts';
import { createReports } from '../reports/report-store.ts';
import { openBuild, type Service } from '../service.ts';
import { clientAddress, trustedProxies } from './client-address.ts';
import { buildMark, openDist } from './dist-files.ts';
import { createFileListener } from './file-listener.ts';
import { type Settings, settingsOf } from './settings.ts';
import { openSqlite } from './sqlite.ts';

/** Where to serve what; the rest is as it is without an environment. */
export interface ServeOptions extends Partial<Settings> {
  readonly distDir: string;
  readonly dataDir: string;
  /** Where log lines go. */
  readonly write?: (lines: string) => void;
}

export interface Served {
  /** Address of the server, such as `http://127.0.0.1:4321`. */
  readonly address: string;
  /** What the pages and answers of the build name as their address. */
  readonly named: Addresses;
  /** Lets requests in flight finish, then closes the store. */
  close(): Promise<void>;
}

const REBUILD_CHECK_MS = 1000;

/**
 * Serves a built `dist/`. A new build in its place is taken up whole, within a second or two, by requests that come
 * after; one that cannot be read is logged and the old one goes on.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { distDir, dataDir, port, host, rates, proxies } = { ...settingsOf({}), ...options };
  const { write = (lines) => process.stdout.write(lines) } = options;
  const log = createLog(write);
  const sqlite = openSqlite({ dataDir });
  const shared = {
    operations,
    reports: createReports(sqlite.query),
    limits: createLimits(rates),
    log,
    now: () => new Date(),
    digest: (body: Uint8Array) => hash('sha256', body),
  };
  const engine: Engine = {
    clientKey: nodeClientKey(proxies),
    onLoopback: isLoopbackHost(host),
  };

  const served = await followBuilds(distDir, shared, engine);
  const server = createServer(bounds, (incoming, outgoing) => {
    // While it drains, a kept-alive connection is told that this answer is its last.
    if (!server.listening) outgoing.setHeader('Connection', 'close');
    return served.listener(incoming, outgoing);
  });
  const address = await listen(server, port, host);

  return {
    address,
    named: served.named,
    async close() {
      served.stop();
      await drain(server);
      await sqlite.close();
      log.flush();
    },
  };
}

/** Bounds on what a client may cost before it has asked anything: bytes of the head, and seconds for head and whole. */
const bounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2000,
};

async function followBuilds(distDir: string, shared: Omit<Service, 'build'>, engine: Engine) {
  const open = async () => {
    const service = { ...shared, build: await openBuild(await openDist(distDir)) };
    const listener = createFileListener(service, getRequestListener(createApp(service, engine).fetch));
    const { assets, data } = service.build;
    return { listener, named: assets.addresses, records: data.service.counts.total };
  };
  let mark = await buildMark(distDir);
  const served = { ...(await open()), stop: () => clearInterval(timer) };

  const timer = setInterval(async () => {
    const found = await buildMark(distDir);
    if (found === undefined || found === mark) return;
    mark = found;
    try {
      Object.assign(served, successor(served, await open()));
    } catch (error) {
      shared.log.fault({ id: 'build', fault: describeFault(error) });
    }
  }, REBUILD_CHECK_MS);
  timer.unref();
  return served;
}

interface Follower {
  readonly named: Addresses;
  readonly records: number;
}

/** @throws when a build may not take the place of the one that is served: that of another site, or one without a record. */
function successor<F extends Follower>(served: Follower, next: F): F {
  const { siteUrl, baseUrl } = next.named;
  if (siteUrl !== served.named.siteUrl || baseUrl !== served.named.baseUrl)
    throw new Error(
      `The new build is for ${siteUrl} (API ${baseUrl}); ${served.named.siteUrl} goes on until a restart.`,
    );
  if (next.records === 0 && served.records > 0) throw new Error('The new build holds no record; the last one goes on.');
  return next;
}

function nodeClientKey(list: string): Engine['clientKey'] {
  const proxies = trustedProxies(list);
  return (c: Context) => {
    const bindings = c.env as Partial<HttpBindings> | undefined;
    return clientKey(clientAddress(bindings?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), proxies));
  };
}

const isLoopbackHost = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** @throws when the port is taken or the host is not this machine's. */
async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, host, listening));
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

const GRACE_MS = 10_000;
const IDLE_MS = 200;

/** Takes no more connections and lets requests in flight finish, within the time that container hosts give. */
async function drain(server: Server): Promise<void> {
  // Not http's own close: that resets connections whose request has arrived but has not been read yet.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
