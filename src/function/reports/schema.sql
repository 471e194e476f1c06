-- The report store, for node:sqlite and Cloudflare D1 alike. It runs at every opening: each statement may run again.

CREATE TABLE IF NOT EXISTS reports (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the claim and slug, spelling evened out: the same claim is stored once.
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
) STRICT;

CREATE TABLE IF NOT EXISTS health (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  checked_at TEXT NOT NULL
) STRICT;
