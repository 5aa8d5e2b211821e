/** Stores the warnings of a job's rows, which a response to a single request has in a header. */
import type { Migration } from '../migrate.ts';

/** The same for both databases. A program that does not know the column leaves it empty. */
export const rowWarnings: Migration = {
  version: 9,
  since: '0.3.0',
  needs: 8,
  sql: `
-- A JSON array of sentences, or null if there are none.
ALTER TABLE job_rows ADD COLUMN warnings TEXT;
CREATE INDEX job_rows_with_warnings ON job_rows (job_id, number) WHERE warnings IS NOT NULL;
`,
};
