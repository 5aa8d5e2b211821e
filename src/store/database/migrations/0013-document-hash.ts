/** The hash of a document, with which its bytes are compared when it is delivered. */
import type { Migration } from '../migrate.ts';

export const documentHash: Migration = {
  version: 13,
  since: '0.3.0',
  needs: 8,
  sql: `
-- SHA-256. Null for documents of older programs.
ALTER TABLE documents ADD COLUMN sha256 BLOB;
`,
};

export const postgresDocumentHash: Migration = {
  version: documentHash.version,
  since: documentHash.since,
  needs: 8,
  sql: 'ALTER TABLE documents ADD COLUMN sha256 BYTEA',
};
