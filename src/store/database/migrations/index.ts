/**
 * Every migration, oldest first. A new one gets the next number and is appended; `since` is the release that will
 * contain it. One that was released never changes, because databases exist that it has migrated.
 */
import type { Migration } from '../migrate.ts';
import { postgresSchema } from '../postgres/postgres-schema.ts';
import { first } from './0001-first.ts';
import { publishedAt } from './0002-published-at.ts';
import { deletedTemplates } from './0003-deleted-templates.ts';
import { contentParts } from './0004-content-parts.ts';
import { leases } from './0005-leases.ts';
import { documentBytes, postgresDocumentBytes } from './0006-document-bytes.ts';
import { postgresWebhooks, webhooks } from './0007-webhooks.ts';
import { jobTables, postgresJobTables } from './0008-jobs.ts';
import { rowWarnings } from './0009-row-warnings.ts';
import { postgresSigningIdentities, signingIdentities } from './0010-signing-identities.ts';
import { printingRows } from './0011-printing-rows.ts';
import { postgresTrustedClock, trustedClock } from './0012-trusted-clock.ts';
import { documentHash, postgresDocumentHash } from './0013-document-hash.ts';
import { postgresUnlimited, unlimited } from './0014-unlimited.ts';
import { postgresVersionAuthors, versionAuthors } from './0015-version-authors.ts';
import { deletedTeams, postgresDeletedTeams } from './0016-deleted-teams.ts';

export const migrations: readonly Migration[] = [
  first,
  publishedAt,
  deletedTemplates,
  contentParts,
  leases,
  documentBytes,
  webhooks,
  jobTables,
  rowWarnings,
  signingIdentities,
  printingRows,
  trustedClock,
  documentHash,
  unlimited,
  versionAuthors,
  deletedTeams,
];

/** The same for PostgreSQL, which begins with the whole schema of its first release. */
export const postgresMigrations: readonly Migration[] = [
  postgresSchema,
  postgresDocumentBytes,
  postgresWebhooks,
  postgresJobTables,
  rowWarnings,
  postgresSigningIdentities,
  printingRows,
  postgresTrustedClock,
  postgresDocumentHash,
  postgresUnlimited,
  postgresVersionAuthors,
  postgresDeletedTeams,
];
