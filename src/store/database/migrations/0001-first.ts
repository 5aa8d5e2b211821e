/** The first schema. Once released, a migration is never edited: changes go into new ones. */
import type { Migration } from '../migrate.ts';

export const first: Migration = {
  version: 1,
  since: '0.1.0',
  sql: `
-- Times are milliseconds since 1970, days 'YYYY-MM-DD' and months 'YYYY-MM' in UTC, hashes SHA-256.

CREATE TABLE teams (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) > 0),
  plan TEXT NOT NULL CHECK (plan IN ('discovery', 'basic', 'pro')),
  -- Null: the plan's.
  quota INTEGER CHECK (quota >= 0),
  email TEXT,
  verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  name TEXT,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- JSON array.
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX tokens_by_hash_start ON tokens (substr(hash, 1, 8));
CREATE INDEX tokens_by_team ON tokens (team_id);

CREATE TABLE signing_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  secret BLOB NOT NULL CHECK (length(secret) = 32),
  created_at INTEGER NOT NULL
) STRICT;

-- Files of templates, each content once.
CREATE TABLE blobs (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  name TEXT NOT NULL CHECK (length(name) > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  latest_version INTEGER NOT NULL,
  -- Null: a draft.
  published_version INTEGER,
  UNIQUE (team_id, name),
  FOREIGN KEY (id, latest_version) REFERENCES template_versions (template_id, version) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (id, published_version) REFERENCES template_versions (template_id, version) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX templates_newest_first ON templates (team_id, updated_at DESC, id DESC);

CREATE TABLE template_versions (
  template_id INTEGER NOT NULL REFERENCES templates (id),
  version INTEGER NOT NULL CHECK (version > 0),
  type TEXT NOT NULL CHECK (type IN ('editor', 'html')),
  has_base_pdf INTEGER NOT NULL CHECK (has_base_pdf IN (0, 1)),
  -- Over the sorted paths and the hashes of their contents.
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (template_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE template_files (
  template_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  path TEXT NOT NULL,
  blob BLOB NOT NULL REFERENCES blobs (hash),
  PRIMARY KEY (template_id, version, path),
  FOREIGN KEY (template_id, version) REFERENCES template_versions (template_id, version)
) STRICT, WITHOUT ROWID;

-- The ledger: what happened, in order. The tables behind it are sums over it, kept for speed.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  kind TEXT NOT NULL CHECK (kind IN ('hold', 'post', 'void', 'welcome_pack', 'top_up', 'correction')),
  at INTEGER NOT NULL,
  -- PDFs, or credits. A correction takes credits away.
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- Fixed at the hold.
  day TEXT CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'),
  -- The hold that is posted or voided.
  settles INTEGER REFERENCES entries (id),
  -- The team's quota at the post, and who paid. Uncovered is only what an operator took away after the hold.
  quota INTEGER CHECK (quota >= 0),
  from_quota INTEGER CHECK (from_quota >= 0),
  from_credits INTEGER CHECK (from_credits >= 0),
  uncovered INTEGER CHECK (uncovered >= 0),
  note TEXT,
  CHECK ((kind IN ('hold', 'post', 'void')) = (day IS NOT NULL)),
  CHECK ((kind IN ('post', 'void')) = (settles IS NOT NULL)),
  CHECK (
    CASE kind
      WHEN 'post' THEN quota IS NOT NULL AND coalesce(from_quota + from_credits + uncovered = amount, 0)
      ELSE coalesce(quota, from_quota, from_credits, uncovered) IS NULL
    END
  )
) STRICT;
CREATE INDEX entries_by_team ON entries (team_id, id);
CREATE UNIQUE INDEX entries_settle_a_hold_once ON entries (settles) WHERE settles IS NOT NULL;
CREATE UNIQUE INDEX entries_one_welcome_pack ON entries (team_id) WHERE kind = 'welcome_pack';
CREATE TRIGGER entries_are_not_updated BEFORE UPDATE ON entries
  BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
  BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;

CREATE TABLE pending_holds (
  id INTEGER PRIMARY KEY REFERENCES entries (id),
  team_id INTEGER NOT NULL REFERENCES teams (id),
  day TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0)
) STRICT;
CREATE INDEX pending_holds_by_team ON pending_holds (team_id, day);

CREATE TABLE usage_days (
  team_id INTEGER NOT NULL REFERENCES teams (id),
  day TEXT NOT NULL,
  posted INTEGER NOT NULL CHECK (posted > 0),
  PRIMARY KEY (team_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE credits (
  team_id INTEGER PRIMARY KEY REFERENCES teams (id),
  balance INTEGER NOT NULL CHECK (balance >= 0),
  -- The balance right after the last top-up, less later corrections: what 90 % and 95 % are taken of.
  base INTEGER NOT NULL CHECK (base >= balance),
  -- The entry of that top-up.
  top_up INTEGER REFERENCES entries (id)
) STRICT;

CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  kind TEXT NOT NULL CHECK (kind IN ('quota', 'credits')),
  threshold INTEGER NOT NULL,
  -- What it is sent once for: the month of a quota, the top-up of credits.
  period TEXT NOT NULL,
  used INTEGER NOT NULL,
  allowance INTEGER NOT NULL,
  month TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  last_error TEXT,
  UNIQUE (team_id, kind, period, threshold)
) STRICT;
CREATE INDEX notices_to_send ON notices (next_attempt_at) WHERE sent_at IS NULL;

-- PDFs behind signed addresses. Their bytes are files.
CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  filename TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_by_expiry ON documents (expires_at);

CREATE TABLE idempotency (
  team_id INTEGER NOT NULL REFERENCES teams (id),
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null while the first request is running.
  status INTEGER,
  headers TEXT,
  body TEXT,
  -- No reference: the answer outlives the document.
  document_id TEXT,
  PRIMARY KEY (team_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- One row that readiness checks overwrite.
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO heartbeat VALUES (1, 0);
`,
};
