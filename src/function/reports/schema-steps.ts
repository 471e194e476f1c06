/** The report store step by step, for SQLite and D1: each runs once, whole. A released step never changes. */
export const schemaSteps: readonly (readonly string[])[] = [
  // 1: as 0.1.0 had it. A store of that time has these tables, and perhaps digests of senders with their keys.
  [
    `CREATE TABLE IF NOT EXISTS reports (
       id TEXT PRIMARY KEY,
       digest TEXT NOT NULL UNIQUE,
       claim TEXT NOT NULL,
       slug TEXT,
       client TEXT,
       expected_source TEXT,
       notes TEXT,
       received_at TEXT NOT NULL,
       times INTEGER NOT NULL DEFAULT 1,
       status TEXT NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'resolved')),
       resolved_at TEXT,
       resolution TEXT
     ) STRICT`,
    `CREATE TABLE IF NOT EXISTS health (
       one INTEGER PRIMARY KEY CHECK (one = 1),
       checked_at TEXT NOT NULL
     ) STRICT`,
  ],
  // 2: every submission is kept, and nothing that comes from a sender's address.
  [
    `CREATE TABLE submissions (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       -- Id of the report: the same for every submission of one claim.
       report TEXT NOT NULL,
       -- SHA-256 of claim and slug, spelling evened out.
       claim_digest TEXT NOT NULL,
       -- SHA-256 of every field as it came: only what is wholly the same is counted instead of kept.
       digest TEXT NOT NULL UNIQUE,
       claim TEXT NOT NULL,
       slug TEXT,
       client TEXT,
       expected_source TEXT,
       notes TEXT,
       received_at TEXT NOT NULL,
       last_received_at TEXT NOT NULL,
       times INTEGER NOT NULL DEFAULT 1
     ) STRICT`,
    'CREATE INDEX submissions_of_report ON submissions (report, seq)',
    'CREATE INDEX submissions_of_claim ON submissions (claim_digest)',
    'CREATE INDEX submissions_by_time ON submissions (received_at)',
    `CREATE TABLE resolutions (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       report TEXT NOT NULL,
       -- How many submissions there were: with one more, the report waits again. No clock decides.
       answered INTEGER NOT NULL,
       resolution TEXT NOT NULL,
       resolved_at TEXT NOT NULL
     ) STRICT`,
    'CREATE INDEX resolutions_of_report ON resolutions (report, seq)',
    `INSERT INTO submissions (report, claim_digest, digest, claim, slug, client, expected_source, notes, received_at, last_received_at, times)
       SELECT id, digest, 'step 1: ' || digest, claim, slug, client, expected_source, notes, received_at, received_at, times
       FROM reports ORDER BY received_at, id`,
    `INSERT INTO resolutions (report, answered, resolution, resolved_at)
       SELECT id, times, COALESCE(resolution, ''), COALESCE(resolved_at, received_at)
       FROM reports WHERE status = 'resolved' ORDER BY resolved_at`,
    'DROP TABLE reports',
    'DROP TABLE IF EXISTS sender_keys',
  ],
];

export const newerStore = (version: number): string =>
  `The report store is of version ${version}, this program knows ${schemaSteps.length}: start the newer program, or restore a backup of this one's.`;
