import { hash } from 'node:crypto';
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join, sep } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type AstroIntegration, dev } from 'astro';
import { mediaType } from '../src/api/headers.ts';
import { operations } from '../src/api/operations.ts';
import { openCache } from '../src/build/cache-store.ts';
import { readSchemas } from '../src/build/file-system.ts';
import { buildDate, cacheDirOf, loadOptions, root } from '../src/build/options.ts';
import { noCache } from '../src/catalog/cache.ts';
import { loadCatalog } from '../src/catalog/load.ts';
import { isHidden } from '../src/catalog/places.ts';
import { ContentError, formatNotices } from '../src/catalog/problems.ts';
import { createApp } from '../src/function/app.ts';
import { type Assets, HOST_RULES } from '../src/function/files/assets.ts';
import { createResolver } from '../src/function/files/destinations.ts';
import { unlimited } from '../src/function/limits.ts';
import { createLog } from '../src/function/log.ts';
import { settingsOf } from '../src/function/node/settings.ts';
import { openSqlite } from '../src/function/node/sqlite.ts';
import { createReports } from '../src/function/reports/report-store.ts';
import { createBodyBudget } from '../src/function/request-input.ts';
import { openBuild, type Service } from '../src/function/service.ts';
import { browserFiles } from '../src/publish/browser-files.ts';
import { offerEdition } from '../src/publish/current-edition.ts';
import { type Edition, makeEdition } from '../src/publish/edition.ts';
import type { PublishedFile } from '../src/publish/file.ts';
import { llmsFiles } from '../src/publish/llms.ts';
import { namedFiles } from '../src/publish/publish.ts';
import { functionData, serviceData } from '../src/publish/v1.ts';
import { refOf } from '../src/records/entry.ts';
import { createMemo } from '../src/text/memo.ts';
import { once } from '../src/text/once.ts';
import { argumentsOf, orExit } from './cli.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

argumentsOf({
  purpose:
    'Serves the catalog in CONTENT_DIR from memory. A saved file shows in open pages within a second, and so do problems.',
  usage: 'npm run dev',
  notes: `Settings (environment):
  PORT         port to listen on (default: 4321)
  HOST         address to listen on (default: 127.0.0.1)
  CONTENT_DIR  folder of the catalog (default: content)
docs/settings.md lists the others.`,
  example: 'PORT=8080 npm run dev',
});
const { port, host, dataDir } = settingsOf(process.env);
const given = await orExit(loadOptions);
const folder = cacheDirOf();
const cache = folder === undefined ? noCache : openCache({ folder, say: (line) => console.log(line) });
const memo = createMemo();
const options = { ...given, siteUrl: given.siteUrl ?? `http://${host}:${port}` };

interface Preview {
  /** Whether the function answers at a path, as it does in production; the rest is Astro's. */
  readonly answersAt: (path: string) => boolean;
  readonly listener: RequestListener;
  readonly pages: string;
}

/** Pages are rendered from the edition at once; a file, and the indexes of names and search, when somebody asks for them. */
function publish(): Preview {
  const loaded = loadCatalog({ ...options, cache, memo });
  if (loaded.notices.length > 0) console.warn(formatNotices(loaded.notices));
  const { edition } = makeEdition(loaded, buildDate(), cache, memo);
  offerEdition(edition);
  const assets = memoryAssets(edition);
  const resolve = createResolver(assets, serviceData(edition));
  // A renamed or withdrawn record has no page that Astro could know of.
  const isRetired = (path: string): boolean => ['moved', 'withdrawn'].includes(resolve(path).type);
  const answersAt = (path: string): boolean =>
    assets.paths.has(path.slice(1)) || API.test(path) || LLMS.test(path) || path.endsWith('.md') || isRetired(path);
  const app = once(async () =>
    createApp({ ...services, build: await openBuild(assets) }, { client: () => ({ key: 'dev' }), hosts: '' }),
  );
  const pages = [...edition.catalog.entries.map(refOf), ...edition.classes.keys()].join(' ');
  return { answersAt, pages, listener: getRequestListener(async (request) => (await app()).fetch(request)) };
}

const API = /^\/(?:v1|mcp|healthz|readyz)(?:\/|$)/;

/** The lists for readers of llms.txt; how many parts they have depends on what is in them. */
const LLMS = /(?:^|\/)llms(?:-full|-\d+)?\.txt$/;

const services: Omit<Service, 'build'> = {
  operations,
  reports: createReports(openSqlite({ dataDir }).query),
  limits: unlimited,
  bodies: createBodyBudget(),
  log: createLog((lines) => process.stdout.write(lines)),
  now: () => new Date(),
  digest: (body) => hash('sha256', body),
};

