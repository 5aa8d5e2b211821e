/**
 * All persistent state: a database, and the generated PDFs in files, in the database, or in an S3-compatible storage. The
 * database is SQLite in a data directory, or PostgreSQL.
 */
import { Failure } from '#contract/errors';
import type { WelcomePackRule } from '#contract/plans';
import type { ClockGuard } from './clock-guard.ts';
import { backUp } from './database/backup.ts';
import type { DatabaseConnection } from './database/connection.ts';
import { ensureDataDirectory } from './database/data-directory.ts';
import type { DatabaseClock } from './database/database-clock.ts';
import { checkSqliteSchema, migrate } from './database/migrate.ts';
import { migrations } from './database/migrations/index.ts';
import { openDatabaseFile } from './database/open-database-file.ts';
import type { RateWindows } from './database/postgres/rate-windows.ts';
import type { PostgresStatus } from './database/postgres-database.ts';
import { SqliteDatabase } from './database/sqlite-database.ts';
import { run } from './database/statement.ts';
import type { DocumentsPlace } from './document-bytes/documents-place.ts';
import type { Documents } from './documents.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Idempotency } from './ledger/idempotency.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Notices } from './notices.ts';
import { repositories } from './repositories.ts';
import type { Sessions } from './sessions.ts';
import type { SigningIdentities } from './signing-identities.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TeamRemoval } from './team-removal.ts';
import type { PlanQuotas, Teams } from './teams.ts';
import type { Templates } from './templates.ts';
import type { Tokens } from './tokens.ts';
import type { WebhookDeliveries } from './webhooks/deliveries.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface StoreOptions {
  readonly dataDirectory: string;
  /** Default: the folder `documents` of the data directory. */
  readonly documents?: DocumentsPlace | undefined;
  readonly now?: () => Date;
  /** Monthly quotas set by the operator. They take precedence over those of the plans. */
  readonly quotas?: PlanQuotas;
  /** Default: plan. */
  readonly welcomePack?: WelcomePackRule | undefined;
  /**
   * Milliseconds after which what a request holds is given free, in case its server died. Longer than any request takes.
   * Default: ten minutes.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Whether to check the whole database for damage. Defaults to true, which suits a server. The check takes about a
   * second for 300,000 PDFs, so a short-lived command can skip it.
   */
  readonly checkPages?: boolean;
  /** Whether to bring an older schema up to date. Default: true. Without it, `database_older` is thrown. */
  readonly migrate?: boolean | undefined;
}

interface PostgresFacts {
  /** The address of the database, without credentials. */
  readonly name: string;
  readonly clock: DatabaseClock;
  readonly status: () => PostgresStatus;
  /** See `PostgresDatabase.stopRetrying`. */
  readonly stopRetrying: () => void;
  /** See `PostgresDatabase.disconnect`. */
  readonly disconnect: () => void;
}

export interface Store {
  /** The time, by the clock that all servers of the database agree on. */
  readonly now: () => Date;
  readonly clock: ClockGuard;
  readonly teams: Teams;
  readonly teamRemoval: TeamRemoval;
  readonly tokens: Tokens;
  readonly templates: Templates;
  readonly ledger: Ledger;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly idempotency: Idempotency;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  /** Undefined on SQLite, whose only server counts in its memory. */
  readonly rateWindows?: RateWindows | undefined;
  /** Undefined on SQLite. */
  readonly postgres?: PostgresFacts | undefined;
  readonly webhooks: Webhooks;
  /** Deliveries of events to webhooks. */
  readonly deliveries: WebhookDeliveries;
  readonly signingIdentities: SigningIdentities;
  /** Newest first: sign with the first key, accept all of them. */
  signingKeys(): Promise<SigningKeys>;
  rotateSigningKey(): Promise<SigningKeys>;
  /** See `backUp`. */
  backup(file: string): Promise<void>;
  /** Checks that the database can store something, as a readiness check. Throws `database_failed`. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a data directory, creates it if it was never used, and migrates its database to the newest schema. Several processes
 * may have it open: the server that owns it, and `admin` commands beside it.
 *
 * Throws `database_corrupt`, `database_newer`, `database_older`, `database_failed` and `file_unwritable`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDirectory, now = () => new Date(), checkPages = true } = options;
  const files = ensureDataDirectory(dataDirectory);
  const connection = await openDatabaseFile(files, now());
  try {
    if (checkPages) assertUndamaged(connection);
    if (options.migrate === false) checkSqliteSchema(connection, migrations);
    else migrate(connection, migrations, now());
    const database = new SqliteDatabase(connection);
    const ownFolder = { kind: 'folder', path: files.documents } as const;
    const parts = repositories(database, options.documents ?? ownFolder, options);
    await parts.clock.open();
    return {
      ...parts,
      backup: (file) => backUp(connection, file),
      checkWritable: async () => {
        await database.writeForgettable(() => run('UPDATE heartbeat SET at = ?', now().getTime()));
      },
      close: async () => {
        await parts.documents.close();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Without this check, a damaged page would first be noticed in the middle of a request or a migration. */
function assertUndamaged(connection: DatabaseConnection): void {
  const verdict = connection.pragma<string>('quick_check(1)');
  if (verdict === 'ok') return;
  throw new Failure('database_corrupt', `The database ${connection.name} is damaged: ${verdict}.`);
}
