import type { Receipt, ReportStore } from '../../api/operation.ts';
import { Refusal, StorageUnavailable } from '../../api/problem.ts';
import { LARGEST_REPORT } from '../../api/request-limits.ts';
import type { Report } from '../../schema/types.ts';
import { type Bytes, toBytes } from '../../text/bytes.ts';

/** Runs one SQL statement and gives its rows; what it wrote is durable when the promise resolves. */
export type Query = (sql: string, ...values: readonly (string | number | null)[]) => Promise<readonly SqlRow[]>;
export type SqlRow = Readonly<Record<string, unknown>>;

/** A claim that was said to be wrong, as the editor sees it: with everybody who said so. */
export interface StoredReport {
  readonly id: string;
  /** `resolved` until somebody says it again. */
  readonly status: 'received' | 'resolved';
  readonly received_at: string;
  readonly times: number;
  readonly claim: string;
  readonly slug: string | null;
  /** Oldest first; the very same submission is listed once, with its count. */
  readonly submissions: readonly Submission[];
  readonly resolutions: readonly EditorNote[];
}
export interface Submission {
  readonly received_at: string;
  readonly last_received_at: string;
  readonly times: number;
  readonly claim: string;
  readonly slug: string | null;
  readonly client: string | null;
  readonly expected_source: string | null;
  readonly notes: string | null;
}
export interface EditorNote {
  readonly resolved_at: string;
  readonly resolution: string;
}

export interface Reports extends ReportStore {
  /** `isTrusted` draws on the reserve. @throws {Refusal} when the day takes no more, {StorageUnavailable} */
  add(report: Report, meta: { receivedAt: string; isTrusted?: boolean }): Promise<Receipt>;
  /** @throws {StorageUnavailable} when the store cannot be read, or with `write` cannot take the largest report, now. */
  probe(now: Date, how: 'read' | 'write'): Promise<void>;
  list(status?: StoredReport['status']): AsyncGenerator<StoredReport>;
  find(id: string): Promise<StoredReport | undefined>;
  resolve(id: string, resolution: string, now: Date): Promise<StoredReport | undefined>;
  delete(id: string): Promise<boolean>;
  /** Deletes reports whose last word, submission or resolution, is older; resolved ones alone unless `waiting`. How many. */
  purge(before: Date, options: { waiting: boolean }): Promise<number>;
}

/** Submissions a UTC day over all senders; as many again are kept for trusted networks. 0 is off. */
export const DAILY_REPORTS = 1000;

const PAGE = 200;
const MINUTE_MS = 60_000;

