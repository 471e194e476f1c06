/**
 * The service worker, only of readers who keep a list. A page is answered from the network, or wholly from what is kept: then
 * all that it loads comes from the same build. What is kept is replaced as a whole, once all of the newer build is there and has
 * the digests that the build says.
 */
import {
  CACHE_PREFIX,
  DIGEST_LENGTH,
  filesOfRecord,
  type OfflinePlan,
  type OfflineQuestion,
  type OfflineState,
  PLAN_PATH,
} from '../../api/offline-plan.ts';

declare const self: ServiceWorkerGlobalScope;

/** What is kept now: one entry, so that a switch is one write. */
interface Kept {
  readonly cache: string;
  readonly plan: OfflinePlan;
  readonly refs: readonly string[];
  /** YYYY-MM-DD: when it was fetched. */
  readonly on: string;
}

/** The cache of notes: what is kept, and which pages were answered from which build. */
const NOTES = `${CACHE_PREFIX}notes`;
const KEPT = '/kept';
const pageNote = (id: string): string => `/page/${id}`;

/** A network that answers later than this is none, where the page is kept. */
const PATIENCE_MS = 6_000;
const CHECK_AGAIN_MS = 300_000;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(event));
  else event.respondWith(fileFor(event));
});
self.addEventListener('message', (event) => {
  const question = event.data as OfflineQuestion;
  const { id } = event.source as Client;
  event.waitUntil(
    (async () => {
      if ('keep' in question) await keep(question.keep).catch(() => undefined);
      event.ports[0]?.postMessage(await stateOf(id));
    })(),
  );
});

async function stateOf(id: string): Promise<OfflineState> {
  const kept = await keptNow();
  const isOffline = (await noteAt<string>(pageNote(id))) !== undefined;
  return { isOffline, ...(kept && { kept: { date: kept.plan.date, on: kept.on, refs: kept.refs } }) };
}

async function pageFor(event: FetchEvent): Promise<Response> {
  const kept = await keptNow();
  const { pathname } = new URL(event.request.url);
  const own = kept && (await matchIn(kept.cache, pathname));
  try {
    // The browser's own cache may hold a page of a build of which it does not hold the rest.
    const asked = fetch(event.request, { cache: 'no-cache' });
    asked.catch(() => undefined);
    const answer = await (own ? Promise.race([asked, late()]) : asked);
    event.waitUntil(dropUnlessOffered());
    return answer;
  } catch (error) {
    if (kept === undefined) throw error;
    await notePage(event.resultingClientId, kept.cache);
    // A page that is not kept leads to what is.
    return own ?? Response.redirect(`/my-list?missing=${encodeURIComponent(pathname)}`);
  }
}

const late = (): Promise<never> => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE_MS));

/** A page of the network loads from the network alone, a kept page from its build alone. */
async function fileFor(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  const cache = clientId === '' ? undefined : await noteAt<string>(pageNote(clientId));
  if (cache === undefined) return fetchAndNote(event);
  const { pathname, origin, href } = new URL(request.url);
  // The worker that knows names is a client of its own.
  if (request.destination === 'worker' && event.resultingClientId) await notePage(event.resultingClientId, cache);
  const own = await matchIn(cache, origin === self.location.origin ? pathname : href);
  return own ?? (await shardFor(request, cache)) ?? Response.error();
}

/** Parts of the index of names say in their address of which build they are: those that somebody asked for are kept along. */
async function fetchAndNote({ request }: FetchEvent): Promise<Response> {
  const response = await fetch(request);
  const kept = response.ok && SHARD.test(request.url) ? await keptNow() : undefined;
  if (kept && (await isOfBuild(request.url, kept.cache)))
    await (await caches.open(kept.cache)).put(keyOf(request.url), response.clone());
  return response;
}

/** One that was asked for before this worker was there may still be in the browser's own cache, however old. */
const shardFor = async (request: Request, cache: string): Promise<Response | undefined> =>
  SHARD.test(request.url) && (await isOfBuild(request.url, cache))
    ? fetch(request, { cache: 'force-cache' })
    : undefined;

const SHARD = /^(.*\/v1\/browser)\/([0-9a-f]+)\/[a-z]+-\d+\.json$/;

/** Whether a build that is kept has the part of the index at an address. */
async function isOfBuild(address: string, cache: string): Promise<boolean> {
  const [, folder, edition] = SHARD.exec(address) ?? [];
  const index = await matchIn(cache, `${folder}.json`);
  return index !== undefined && (await index.text()).includes(`"edition":"${edition}"`);
}

let keeping: Promise<void> = Promise.resolve();
let asked = { at: 0, refs: '' };

/** Brings what is kept up to the newest build and the given records; one after the other. */
function keep(refs: readonly string[]): Promise<void> {
  const wanted = refs.toSorted().join();
  if (asked.refs === wanted && Date.now() - asked.at < CHECK_AGAIN_MS) return keeping;
  asked = { at: Date.now(), refs: wanted };
  keeping = keeping.catch(() => undefined).then(() => renew(refs));
  keeping.catch(() => {
    asked = { at: 0, refs: '' };
  });
  return keeping;
}

