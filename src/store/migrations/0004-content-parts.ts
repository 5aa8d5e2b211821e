/** Large files of templates are kept in parts, so that a server can write and read them between other requests. */
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
