import { cacheLifetimes, commonHeaders } from '../api/headers.ts';
import type { Reply } from './reply.ts';
import type { Service } from './service.ts';

/** `/healthz`: the process answers. */
export const healthReply = (service: Service): Reply => statusReply(service, 200, { status: 'ok' });

const PROBE_EVERY_MS = 1000;

/** `/readyz`: data is loaded, which it is when this exists, and reports can be stored. Asks the store once a second. */
export function createReadiness(service: Service): () => Promise<Reply> {
  let probed = { at: Number.NEGATIVE_INFINITY, writable: false };
  return async () => {
    if (performance.now() - probed.at > PROBE_EVERY_MS) {
      const writable = await service.reports.probe(service.now()).then(
        () => true,
        () => false,
      );
      probed = { at: performance.now(), writable };
    }
    const { counts, last_updated } = service.edition.data.service;
    const body = {
      status: probed.writable ? 'ready' : 'degraded',
      records: counts.total,
      last_updated,
      reports: probed.writable ? 'writable' : 'unavailable',
    };
    return statusReply(service, probed.writable ? 200 : 503, body);
  };
}

/** Prometheus text, version 0.0.4. */
export const metricsReply = (service: Service, text: string): Reply => ({
  status: 200,
  headers: {
    ...commonHeaders(service.edition.assets.addresses),
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': cacheLifetimes.never,
  },
  body: text,
});

const statusReply = ({ edition }: Service, status: number, body: object): Reply => ({
  status,
  headers: {
    ...commonHeaders(edition.assets.addresses),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': cacheLifetimes.never,
  },
  body: JSON.stringify(body),
});
