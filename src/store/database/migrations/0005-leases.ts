/**
 * Leases, so that what a server held when it died is given free by whichever server notices. A hold, a running key and a
 * claimed notice each end at a time of the database's clock. Also sessions of the studio, and the rate limit of a team.
 */
import type { Migration } from '../migrate.ts';

export const leases: Migration = {
  version: 5,
  since: '0.3.0',
  sql: `
-- Milliseconds since 1970 by the clock of the database.
ALTER TABLE pending_holds ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
-- A random number of the request that made the hold. PostgreSQL can give the id of a hold that a crash lost to another.
ALTER TABLE pending_holds ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN claim INTEGER;
CREATE INDEX pending_holds_by_lease ON pending_holds (lease_until);
ALTER TABLE idempotency ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
-- Names the request that runs under the key. Another one takes the key over once the lease has ended.
ALTER TABLE idempotency ADD COLUMN claim TEXT NOT NULL DEFAULT '';
ALTER TABLE notices ADD COLUMN claimed_until INTEGER NOT NULL DEFAULT 0;

CREATE TABLE sessions (
  -- Of the number in the cookie.
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  token_id INTEGER NOT NULL REFERENCES tokens (id),
  opened_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_token ON sessions (token_id, opened_at);
CREATE INDEX sessions_by_end ON sessions (ends_at);

-- Requests a minute. Null: the server's.
ALTER TABLE teams ADD COLUMN rate_limit INTEGER CHECK (rate_limit >= 0);
-- Names are compared in this form.
CREATE UNIQUE INDEX teams_by_name ON teams (lower(name));
`,
};
