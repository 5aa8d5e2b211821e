/** Who stored and published each version of a template, and whether a draft was stored with errors. */
import type { Migration } from '../migrate.ts';

/** A version that an older program stores has no author and no errors: it stored only what it had checked. */
const schema = (integer: string) => `
-- The id of the token, or 0 for a command on the database itself. Null if it was not done, or by an older program.
ALTER TABLE template_versions ADD COLUMN created_by ${integer};
ALTER TABLE template_versions ADD COLUMN published_by ${integer};
-- 1 for a draft that cannot be published as it is.
ALTER TABLE template_versions ADD COLUMN has_errors ${integer} NOT NULL DEFAULT 0;
`;

export const versionAuthors: Migration = { version: 15, since: '0.3.0', needs: 8, sql: schema('INTEGER') };

export const postgresVersionAuthors: Migration = { ...versionAuthors, sql: schema('BIGINT') };