function memoryAssets(edition: Edition): Assets {
  const { siteUrl, baseUrl } = edition.catalog.site;
  const from = { cache, data: functionData(edition) };
  const files = namedFiles(edition, readSchemas(options.schemaDir), from).filter(({ path }) => !HOST_RULES.has(path));
  const made = served(files);
  const shards = once(() => served(browserFiles(edition, from)));
  const lists = once(() => served(llmsFiles(edition)));
  const partAt = (path: string) =>
    path.startsWith('v1/browser') ? shards().get(path) : LLMS.test(path) ? lists().get(path) : undefined;
  const at = (path: string) => made.get(path) ?? partAt(path);
  return {
    addresses: { siteUrl, baseUrl },
    fingerprint: undefined,
    paths: { has: (path) => at(path) !== undefined, [Symbol.iterator]: () => made.keys() },
    find: (path) => at(path)?.(),
    read: (path) => at(path)?.().body ?? new Uint8Array(),
  };
}

const served = (files: readonly PublishedFile[]) =>
  new Map(
    files.map((file) => [
      file.path,
      once(() => {
        const body = new TextEncoder().encode(file.body);
        return { body, type: mediaType(file.path), bytes: body.length, sha256: hash('sha256', body) };
      }),
    ]),
  );

/** Publishes anew when content changes. A fault is laid over open pages; the last good edition goes on being served. */
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
        const renew = together(() => {
          try {
            const { pages } = published;
            published = publish();
            fault = undefined;
            // Astro keeps the list of pages of a route until the route changes.
            if (published.pages !== pages) server.watcher.emit('change', join(root, 'src/pages/[kind]/[slug].astro'));
            server.ws.send({ type: 'full-reload' });
          } catch (error) {
            fault = (error as Error).message;
            console.error(error instanceof ContentError ? fault : error);
            show();
          }
        });
        watchFolder(options.contentDir, (name) => {
          if (name !== 'ledger.json' && !isHidden(name)) renew();
        });
      },
    },
  };
}

/** Runs `work` once for all changes of a moment: a checkout changes many files; editors empty one before they write. */
function together(work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, MOMENT_MS);
  };
}

const MOMENT_MS = 20;

/** Tells each file that changes. Vite's and Node's own watchers miss a save right after another. */
function watchFolder(folder: string, changed: (name: string) => void): void {
  const watched = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>();
  const forget = (path: string): void => {
    watched.get(path)?.watcher.close();
    watched.delete(path);
  };
  const watchAll = (): void => {
    const inodes = new Map(foldersIn(folder).map((path) => [path, inodeOf(path)]));
    for (const [path, { inode }] of watched) if (inodes.get(path) !== inode) forget(path);
    for (const [path, inode] of inodes) {
      if (inode === undefined || watched.has(path)) continue;
      const watcher = watch(path, { persistent: false }, (event, name) => {
        if (event === 'rename') watchAll();
        changed(basename(name ?? path));
      });
      watcher.on('error', () => forget(path));
      watched.set(path, { watcher, inode });
    }
  };
  watchAll();
}

function foldersIn(folder: string): string[] {
  if (inodeOf(folder) === undefined) return [];
  const below = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory() && !isHidden(one.name));
  return [folder, ...below.flatMap(({ name }) => foldersIn(join(folder, name)))];
}

/** None where the folder has gone meanwhile. */
const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

try {
  const integration = liveContent(publish());
  // Vite finds what a worker imports only when the worker starts, and then reloads every page; told where, it looks before.
  const optimizeDeps = { entries: ['src/client/**/*.ts'] };
  // Of this server alone: what one prepares for browsers, another that starts meanwhile would clear away.
  const cacheDir = join(root, '.build/dev', String(port));
  // Content is watched here.
  const ignored = (path: string): boolean => path.startsWith(options.contentDir + sep);
  const vite = { optimizeDeps, cacheDir, server: { strictPort: true, watch: { ignored } } };
  await dev({ root, server: { port, host }, integrations: [integration], logLevel: 'warn', vite });
  console.log(`Editing ${options.contentDir} live on http://${host}:${port}`);
} catch (error) {
  const { message } = error as Error;
  const isTaken = message.includes('already in use');
  if (!isTaken && !(error instanceof ContentError)) throw error;
  console.error(isTaken ? `${message}. Set PORT to another: PORT=${port + 1} npm run dev` : message);
  process.exit(1);
}