/** @throws when a file cannot be had or is of another build: then what was kept stays as it was */
async function renew(refs: readonly string[]): Promise<void> {
  const plan = await planNow();
  if (plan === undefined) return drop();
  const before = await keptNow();
  const records = refs.filter((ref) => Object.hasOwn(plan.records, ref));
  const cache = `${CACHE_PREFIX}build-${plan.build}`;
  const target = await caches.open(cache);
  try {
    for (const [path, digest] of Object.entries(plan.files)) await fill(target, [path], digest, before);
    for (const ref of records) await fill(target, filesOfRecord(ref, plan.api), plan.records[ref] as string, before);
  } catch (error) {
    if (before?.cache !== cache) await caches.delete(cache);
    throw error;
  }
  if (before && before.cache !== cache) await copyShards(before.cache, target, `${plan.api}/browser.json`);
  const on = new Date().toISOString().slice(0, 10);
  await noteDown(KEPT, { cache, plan, refs: records, on } satisfies Kept);
  await sweep(cache);
}

/** Parts of the index that the new build has, too. */
async function copyShards(from: string, target: Cache, path: string): Promise<void> {
  const index = await target.match(keyOf(path));
  const text = (await index?.text()) ?? '';
  for (const { url } of await (await caches.open(from)).keys()) {
    const [, , edition] = SHARD.exec(url) ?? [];
    const shard =
      edition !== undefined && text.includes(`"edition":"${edition}"`) ? await matchIn(from, url) : undefined;
    if (shard) await target.put(url, shard);
  }
}

/** Puts files into a cache, from the one before where it has them, and holds them to the digest of their digests. */
async function fill(target: Cache, paths: readonly string[], digest: string, before: Kept | undefined): Promise<void> {
  if ((await Promise.all(paths.map((path) => target.match(keyOf(path))))).every(Boolean)) return;
  const old = before && (await Promise.all(paths.map((path) => matchIn(before.cache, path))));
  if (old?.every((one) => one !== undefined)) {
    const copies = await Promise.all(old.map((one) => bodyOf(one)));
    if ((await digestOf(copies.map(({ body }) => body))) === digest) return store(target, paths, copies);
  }
  const fetched = await Promise.all(paths.map(async (path) => bodyOf(await fetched200(path))));
  if ((await digestOf(fetched.map(({ body }) => body))) !== digest)
    throw new Error(`${paths[0]} is not of the build that ${PLAN_PATH} describes.`);
  return store(target, paths, fetched);
}

async function fetched200(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

interface Copy {
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

/** A body with the headers that hold for it unpacked: the policy of scripts comes along. */
async function bodyOf(response: Response): Promise<Copy> {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return { body: await response.arrayBuffer(), headers };
}

async function store(target: Cache, paths: readonly string[], copies: readonly Copy[]): Promise<void> {
  for (const [at, path] of paths.entries()) {
    const { body, headers } = copies[at] as Copy;
    await target.put(keyOf(path), new Response(body, { headers }));
  }
}

/** The digest of one body, or of the digests of several. */
async function digestOf(bodies: readonly ArrayBuffer[]): Promise<string> {
  const digests = await Promise.all(bodies.map(hexOf));
  const [first = ''] = digests;
  const whole = digests.length === 1 ? first : await hexOf(new TextEncoder().encode(digests.join('')).buffer);
  return whole.slice(0, DIGEST_LENGTH);
}

const hexOf = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The plan of the newest build; undefined where the site no longer offers one. @throws without a network */
async function planNow(): Promise<OfflinePlan | undefined> {
  const response = await fetch(PLAN_PATH, { cache: 'no-cache' });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${PLAN_PATH}: ${response.status}`);
  return response.json();
}

let lastOffer = 0;

/** The site may have dropped all this: then it goes away, also for readers who open another page. */
async function dropUnlessOffered(): Promise<void> {
  if (Date.now() - lastOffer < CHECK_AGAIN_MS) return;
  lastOffer = Date.now();
  try {
    if ((await planNow()) === undefined) await drop();
  } catch {
    // Asked again later.
  }
}

async function drop(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
  await self.registration.unregister();
}

/** Removes builds from which no open page was answered, and notes of pages that are closed. */
async function sweep(current: string): Promise<void> {
  const notes = await caches.open(NOTES);
  const used = new Set([current, NOTES]);
  for (const { url } of await notes.keys()) {
    const id = /\/page\/(.+)$/.exec(new URL(url).pathname)?.[1];
    if (id === undefined) continue;
    const cache = await noteAt<string>(pageNote(id));
    if (cache !== undefined && (onTheWay.has(id) || (await self.clients.get(id)))) used.add(cache);
    else await notes.delete(url);
  }
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && !used.has(name)) await caches.delete(name);
}

/** Pages of which this run of the worker knows: one that is still on its way is no client yet. */
const onTheWay = new Set<string>();

async function notePage(id: string, cache: string): Promise<void> {
  onTheWay.add(id);
  await noteDown(pageNote(id), cache);
}

const keptNow = (): Promise<Kept | undefined> => noteAt<Kept>(KEPT);

async function noteAt<T>(path: string): Promise<T | undefined> {
  const found = await matchIn(NOTES, path);
  return found && ((await found.json()) as T);
}

const noteDown = async (path: string, value: unknown): Promise<void> =>
  (await caches.open(NOTES)).put(path, Response.json(value));

/** Opens no cache that is not there: what was dropped stays dropped. */
const matchIn = (cache: string, path: string): Promise<Response | undefined> =>
  caches.match(keyOf(path), { cacheName: cache });

/** Addresses without query: none of the kept files has one. */
const keyOf = (path: string): string => {
  const { origin, pathname } = new URL(path, self.location.origin);
  return origin + pathname;
};
