import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceData } from '../../src/api/catalog-data.ts';
import { operations } from '../../src/api/operations.ts';
import { createApp, type Engine } from '../../src/function/app.ts';
import type { Assets } from '../../src/function/files/assets.ts';
import { unlimited } from '../../src/function/limits.ts';
import type { FaultLine, RequestLine } from '../../src/function/log.ts';
import { openDist } from '../../src/function/node/dist-files.ts';
import { createReports, type Query, type Reports, type StoredReport } from '../../src/function/reports/report-store.ts';
import { schemaSteps } from '../../src/function/reports/schema-steps.ts';
import { createBodyBudget } from '../../src/function/request-input.ts';
import { openBuild, type Service } from '../../src/function/service.ts';
import { fixtureDist } from './build.ts';

export interface TestApp {
  /** Asks by path (on http://localhost) or by whole address. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** What was logged, newest last. */
  readonly requests: RequestLine[];
  readonly faults: FaultLine[];
  readonly service: Service;
}

export interface Overrides extends Partial<Omit<Service, 'build'>> {
  /** Another build than the fixture's. */
  dist?: string;
  /** The files, changed: another base address, a damaged file. */
  assets?: (assets: Assets) => Assets;
  engine?: Partial<Engine>;
}

/** The real app on a build, by default of the fixture catalog, with a store in memory and without limits. */
export async function testApp({
  assets: change = (same) => same,
  engine,
  dist,
  ...overrides
}: Overrides = {}): Promise<TestApp> {
  const requests: RequestLine[] = [];
  const faults: FaultLine[] = [];
  const service: Service = {
    build: await openBuild(change(await openDist(dist ?? (await fixtureDist())))),
    operations,
    reports: memoryReports(),
    limits: unlimited,
    bodies: createBodyBudget(),
    log: { request: (line) => requests.push(line), fault: (line) => faults.push(line) },
    now: () => new Date('2026-11-21T12:00:00Z'),
    digest: (body) => hash('sha256', body),
    ...overrides,
  };
  const app = createApp(service, { client: () => ({ key: '192.0.2.1' }), hosts: '', ...engine });
  return {
    ask: async (path, init) => app.request(path.startsWith('http') ? path : `http://localhost${path}`, init),
    requests,
    faults,
    service,
  };
}

export const postJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** A store of its own, in memory. */
export function memoryReports(): Reports {
  const database = new DatabaseSync(':memory:');
  for (const statement of schemaSteps.flat()) database.exec(statement);
  const query: Query = async (sql, ...values) => database.prepare(sql).all(...values);
  return createReports(query);
}

/** Every report of a store, oldest first. */
export async function all(reports: Reports, status?: StoredReport['status']): Promise<StoredReport[]> {
  const found: StoredReport[] = [];
  for await (const report of reports.list(status)) found.push(report);
  return found;
}

/** Assets whose v1/service.json says something else. */
export const withService =
  (changes: Partial<ServiceData>) =>
  (assets: Assets): Assets => ({
    ...assets,
    async read(path, encoding) {
      const body = await assets.read(path, encoding);
      if (path !== 'v1/service.json') return body;
      const envelope = JSON.parse(new TextDecoder().decode(body));
      return new TextEncoder().encode(JSON.stringify({ ...envelope, data: { ...envelope.data, ...changes } }));
    },
  });

/** Assets that live elsewhere. */
export const withAddresses =
  (addresses: Assets['addresses']) =>
  (assets: Assets): Assets => ({ ...assets, addresses });

/** Assets one file of which cannot be read. */
export const withDamaged =
  (damaged: string, error: Error) =>
  (assets: Assets): Assets => ({
    ...assets,
    read: async (path, encoding) => {
      if (path === damaged) throw error;
      return assets.read(path, encoding);
    },
  });
