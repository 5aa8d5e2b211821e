/** Stores large template files in parts, so that the server can serve other requests between reads and writes. */
import type { Migration } from '../migrate.ts';

export const contentParts: Migration = {
  version: 4,
  since: '0.1.0',
  sql: `
-- The content of a blob whose own bytes are empty, in order. Parts come first; without a blob they are swept.
CREATE TABLE blob_parts (
  blob BLOB NOT NULL CHECK (length(blob) = 32),
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL CHECK (length(bytes) > 0),
  PRIMARY KEY (blob, part)
) STRICT;
`,
};