export function createReports(query: Query, { daily = DAILY_REPORTS }: { daily?: number } = {}): Reports {
  /** When a report could not be stored, if none was since; milliseconds of `performance`. */
  let failedAt: number | undefined;
  const complete = async (rows: readonly SqlRow[]): Promise<StoredReport[]> => {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const submissions = Map.groupBy(await query(SUBMISSIONS, ids), ({ report }) => report);
    const resolutions = Map.groupBy(await query(RESOLUTIONS, ids), ({ report }) => report);
    return rows.map(({ seq: _, ...row }) => ({
      ...(row as unknown as StoredReport),
      submissions: (submissions.get(row.id) ?? []).map(withoutReport) as unknown as Submission[],
      resolutions: (resolutions.get(row.id) ?? []).map(withoutReport) as unknown as EditorNote[],
    }));
  };
  const find = async (id: string): Promise<StoredReport | undefined> => {
    const [report] = await complete(await query(`${REPORTS} WHERE first.report = ?1 AND ${IS_FIRST}`, id));
    return report;
  };
  const erase = async (ids: readonly unknown[]): Promise<void> => {
    // Resolutions first: killed between the two, what is left waits for an answer, and nothing is muted.
    await query('DELETE FROM resolutions WHERE report IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
    await query('DELETE FROM submissions WHERE report IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  };

  return {
    find,

    async add(report, { receivedAt, isTrusted = false }) {
      const claimDigest = await claimDigestOf(report);
      const fields = [report.claim, ...OPTIONAL_FIELDS.map((field) => report[field] ?? null)];
      const digest = await sha256(JSON.stringify(fields));
      const day = receivedAt.slice(0, 10);
      const most = isTrusted ? 2 * daily : daily;
      const id = `r-${claimDigest.slice(0, ID_DIGITS)}`;
      const [row] = await query(ADD, id, claimDigest, digest, ...fields, receivedAt, day, `${day}~`, most).catch(
        (error: unknown) => {
          failedAt = performance.now();
          throw error;
        },
      );
      failedAt = undefined;
      if (row === undefined) throw fullDay();
      return { id: String(row.id), received_at: receivedAt, duplicate: Number(row.duplicate) === 1 };
    },

    async probe(now, how) {
      if (how === 'read') {
        if (failedAt !== undefined && performance.now() - failedAt < MINUTE_MS)
          throw new StorageUnavailable('A report could not be stored within the last minute.');
        return void (await query('SELECT seq FROM submissions LIMIT 1'));
      }
      // A disk that is nearly full still takes a little.
      const asLarge = now.toISOString().padEnd(LARGEST_REPORT);
      await query('INSERT INTO health VALUES (1, ?1) ON CONFLICT DO UPDATE SET checked_at = ?1', asLarge);
      await query('DELETE FROM health');
    },

    async *list(status) {
      let after: unknown = 0;
      while (true) {
        const page = await query(
          `${REPORTS} WHERE first.seq > ?1 AND ${IS_FIRST} ORDER BY first.seq LIMIT ${PAGE}`,
          after as number,
        );
        yield* await complete(page.filter((row) => status === undefined || row.status === status));
        if (page.length < PAGE) return;
        after = page.at(-1)?.seq;
      }
    },

    async resolve(id, resolution, now) {
      await query(RESOLVE, id, resolution, now.toISOString());
      return find(id);
    },

    async delete(id) {
      const found = (await find(id)) !== undefined;
      await erase([id]);
      return found;
    },

    async purge(before, { waiting }) {
      let count = 0;
      while (true) {
        const old = await query(OLD, before.toISOString(), waiting ? 1 : 0);
        await erase(old.map(({ id }) => id));
        count += old.length;
        if (old.length < PAGE) return count;
      }
    },
  };
}

const OPTIONAL_FIELDS = ['slug', 'client', 'expected_source', 'notes'] as const;
/** 96 bits: nobody makes two claims that share an id. */
const ID_DIGITS = 24;

/** One statement: copies that arrive together are counted, and a day's limit holds for several processes. */
const ADD = `INSERT INTO submissions (report, claim_digest, digest, claim, ${OPTIONAL_FIELDS.join(', ')}, received_at, last_received_at)
  SELECT COALESCE((SELECT report FROM submissions WHERE claim_digest = ?2 LIMIT 1), ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9
  WHERE ?12 = 0 OR EXISTS (SELECT 1 FROM submissions WHERE digest = ?3)
    OR (SELECT COUNT(*) FROM submissions WHERE received_at BETWEEN ?10 AND ?11) < ?12
  ON CONFLICT (digest) DO UPDATE SET times = times + 1, last_received_at = excluded.last_received_at
  RETURNING report AS id, times > 1 OR EXISTS (
    SELECT 1 FROM submissions AS other WHERE other.report = submissions.report AND other.digest <> submissions.digest
  ) AS duplicate`;

const TIMES = '(SELECT SUM(times) FROM submissions WHERE report = first.report)';
const ANSWERED = 'COALESCE((SELECT MAX(answered) FROM resolutions WHERE report = first.report), 0)';
const REPORTS = `SELECT first.seq, first.report AS id,
    CASE WHEN ${TIMES} > ${ANSWERED} THEN 'received' ELSE 'resolved' END AS status,
    first.received_at, ${TIMES} AS times, first.claim, first.slug
  FROM submissions AS first`;
const IS_FIRST =
  'NOT EXISTS (SELECT 1 FROM submissions AS earlier WHERE earlier.report = first.report AND earlier.seq < first.seq)';

const SUBMISSIONS = `SELECT report, received_at, last_received_at, times, claim, ${OPTIONAL_FIELDS.join(', ')}
  FROM submissions WHERE report IN (SELECT value FROM json_each(?)) ORDER BY seq`;
const RESOLUTIONS = `SELECT report, resolved_at, resolution
  FROM resolutions WHERE report IN (SELECT value FROM json_each(?)) ORDER BY seq`;
const withoutReport = ({ report: _, ...row }: SqlRow): SqlRow => row;

const RESOLVE = `INSERT INTO resolutions (report, answered, resolution, resolved_at)
  SELECT report, SUM(times), ?2, ?3 FROM submissions WHERE report = ?1 GROUP BY report`;

const OLD = `SELECT first.report AS id FROM submissions AS first
  WHERE ${IS_FIRST} AND (?2 = 1 OR ${TIMES} <= ${ANSWERED})
    AND (SELECT MAX(last_received_at) FROM submissions WHERE report = first.report) < ?1
    AND COALESCE((SELECT MAX(resolved_at) FROM resolutions WHERE report = first.report), '') < ?1
  ORDER BY first.seq LIMIT ${PAGE}`;

const fullDay = (): Refusal =>
  new Refusal({
    code: 'rate_limited',
    detail: 'No more reports are taken today, from all senders together. Nothing was stored; send it again tomorrow.',
  });

/** Letter case, spacing and compatibility forms do not make another claim. */
const claimDigestOf = ({ claim, slug = '' }: Report): Promise<string> =>
  sha256(JSON.stringify([claim, slug].map((text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())));

/** SHA-256 as lower-case hex by Web Crypto, which Node and workerd both have. */
export const sha256 = async (body: string | Bytes): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', typeof body === 'string' ? toBytes(body) : body));

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** How long a statement may take, in milliseconds; whoever reports waits no longer than that. */
export const STORE_DEADLINE_MS = 5000;

export async function withDeadline<T>(work: Promise<T>, ms: number = STORE_DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable(`The database did not answer in ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
