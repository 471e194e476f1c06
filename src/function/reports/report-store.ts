import { type Receipt, type ReportStore, StorageUnavailable } from '../../api/operation.ts';
import type { Report } from '../../schema/types.ts';
import { hmac, randomKey, sha256 } from './digest.ts';

/** Runs one SQL statement and gives its rows; what it wrote is durable when the promise resolves. */
export type Query = (sql: string, ...values: readonly (string | number | null)[]) => Promise<readonly SqlRow[]>;
export type SqlRow = Readonly<Record<string, unknown>>;

/** A report as the editor sees it. The sender's digest is not part of it. */
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
  /** Keyed digest of an address: tells one sender from another for 30 days, and nobody who it was. */
  senderDigest(address: string, now: Date): Promise<string>;
  /** Drops what may not be kept longer: digests of senders after 30 days. */
  forget(now: Date): Promise<void>;
  /** @throws {StorageUnavailable} when the store cannot take the largest report at this moment. */
  probe(now: Date): Promise<void>;
  /** Oldest first. */
  list(status?: StoredReport['status']): Promise<StoredReport[]>;
  find(id: string): Promise<StoredReport | undefined>;
  /** The resolved report; undefined when there is none of that id. */
  resolve(id: string, resolution: string, now: Date): Promise<StoredReport | undefined>;
}

const SENDER_DAYS = 30;
/** Bytes of the largest body that is read. A probe writes as much: a disk that is nearly full still takes a little. */
export const LARGEST_REPORT = 16 * 1024;

export function createReports(query: Query): Reports {
  const find = async (id: string): Promise<StoredReport | undefined> => {
    const [row] = await query(`SELECT ${EDITOR_COLUMNS} FROM reports WHERE id = ?`, id);
    return row as StoredReport | undefined;
  };

  return {
    find,

    async add(report, { receivedAt, sender }) {
      const digest = await contentDigest(report);
      const rows = await query(
        ADD,
        `r-${digest.slice(0, 16)}`,
        digest,
        report.claim,
        ...OPTIONAL_FIELDS.map((field) => report[field] ?? null),
        receivedAt,
        sender ?? null,
      );
      return receipt(rows[0]);
    },

    async senderDigest(address, now) {
      return (await hmac(await senderKey(query, now), address)).slice(0, 32);
    },

    async forget(now) {
      const limit = daysBefore(now, SENDER_DAYS);
      await query('UPDATE reports SET sender = NULL WHERE sender IS NOT NULL AND received_at < ?', limit);
      await query('DELETE FROM sender_keys WHERE created_at < ?', limit);
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
const ADD = `INSERT INTO reports (id, digest, claim, ${OPTIONAL_FIELDS.join(', ')}, received_at, sender)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE SET times = times + 1
  RETURNING id, received_at, times`;

function receipt(row: SqlRow | undefined): Receipt {
  if (row === undefined) throw new StorageUnavailable('The database gave no receipt.');
  return { id: String(row.id), received_at: String(row.received_at), duplicate: Number(row.times) > 1 };
}

/** Letter case, spacing and compatibility forms do not make another claim. */
const contentDigest = ({ claim, slug = '' }: Report): Promise<string> =>
  sha256(JSON.stringify([claim, slug].map((text) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())));

/** The key of the last 30 days, made when there is none. Old keys go with `forget`. */
async function senderKey(query: Query, now: Date): Promise<string> {
  const newest = 'SELECT key FROM sender_keys WHERE created_at >= ? ORDER BY created_at DESC LIMIT 1';
  const [current] = await query(newest, daysBefore(now, SENDER_DAYS));
  if (current !== undefined) return String(current.key);
  const key = randomKey();
  await query('INSERT OR IGNORE INTO sender_keys VALUES (?, ?)', now.toISOString(), key);
  return key;
}

const daysBefore = (date: Date, days: number): string => new Date(date.getTime() - days * 86_400_000).toISOString();
