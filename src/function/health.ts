import { cacheLifetimes, commonHeaders } from '../api/headers.ts';
import type { ResponseParts } from './response.ts';
import type { Service } from './service.ts';

export const healthResponse = (service: Service): ResponseParts => statusResponse(service, 200, { status: 'ok' });

export interface ReadinessOptions {
  /** `write` stores as much as the largest report and deletes it, where that costs nothing; by default the store is read. */
  readonly probe?: 'read' | 'write';
  /** Why the newest build on the disk is not the one that is served; undefined when it is. */
  readonly newerBuild?: () => string | undefined;
}

/** A store that was well is asked again after so long, one that was not sooner: its repair shows. */
const PROBE_EVERY_MS = { well: 10_000, ill: 1000 } as const;

/** `/readyz`: 200 while the catalog can be read. The report store sends no reader away. */
export function createReadiness(
  service: Service,
  { probe = 'read', newerBuild = () => undefined }: ReadinessOptions = {},
): () => Promise<ResponseParts> {
  const isWritable = occasionally(() =>
    service.reports.probe(service.now(), probe).then(
      () => true,
      () => false,
    ),
  );
  return async () => {
    const writable = await isWritable();
    const { assets, data } = service.build;
    const { counts, last_updated } = data.service;
    const unread = newerBuild();
    const isReadable = counts.total > 0;
    const body = {
      status: !isReadable ? 'empty' : writable && unread === undefined ? 'ready' : 'degraded',
      records: counts.total,
      last_updated,
      build: assets.fingerprint ?? null,
      newer_build: unread ?? null,
      reports: writable ? 'writable' : 'unavailable',
    };
    return statusResponse(service, isReadable ? 200 : 503, body);
  };
}

/** The value of `probe`, asked anew every so often. Whoever comes meanwhile has the last one: a locked store takes long. */
function occasionally(probe: () => Promise<boolean>): () => Promise<boolean> {
  let last: boolean | undefined;
  let due = 0;
  return async () => {
    if (last !== undefined && performance.now() < due) return last;
    due = Number.POSITIVE_INFINITY;
    last = await probe();
    due = performance.now() + PROBE_EVERY_MS[last ? 'well' : 'ill'];
    return last;
  };
}

const statusResponse = ({ build }: Service, status: number, body: object): ResponseParts => ({
  status,
  headers: {
    ...commonHeaders(build.assets.addresses),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': cacheLifetimes.never,
  },
  body: JSON.stringify(body),
});
