/**
 * Jobs: requests that are stored and answered later, by whichever server takes them. A job has one or more rows, each of
 * which is charged like a request. Times of leases are those of the database's clock.
 */
import type { Migration } from '../migrate.ts';

/** The part of the schema that both databases read in the same way, apart from the names of their types. */
const schema = (types: { readonly integer: string; readonly bytes: string; readonly end: string }) => `
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  team_id ${types.integer} NOT NULL REFERENCES teams (id),
  token_id ${types.integer} NOT NULL REFERENCES tokens (id),
  kind TEXT NOT NULL CHECK (kind IN ('request', 'batch')),
  -- An open job still receives rows.
  state TEXT NOT NULL CHECK (state IN ('open', 'queued', 'running', 'finished', 'failed', 'cancelled')),
  -- The name of the route that runs each row.
  route TEXT NOT NULL,
  template_id ${types.integer},
  -- Of a batch: every row is printed with the version that was published when the job was created.
  version ${types.integer},
  -- JSON.
  options TEXT NOT NULL,
  total ${types.integer} NOT NULL DEFAULT 0,
  done ${types.integer} NOT NULL DEFAULT 0,
  failed ${types.integer} NOT NULL DEFAULT 0,
  input_bytes ${types.integer} NOT NULL DEFAULT 0,
  document_id TEXT,
  filename TEXT,
  size ${types.integer},
  -- JSON of a failure. While the job runs, it means that no further row is begun.
  error TEXT,
  created_at ${types.integer} NOT NULL,
  started_at ${types.integer},
  finished_at ${types.integer},
  expires_at ${types.integer} NOT NULL
)${types.end};
CREATE INDEX jobs_by_team ON jobs (team_id, created_at);
CREATE INDEX jobs_at_work ON jobs (created_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_expiry ON jobs (expires_at);

CREATE TABLE job_rows (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  -- From 1. Row 0 is the last step of a batch that is merged into one PDF.
  number ${types.integer} NOT NULL,
  -- Null if it is stored in parts, if the row could not be read, and once it has ended.
  input ${types.bytes},
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'finished', 'failed')),
  attempts ${types.integer} NOT NULL DEFAULT 0,
  -- Names the server's attempt that runs the row. Another server takes the row over once the lease has ended.
  claim TEXT NOT NULL DEFAULT '',
  lease_until ${types.integer} NOT NULL DEFAULT 0,
  filename TEXT,
  document_id TEXT,
  size ${types.integer},
  -- JSON of a failure.
  error TEXT,
  PRIMARY KEY (job_id, number)
)${types.end};
CREATE INDEX job_rows_at_work ON job_rows (job_id, lease_until, number) WHERE state IN ('queued', 'running');
CREATE INDEX job_rows_by_state ON job_rows (job_id, state, number);

-- Large inputs, in parts so that no transaction takes long.
CREATE TABLE job_bodies (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  number ${types.integer} NOT NULL,
  part ${types.integer} NOT NULL,
  bytes ${types.bytes} NOT NULL,
  PRIMARY KEY (job_id, number, part)
)${types.end};

-- The team with the lowest number has waited longest since its last row was begun.
CREATE TABLE job_turns (
  team_id ${types.integer} PRIMARY KEY REFERENCES teams (id),
  turn ${types.integer} NOT NULL
)${types.end};
`;

export const jobTables: Migration = {
  version: 8,
  since: '0.3.0',
  sql: schema({ integer: 'INTEGER', bytes: 'BLOB', end: ' STRICT' }),
};

export const postgresJobTables: Migration = {
  version: 8,
  since: '0.3.0',
  sql: schema({ integer: 'BIGINT', bytes: 'BYTEA', end: '' }),
};
