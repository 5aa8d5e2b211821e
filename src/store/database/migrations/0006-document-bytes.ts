/** The bytes of documents, for servers whose storage of documents is the database. */
import type { Migration } from '../migrate.ts';

export const documentBytes: Migration = {
  version: 6,
  since: '0.3.0',
  sql: `
-- Written before its row in documents, so nothing can refer to it.
CREATE TABLE document_bytes (
  id TEXT PRIMARY KEY,
  -- Milliseconds since 1970 by the clock of the database.
  written_at INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
`,
};

export const postgresDocumentBytes: Migration = {
  version: 6,
  since: '0.3.0',
  sql: `
CREATE TABLE document_bytes (
  id TEXT COLLATE "C" PRIMARY KEY,
  written_at BIGINT NOT NULL,
  bytes BYTEA NOT NULL
);
-- PDFs are compressed already, and parts of an uncompressed value can be read without the rest.
ALTER TABLE document_bytes ALTER bytes SET STORAGE EXTERNAL;
`,
};
