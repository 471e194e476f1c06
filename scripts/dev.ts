import { settingsOf } from '../src/function/node/settings.ts';
import { argumentsOf } from './cli.ts';
/** `npm run dev`: pages by Astro's dev server, everything else by the same publishers and the same function, in memory. */

import { createHash, hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type AstroIntegration, dev } from 'astro';
import { mediaType } from '../src/api/headers.ts';
import { operations } from '../src/api/operations.ts';
import { readSchemas } from '../src/build/file-system.ts';
import { buildDate, loadOptions, root } from '../src/build/options.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { ContentError } from '../src/catalog/problems.ts';
import { createApp } from '../src/function/app.ts';
import { type Assets, assetTable } from '../src/function/files/assets.ts';
import { unlimited } from '../src/function/limits.ts';
import { createLog } from '../src/function/log.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports } from '../src/function/reports/report-store.ts';
import { createBodyBudget } from '../src/function/request-body.ts';
import { openBuild } from '../src/function/service.ts';
import { offerEdition } from '../src/publish/current-edition.ts';
import { type Edition, makeEdition } from '../src/publish/edition.ts';
import { publishedFiles } from '../src/publish/publish.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

argumentsOf({ usage: 'Usage: npm run dev' });
const { port, host, dataDir } = settingsOf(process.env);
const options = { ...loadOptions(), siteUrl: process.env.SITE_URL || `http://${host}:${port}` };
const reports = createReports(openSqlite({ dataDir }).query);

/** Files that the publishers write, with the function over them. */
interface Preview {
  readonly paths: ReadonlySet<string>;
  readonly listener: RequestListener;
}

async function publish(): Promise<Preview> {
  const { edition } = makeEdition(loadCatalog(options), buildDate());
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
  return { paths: assets.paths, listener: getRequestListener(app.fetch) };
}

function memoryAssets(edition: Edition): Assets {
  const { siteUrl, baseUrl } = edition.catalog.site;
  const bodies = new Map(
    publishedFiles(edition, readSchemas(options.schemaDir)).map(({ path, body }) => [
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

/** Publishes anew when content changes; a fault in it is printed, and the last good edition goes on being served. */
function liveContent(first: Preview): AstroIntegration {
  let published = first;
  const isOurs = (url: string): boolean => {
    const path = new URL(url, 'http://dev').pathname.slice(1);
    return published.paths.has(path) || /^(?:v1|mcp|healthz|readyz)(?:\/|$)/.test(path) || path.endsWith('.md');
  };
  return {
    name: 'materia:content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) =>
          isOurs(request.url ?? '/') ? published.listener(request, response) : next(),
        );
        server.watcher.add(options.contentDir);
        server.watcher.on('all', async (event, path) => {
          if (!path.startsWith(options.contentDir) || path.endsWith('ledger.json')) return;
          try {
            published = await publish();
            // Astro keeps the list of pages of a route until the route changes.
            if (event !== 'change') server.watcher.emit('change', join(root, 'src/pages/[kind]/[slug].astro'));
            server.ws.send({ type: 'full-reload' });
          } catch (error) {
            if (!(error instanceof ContentError)) throw error;
            console.error(error.message);
          }
        });
      },
    },
  };
}

try {
  const integration = liveContent(await publish());
  await dev({ root, server: { port, host }, integrations: [integration], logLevel: 'warn' });
  console.log(`Editing ${options.contentDir} live on http://${host}:${port}`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
