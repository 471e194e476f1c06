import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CACHE_PREFIX,
  DIGEST_LENGTH,
  filesOfRecord,
  type OfflinePlan,
  PLAN_PATH,
  WORKER_PATH,
} from '../api/offline-plan.ts';
import type { Edition } from '../publish/edition.ts';
import { apiAddress } from '../records/address.ts';
import { refOf } from '../records/entry.ts';

/**
 * Writes the service worker at its address, and what it may keep of this build; or, where site.yaml says `offline: false`, a
 * worker that removes itself and what was kept, and no plan. All other files are in `folder` already.
 */
export function writeOfflineFiles({ catalog, updated }: Pick<Edition, 'catalog' | 'updated'>, folder: string): void {
  const worker = takeWorker(folder);
  const { site, entries } = catalog;
  writeFileSync(join(folder, WORKER_PATH), site.offline ? worker : SELF_REMOVAL);
  if (!site.offline) return;
  const api = `${apiAddress(site)}/v1`;
  const inDist = (path: string): string => join(folder, distPath(path, { folder, api }));
  const bodyDigest = (path: string): string => hash('sha256', readFileSync(inDist(path)));
  const files = Object.fromEntries(
    sharedFiles(folder, api).map((path) => [path, bodyDigest(path).slice(0, DIGEST_LENGTH)]),
  );
  const records = Object.fromEntries(
    entries.map((entry) => {
      const digests = filesOfRecord(refOf(entry), api).map(bodyDigest);
      return [refOf(entry), hash('sha256', digests.join('')).slice(0, DIGEST_LENGTH)];
    }),
  );
  const build = hash('sha256', JSON.stringify([updated, api, worker, files, records])).slice(0, DIGEST_LENGTH);
  writeFileSync(
    join(folder, PLAN_PATH),
    `${JSON.stringify({ build, date: updated, api, files, records } satisfies OfflinePlan)}\n`,
  );
}

/** The worker has to be at the root, to serve all of the site: it is moved there from where the bundler puts it (pages/sw.js.ts). */
function takeWorker(folder: string): string {
  const place = join(folder, readFileSync(join(folder, WORKER_PATH), 'utf8'));
  const text = readFileSync(place, 'utf8');
  rmSync(place);
  return text;
}

const ASSETS = '_astro';

/** What every list needs: its page, the checker, their scripts, styles and fonts, and where the names are. */
const sharedFiles = (folder: string, api: string): string[] => [
  '/app.webmanifest',
  '/icon.svg',
  '/interactions',
  '/my-list',
  ...readdirSync(join(folder, ASSETS))
    .filter((name) => /\.(?:js|css|woff2)$/.test(name))
    .toSorted()
    .map((name) => `/${ASSETS}/${name}`),
  `${api}/browser.json`,
];

/** The file of an address: the API's files are below v1/ wherever their address is, and a page has an ending. */
function distPath(path: string, { folder, api }: { folder: string; api: string }): string {
  if (path.startsWith(`${api}/`)) return `v1${path.slice(api.length)}`;
  return existsSync(join(folder, `${path}.html`)) ? `${path}.html` : path;
}

const SELF_REMOVAL = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('${CACHE_PREFIX}')) await caches.delete(name);
  await registration.unregister();
})()));
`;
