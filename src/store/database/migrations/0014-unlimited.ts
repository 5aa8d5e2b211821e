/** The plan `unlimited`, and the plan of teams that are created without one. */
import type { Migration } from '../migrate.ts';

export const unlimited: Migration = {
  version: 14,
  since: '0.3.0',
  needs: 8,
  sql: `
-- 1: the plan is unlimited. The column plan holds the one before, or pro: servers of older releases know it.
ALTER TABLE teams ADD COLUMN unlimited INTEGER NOT NULL DEFAULT 0 CHECK (unlimited IN (0, 1));

-- No row, or one.
CREATE TABLE service (id INTEGER PRIMARY KEY CHECK (id = 1), default_plan TEXT NOT NULL) STRICT;
`,
};

export const postgresUnlimited: Migration = {
  version: unlimited.version,
  since: unlimited.since,
  needs: 8,
  sql: `
ALTER TABLE teams ADD COLUMN unlimited SMALLINT NOT NULL DEFAULT 0 CHECK (unlimited IN (0, 1));
CREATE TABLE service (id BIGINT PRIMARY KEY CHECK (id = 1), default_plan TEXT NOT NULL);
`,
};
