import { type Data, openData } from '../api/catalog-data.ts';
import { type Answer, type Input, type Operation, type ReportStore, StorageUnavailable } from '../api/operation.ts';
import { type ProblemCode, type ProblemParts, problem } from '../api/problem.ts';
import type { Problem } from '../schema/types.ts';
import { type Assets, createJsonReader } from './files/assets.ts';
import { type Cache, createCache } from './files/cache.ts';
import { createResolver, type Destination } from './files/destinations.ts';
import { createFileReplies } from './files/file-replies.ts';
import type { Limits, Policy } from './limits.ts';
import { describeFault, type Log } from './log.ts';
import type { Reports } from './reports/report-store.ts';
import type { Headers, ResponseParts } from './response.ts';

/** One build of the site as the function reads it. */
export interface Build {
  readonly assets: Assets;
  /** What `dist/v1` says of the catalog. */
  readonly data: Data;
  readonly find: (path: string) => Destination;
  readonly fileReply: ReturnType<typeof createFileReplies>;
  /** Answers to queries that were given, by path and query. */
  readonly answers: Cache<ResponseParts>;
}

const ANSWERS_BYTES = 32 * 1024 ** 2;
/** Of an answer beside its body: key, headers, bookkeeping. */
const OVERHEAD_BYTES = 4096;

/** @throws when the build lacks a file that every build has. */
export async function openBuild(assets: Assets): Promise<Build> {
  const data = await openData(createJsonReader(assets));
  const answers = createCache<ResponseParts>(ANSWERS_BYTES, ({ body }) => (body?.length ?? 0) + OVERHEAD_BYTES);
  return { assets, data, find: createResolver(assets, data.service), fileReply: createFileReplies(assets), answers };
}

/** All that answers to a request come from. Engines make one for each build they serve. */
export interface Service {
  readonly edition: Build;
  readonly operations: readonly Operation[];
  readonly reports: Reports;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => Date;
  /** SHA-256 as lower-case hex, the quickest way the engine has. */
  readonly digest: (body: Uint8Array<ArrayBuffer>) => string | Promise<string>;
}

/** Who asks, and under which id the log knows the request. */
export interface Caller {
  readonly id: string;
  /** Address as the engine knows it; it goes into limits and keyed digests, never into a store or a log. */
  readonly address: string;
  /** What limits count by. */
  readonly key: string;
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

/** Runs an operation. A fault of ours becomes a problem with the id that the log has; nothing is thrown. */
export async function perform(
  service: Service,
  { operation, input }: { operation: Operation; input: Input },
  { caller, instance }: Call,
): Promise<Answer> {
  try {
    const { edition, now } = service;
    return await operation.run(input, {
      data: edition.data,
      reports: signedReports(service, caller),
      instance,
      now: now(),
    });
  } catch (error) {
    return { ok: false, body: faultProblem(service, error, caller) };
  }
}

/** The store, told who sent a report only when there is one to store. */
const signedReports = ({ reports, now }: Service, { address }: Caller): ReportStore => ({
  add: async (report, meta) => reports.add(report, { ...meta, sender: await reports.senderDigest(address, now()) }),
});

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

export const problemOf = ({ edition }: Service, parts: Omit<ProblemParts, 'lastUpdated'>): Problem =>
  problem(edition.data.service, { ...parts, lastUpdated: edition.data.service.last_updated });
