import { setTimeout as sleep } from 'node:timers/promises';
import { isMassDeletion } from '../../src/catalog/ledger.ts';
import type { Manifest } from '../../src/schema/types.ts';
import {
  digest,
  digestsIn,
  type Memory,
  openFolder,
  put,
  readSavedManifest,
  remember,
  removeFrom,
  saveManifest,
} from './folder.ts';
import { crawlDelay, type ManifestFile, pathOf, planSync, readManifest } from './plan.ts';

export interface SyncOptions {
  /** Address of the site, without a slash at its end. */
  readonly site: string;
  readonly folder: string;
  /** Seconds between two requests in place of what robots.txt asks; the command allows it for a loopback site only. */
  readonly delay?: number | undefined;
  readonly allowMassDeletion?: boolean;
  readonly fetch?: typeof fetch;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  readonly now?: () => number;
}

export interface SyncReport {
  requests: number;
  /** Bytes of the bodies received, uncompressed. */
  bytes: number;
  fetched: string[];
  removed: string[];
  kept: number;
  /** What could not be brought up to date; the file is as it was. */
  failed: { path: string; reason: string }[];
}

/**
 * Brings a folder in line with a site's manifest. One conditional request when nothing changed; one more for each
 * companion that is new or differs, and one for robots.txt on the first run and once a day after that. Every body is
 * checked against the manifest's SHA-256 before it is written, so a run that broke off is continued by the next.
 * @throws {UnusableManifest} | {NotACache} | {MassDeletion} | {NoAnswer} before anything in the folder is changed
 */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  const visit = startVisit(options);
  const memory = openFolder(options.folder, options.site);
  const { manifest, memory: fresh } = await currentManifest(visit, memory);
  const local = digestsIn(options.folder);
  const plan = planSync(manifest, local);
  if (!options.allowMassDeletion && isMassDeletion(plan.remove.length, local.size))
    throw new MassDeletion(plan.remove.length, local.size);
  const pause = plan.fetch.length > 0 ? await askDelay(visit, fresh) : 0;
  for (const file of plan.fetch) {
    await visit.wait(pause);
    await refresh(visit, file);
  }
  for (const path of plan.remove) removeFrom(options.folder, path);
  return { ...visit.report, removed: [...plan.remove], kept: plan.kept };
}

export class MassDeletion extends Error {
  override name = 'MassDeletion';
  constructor(lost: number, before: number) {
    super(
      `The site no longer lists ${lost} of the ${before} records in this folder. Nothing was changed. ` +
        'If that is what you expect, run again with --allow-mass-deletion.',
    );
  }
}

/** A site that did not answer with what was asked for. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

interface Visit {
  readonly options: SyncOptions;
  readonly report: SyncReport;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly now: () => number;
}

const startVisit = (options: SyncOptions): Visit => ({
  options,
  report: { requests: 0, bytes: 0, fetched: [], removed: [], kept: 0, failed: [] },
  wait: options.wait ?? sleep,
  now: options.now ?? Date.now,
});

/** The saved manifest where the site says that it still holds (304). */
async function currentManifest(visit: Visit, memory: Memory): Promise<{ manifest: Manifest; memory: Memory }> {
  const { folder } = visit.options;
  const saved = memory.etag === undefined ? undefined : readSavedManifest(folder);
  const answer = await get(
    visit,
    '/llms-index.json',
    saved !== undefined && memory.etag ? { 'If-None-Match': memory.etag } : {},
  );
  if (answer.status === 304 && saved !== undefined) return { manifest: readManifest(saved), memory };
  if (answer.status !== 200)
    throw new NoAnswer(`${visit.options.site}/llms-index.json answered ${answer.status}. Nothing was changed.`);
  const text = new TextDecoder().decode(answer.body);
  const manifest = readManifest(text);
  const next = { ...memory, etag: answer.etag };
  saveManifest(folder, text);
  remember(folder, next);
  return { manifest, memory: next };
}

const DAY = 86_400_000;
/** What a site that asks for nothing gets all the same. */
const DEFAULT_DELAY = 1;

/** Milliseconds between two requests. RFC 9309 2.4: robots.txt is not believed for more than a day. */
async function askDelay(visit: Visit, memory: Memory): Promise<number> {
  const { options, now } = visit;
  if (options.delay !== undefined) return options.delay * 1_000;
  if (memory.delay && now() - memory.delay.asked < DAY) return memory.delay.seconds * 1_000;
  const answer = await get(visit, '/robots.txt');
  const asked = answer.status === 200 ? crawlDelay(new TextDecoder().decode(answer.body)) : undefined;
  const seconds = asked ?? DEFAULT_DELAY;
  remember(options.folder, { ...memory, delay: { seconds, asked: now() } });
  return seconds * 1_000;
}

/** Fetches one companion and writes it if it is what the manifest says. */
async function refresh(visit: Visit, file: ManifestFile): Promise<void> {
  const path = pathOf(file);
  const reason = await tryRefresh(visit, file, path);
  if (reason === undefined) visit.report.fetched.push(path);
  else visit.report.failed.push({ path, reason });
}

async function tryRefresh(visit: Visit, file: ManifestFile, path: string): Promise<string | undefined> {
  try {
    const { status, body } = await get(visit, `/${path}`);
    if (status !== 200) return `answered ${status}`;
    if (digest(body) !== file.sha256) return 'does not match the SHA-256 of the manifest';
    put(visit.options.folder, path, body);
    return undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  }
}

interface Answer {
  readonly status: number;
  readonly etag?: string | undefined;
  readonly body: Uint8Array;
}

const ATTEMPTS = 3;
const TIMEOUT = 30_000;

/** A site that is busy (429, 503) is asked again when it says, three times at most. */
async function get(visit: Visit, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await request(visit, path, headers);
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === ATTEMPTS) {
      const body = new Uint8Array(await response.arrayBuffer());
      visit.report.bytes += body.length;
      return { status: response.status, etag: response.headers.get('etag') ?? undefined, body };
    }
    await response.body?.cancel();
    await visit.wait(retryAfter(response));
  }
}

async function request({ options, report }: Visit, path: string, headers: Record<string, string>): Promise<Response> {
  report.requests += 1;
  const url = `${options.site}${path}`;
  try {
    const agent = { 'User-Agent': 'materia-sync/1 (a local cache for one user)' };
    return await (options.fetch ?? fetch)(url, {
      headers: { ...agent, ...headers },
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch (error) {
    throw new NoAnswer(`${url} did not answer: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Seconds only; a date, or nothing, counts as five seconds. At most a minute. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Math.min(Number.isFinite(seconds) ? seconds : 5, 60) * 1_000;
}
