import { type CatalogData, openData } from '../api/catalog-data.ts';
import { refusalProblem } from '../api/named-record.ts';
import type { Context, Operation, ReportStore } from '../api/operation.ts';
import { type ProblemCode, type ProblemParts, problem, Refusal, StorageUnavailable } from '../api/problem.ts';
import type { Problem } from '../schema/types.ts';
import type { Bytes } from '../text/bytes.ts';
import type { Compress } from './compression.ts';
import { type Assets, createDataReader } from './files/assets.ts';
import { createResolver, type Destination } from './files/destinations.ts';
import { createFileResponses } from './files/file-responses.ts';
import type { Limits, Policy } from './limits.ts';
import { describeFault, type Log } from './log.ts';
import type { Reports } from './reports/report-store.ts';
import type { BodyBudget } from './request-input.ts';
import type { Header, Headers } from './response.ts';

export interface Build {
  readonly assets: Assets;
  readonly data: CatalogData;
  readonly resolve: (path: string) => Destination;
  readonly fileResponse: ReturnType<typeof createFileResponses>;
}

/** @throws when the build lacks a file that every build has. */
export async function openBuild(assets: Assets): Promise<Build> {
  const data = await openData(createDataReader(assets));
  const { service } = data;
  return {
    assets,
    data,
    resolve: createResolver(assets, service),
    fileResponse: createFileResponses(assets, service.last_updated),
  };
}

/** All that answers to a request come from. Engines make one for each build they serve. */
export interface Service {
  readonly build: Build;
  readonly operations: readonly Operation[];
  readonly reports: Reports;
  readonly limits: Limits;
  /** Where one thread answers all clients: resolves when it is free for a client; undefined when it is free now. */
  readonly queue?: ((client: string) => Promise<void> | undefined) | undefined;
  readonly bodies: BodyBudget;
  /** Where the platform does not compress what is made on the spot. */
  readonly compress?: Compress | undefined;
  readonly log: Log;
  readonly now: () => Date;
  /** SHA-256 as lower-case hex, the quickest way the engine has. */
  readonly digest: (body: Bytes) => string | Promise<string>;
}

export interface Caller {
  readonly id: string;
  /** What limits count by; never stored, never logged. */
  readonly key: string;
  /** Reports of theirs may draw on the reserve of the day. */
  readonly isTrusted?: boolean;
}

/** One use of the service: by whom, and what a problem says was asked (path and query, or `tool:<name>`). */
export interface Call {
  readonly caller: Caller;
  readonly instance: string;
}

/** Takes one request off the caller's allowance: the headers that say what is left, and the problem when nothing is. */
export async function admit(
  service: Service,
  policy: Policy,
  { caller, instance }: Call,
): Promise<{ headers: Headers; refusal?: Problem }> {
  const { allowed, headers } = await service.limits.take(policy, caller.key);
  if (allowed) return { headers };
  const detail = `More requests than are allowed in a minute. Try again in ${headers['Retry-After']} seconds.`;
  return { headers, refusal: problemOf(service, { code: 'rate_limited', detail, instance }) };
}

/** The answer of an operation, or why there is none: what it refused, or a fault of ours with the id that the log has. */
export type Outcome<T> = { readonly answer: T } | { readonly problem: Problem };

/** Has an operation answered. Nothing is thrown. */
export async function perform<T>(
  service: Service,
  answered: (context: Context) => Promise<T>,
  { caller, instance }: Call,
): Promise<Outcome<T>> {
  const { build, now } = service;
  const { isTrusted = false } = caller;
  const reports: ReportStore = { add: (report, meta) => service.reports.add(report, { ...meta, isTrusted }) };
  try {
    return { answer: await answered({ data: build.data, reports, now: now() }) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: refusalProblem(error, build.data.service, instance) };
    return { problem: faultProblem(service, error, caller) };
  }
}

/** What is said of a fault of ours: nothing but the id that leads to it in the log. */
export function faultProblem(service: Service, error: unknown, { id }: Pick<Caller, 'id'>): Problem {
  service.log.fault({ id, fault: describeFault(error) });
  const code: ProblemCode = error instanceof StorageUnavailable ? 'storage_unavailable' : 'internal_error';
  const detail =
    code === 'internal_error'
      ? 'Something went wrong on our side.'
      : 'A file that is needed cannot be read or written at the moment.';
  return problemOf(service, { code, detail, instance: `urn:uuid:${id}` });
}

export const problemOf = ({ build }: Service, parts: Omit<ProblemParts, 'lastUpdated'>): Problem =>
  problem(build.data.service, { ...parts, lastUpdated: build.data.service.last_updated });

/** The form of a failure: JSON on the API and the probes, Markdown where that was asked for, else a page. */
export type Form = 'json' | 'markdown' | 'page';

/** A request as the handlers see it. `instance` is its path and query. */
export interface ApiRequest extends Call {
  readonly method: string;
  /** Path of the address as it came, percent-encoded. */
  readonly path: string;
  /** Empty, or the query with its question mark. */
  readonly search: string;
  readonly header: Header;
  /** It would rather have Markdown than a page. Browsers, and clients that take anything, would not. */
  readonly prefersMarkdown: boolean;
  readonly form: Form;
  readonly raw: Request;
}
