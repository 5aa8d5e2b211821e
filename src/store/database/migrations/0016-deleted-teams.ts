/** Makes teams deletable. The row stays, because the ledger refers to it. */
import type { Migration } from '../migrate.ts';

const sql = (integer: string) => `
-- Null: not deleted. The name of a deleted team is its id and its former name, behind a dash, with which no other name begins.
ALTER TABLE teams ADD COLUMN deleted_at ${integer};
`;

export const deletedTeams: Migration = { version: 16, since: '0.3.0', needs: 8, sql: sql('INTEGER') };

export const postgresDeletedTeams: Migration = { ...deletedTeams, sql: sql('BIGINT') };
