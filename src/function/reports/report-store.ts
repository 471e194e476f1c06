import type { Receipt, ReportStore } from '../../api/operation.ts';
import { StorageUnavailable } from '../../api/refusal.ts';
import type { Report } from '../../schema/types.ts';
import { sha256 } from './digest.ts';

/** Runs one SQL statement and gives its rows; what it wrote is durable when the promise resolves. */
export type Query = (sql: string, ...values: readonly (string | number | null)[]) => Promise<readonly SqlRow[]>;
export type SqlRow = Readonly<Record<string, unknown>>;

/** A report as the editor sees it. */
export interface StoredReport {
  readonly id: string;
  readonly status: 'received' | 'resolved';
  readonly received_at: string;
  /** How often the same claim came in. */
  readonly times: number;
  readonly claim: string;
  readonly slug: string | null;
  readonly client: string | null;
  readonly expected_source: string | null;
  readonly notes: string | null;
  readonly resolved_at: string | null;
  readonly resolution: string | null;
}

/** Everything the service and the editor do with reports, whichever database holds them. */
export interface Reports extends ReportStore {
  /** @throws {StorageUnavailable} when the store cannot take the largest report at this moment. */
  probe(now: Date): Promise<void>;
  /** Oldest first. */
  list(status?: StoredReport['status']): Promise<StoredReport[]>;
  find(id: string): Promise<StoredReport | undefined>;
  /** The resolved report; undefined when there is none of that id. */
  resolve(id: string, resolution: string, now: Date): Promise<StoredReport | undefined>;
}

/** Bytes of the largest body that is read. A probe writes as much: a disk that is nearly full still takes a little. */
export const LARGEST_REPORT = 16 * 1024;

export function createReports(query: Query): Reports {
  const find = async (id: string): Promise<StoredReport | undefined> => {
    const [row] = await query(`SELECT ${EDITOR_COLUMNS} FROM reports WHERE id = ?`, id);
    return row as StoredReport | undefined;
  };

  return {
    find,

    async add(report, { receivedAt }) {
      const digest = await contentDigest(report);
      const rows = await query(
        ADD,
        `r-${digest.slice(0, 16)}`,
        digest,
        report.claim,
        ...OPTIONAL_FIELDS.map((field) => report[field] ?? null),
        receivedAt,
      );
      return receipt(rows[0]);
    },

    async probe(now) {
      const asLarge = now.toISOString().padEnd(LARGEST_REPORT);
      await query('INSERT INTO health VALUES (1, ?1) ON CONFLICT DO UPDATE SET checked_at = ?1', asLarge);
      await query('DELETE FROM health');
    },

    async list(status) {
      const where = status === undefined ? '' : 'WHERE status = ?';
      const sql = `SELECT ${EDITOR_COLUMNS} FROM reports ${where} ORDER BY received_at, id`;
      return (await query(sql, ...(status === undefined ? [] : [status]))) as unknown as StoredReport[];
    },

    async resolve(id, resolution, now) {
      const sql = "UPDATE reports SET status = 'resolved', resolution = ?, resolved_at = ? WHERE id = ?";
      await query(sql, resolution, now.toISOString(), id);
      return find(id);
    },
  };
}

const OPTIONAL_FIELDS = ['slug', 'client', 'expected_source', 'notes'] as const;
const EDITOR_COLUMNS = `id, status, received_at, times, claim, ${OPTIONAL_FIELDS.join(', ')}, resolved_at, resolution`;

/** One statement, so that two copies of a claim that arrive together cannot both be the first. */
const ADD = `INSERT INTO reports (id, digest, claim, ${OPTIONAL_FIELDS.join(', ')}, received_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE SET times = times + 1
  RETURNING id, received_at, times`;

function receipt(row: SqlRow | undefined): Receipt {
  if (row === undefined) throw new StorageUnavailable('The database gave no receipt.');
  return { id: String(row.id), received_at: String(row.received_at), duplicate: Number(row.times) > 1 };
}

/** Letter case, spacing and compatibility forms do not make another claim. */
const contentDigest = ({ claim, slug = '' }: Report): Promise<string> =>
  sha256(JSON.stringify([claim, slug].map((text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())));
