import { cacheLifetimes, commonHeaders } from '../api/headers.ts';
import type { ResponseParts } from './response.ts';
import type { Service } from './service.ts';

/** `/healthz`: the process answers. */
export const healthResponse = (service: Service): ResponseParts => statusResponse(service, 200, { status: 'ok' });

const PROBE_EVERY_MS = 1000;

/** `/readyz`: data is loaded, which it is when this exists, and reports can be stored. Asks the store once a second. */
export function createReadiness(service: Service): () => Promise<ResponseParts> {
  const isWritable = occasionally(PROBE_EVERY_MS, () =>
    service.reports.probe(service.now()).then(
      () => true,
      () => false,
    ),
  );
  return async () => {
    const writable = await isWritable();
    const { counts, last_updated } = service.build.data.service;
    const body = {
      status: writable ? 'ready' : 'degraded',
      records: counts.total,
      last_updated,
      reports: writable ? 'writable' : 'unavailable',
    };
    return statusResponse(service, writable ? 200 : 503, body);
  };
}

/** The value of `probe`, asked anew every so often. Whoever comes meanwhile has the last one: a locked store takes long. */
function occasionally<T>(everyMs: number, probe: () => Promise<T>): () => Promise<T> {
  let last: { value: T } | undefined;
  let due = 0;
  return async () => {
    if (last !== undefined && performance.now() < due) return last.value;
    due = Number.POSITIVE_INFINITY;
    last = { value: await probe() };
    due = performance.now() + everyMs;
    return last.value;
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
