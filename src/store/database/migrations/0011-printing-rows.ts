/** How far a long table of a job is printed. */
import type { Migration } from '../migrate.ts';

/** The same for both databases. A program that does not know the column leaves it as it is, which is out of date at worst. */
export const printingRows: Migration = {
  version: 11,
  since: '0.3.0',
  needs: 8,
  sql: `
-- JSON: the row of the job, and how many rows of its table are printed, of how many. Null if there are none.
ALTER TABLE jobs ADD COLUMN printing TEXT;
`,
};
