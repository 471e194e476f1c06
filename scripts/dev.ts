/** `npm run dev`: pages by Astro's dev server, everything else by the same publishers and the same function, in memory. */

import { createHash, hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type AstroIntegration, dev } from 'astro';
import { mediaType } from '../src/api/headers.ts';
import { operations } from '../src/api/operations.ts';
import { readSchemas } from '../src/build/file-system.ts';
import { openKept } from '../src/build/kept-store.ts';
import { buildDate, cacheDirOf, loadOptions, root } from '../src/build/options.ts';
import { nothingKept } from '../src/catalog/kept.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { ContentError, formatNotices } from '../src/catalog/problems.ts';
import { createApp } from '../src/function/app.ts';
import { type Assets, assetTable } from '../src/function/files/assets.ts';
import { unlimited } from '../src/function/limits.ts';
import { createLog } from '../src/function/log.ts';
import { settingsOf } from '../src/function/node/settings.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports } from '../src/function/reports/report-store.ts';
import { createBodyBudget } from '../src/function/request-body.ts';
import { openBuild } from '../src/function/service.ts';
import { offerEdition } from '../src/publish/current-edition.ts';
import { type Edition, makeEdition } from '../src/publish/edition.ts';
import { publishedFiles } from '../src/publish/publish.ts';
import { argumentsOf, orExit } from './cli.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

argumentsOf({ usage: 'Usage: npm run dev' });
const { port, host, dataDir } = settingsOf(process.env);
const given = await orExit(loadOptions);
const folder = cacheDirOf();
const kept = folder === undefined ? nothingKept : openKept({ folder, say: (line) => console.log(line) });
const options = { ...given, kept, siteUrl: given.siteUrl ?? `http://${host}:${port}` };
const reports = createReports(openSqlite({ dataDir }).query);

/** The published files in memory, and the function that serves them. */
interface Preview {
  /** Whether the function answers at a path, as it does in production; the rest is Astro's. */
  readonly answersAt: (path: string) => boolean;
  readonly listener: RequestListener;
}

async function publish(): Promise<Preview> {
  const loaded = loadCatalog(options);
  if (loaded.notices.length > 0) console.warn(formatNotices(loaded.notices));
  const { edition } = makeEdition(loaded, buildDate(), kept);
  offerEdition(edition);
  const assets = memoryAssets(edition);
  const service = {
    operations,
    build: await openBuild(assets),
    reports,
    limits: unlimited,
    bodies: createBodyBudget(),
    log: createLog((lines) => process.stdout.write(lines)),
    now: () => new Date(),
    digest: (body: Uint8Array) => hash('sha256', body),
  };
  const app = createApp(service, { client: () => ({ key: 'dev' }), hosts: '' });
  const { resolve } = service.build;
  // A renamed or withdrawn record has no page that Astro could know of.
  const isRetired = (path: string): boolean => ['moved', 'withdrawn'].includes(resolve(path).type);
  const answersAt = (path: string): boolean =>
    assets.paths.has(path.slice(1)) || API.test(path) || path.endsWith('.md') || isRetired(path);
  return { answersAt, listener: getRequestListener(app.fetch) };
}

const API = /^\/(?:v1|mcp|healthz|readyz)(?:\/|$)/;

function memoryAssets(edition: Edition): Assets {
  const { siteUrl, baseUrl } = edition.catalog.site;
  const bodies = new Map(
    publishedFiles(edition, readSchemas(options.schemaDir), kept).map(({ path, body }) => [
      path,
      new TextEncoder().encode(body),
    ]),
  );
  const files = [...bodies].map(([path, body]) => [
    path,
    { type: mediaType(path), bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
  ]);
  return assetTable(
    { site: siteUrl, base: baseUrl, files: Object.fromEntries(files) },
    async (path) => bodies.get(path) ?? new Uint8Array(),
  );
}

/**
 * Publishes anew when content changes. A fault is printed and laid over every open page until it is mended; the last good
 * edition goes on being served.
 */
function liveContent(first: Preview): AstroIntegration {
  let published = first;
  let fault: string | undefined;
  return {
    name: 'materia:content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) =>
          published.answersAt(new URL(request.url ?? '/', 'http://dev').pathname)
            ? published.listener(request, response)
            : next(),
        );
        const show = () => fault && server.ws.send({ type: 'error', err: { message: fault, stack: '' } });
        // A page that is opened or reloaded meanwhile is told as well.
        server.ws.on('connection', show);
        const renew = oneAtATime(async (isNewFile: boolean) => {
          try {
            published = await publish();
            fault = undefined;
            // Astro keeps the list of pages of a route until the route changes.
            if (isNewFile) server.watcher.emit('change', join(root, 'src/pages/[kind]/[slug].astro'));
            server.ws.send({ type: 'full-reload' });
          } catch (error) {
            fault = (error as Error).message;
            console.error(error instanceof ContentError ? fault : error);
            show();
          }
        });
        server.watcher.add(options.contentDir);
        server.watcher.on('all', (event, path) => {
          if (path.startsWith(options.contentDir) && !path.endsWith('ledger.json')) renew(event !== 'change');
        });
      },
    },
  };
}

/** Runs `work` again after its end where it was asked for meanwhile: an older edition never overtakes a newer one. */
function oneAtATime(work: (isNewFile: boolean) => Promise<void>): (isNewFile: boolean) => void {
  let asked: boolean | undefined;
  let isRunning = false;
  return async (isNewFile) => {
    asked = (asked ?? false) || isNewFile;
    if (isRunning) return;
    isRunning = true;
    while (asked !== undefined) {
      const next = asked;
      asked = undefined;
      await work(next);
    }
    isRunning = false;
  };
}

try {
  const integration = liveContent(await publish());
  // Vite finds what a worker imports only when the worker starts, and then reloads every page; told where, it looks before.
  const vite = { optimizeDeps: { entries: ['src/client/**/*.ts'] } };
  await dev({ root, server: { port, host }, integrations: [integration], logLevel: 'warn', vite });
  console.log(`Editing ${options.contentDir} live on http://${host}:${port}`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
