/**
 * All persistent state: a database, and the generated PDFs in files. The database is SQLite in the same data directory,
 * or PostgreSQL.
 */
import { Failure } from '../contract/errors.ts';
import { backUp } from './database/backup.ts';
import { DatabaseConnection } from './database/connection.ts';
import { ensureDataDirectory, ensurePrivateFile } from './database/data-directory.ts';
import { migrate } from './database/migrate.ts';
import { migrations } from './database/migrations/index.ts';
import { SqliteDatabase } from './database/sqlite-database.ts';
import { run } from './database/statement.ts';
import type { Documents } from './documents.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Idempotency } from './ledger/idempotency.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Notices } from './notices.ts';
import { repositories } from './repositories.ts';
import type { Sessions } from './sessions.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { PlanQuotas, Teams } from './teams.ts';
import type { Templates } from './templates.ts';
import type { Tokens } from './tokens.ts';

export interface StoreOptions {
  readonly dataDirectory: string;
  readonly now?: () => Date;
  /** Monthly quotas set by the operator. They take precedence over those of the plans. */
  readonly quotas?: PlanQuotas;
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
}

export interface Store {
  readonly teams: Teams;
  readonly tokens: Tokens;
  readonly templates: Templates;
  readonly ledger: Ledger;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly idempotency: Idempotency;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  /** Newest first: sign with the first key, accept all of them. */
  signingKeys(): Promise<SigningKeys>;
  rotateSigningKey(): Promise<SigningKeys>;
  /** See `backUp`. */
  backup(file: string): Promise<void>;
  /** Writes a row, as a readiness check. Throws `database_failed`. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a data directory, creates it if necessary, and migrates its database to the newest schema. Several processes
 * may have it open: the server that owns it, and `admin` commands beside it.
 *
 * Throws `database_corrupt`, `database_newer`, `database_failed` and `file_unwritable`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDirectory, now = () => new Date(), checkPages = true } = options;
  const files = ensureDataDirectory(dataDirectory);
  ensurePrivateFile(files.database);
  const connection = new DatabaseConnection(files.database);
  try {
    if (checkPages) assertUndamaged(connection);
    migrate(connection, migrations, now());
  } catch (error) {
    connection.close();
    throw error;
  }
  const database = new SqliteDatabase(connection);
  return {
    ...repositories(database, files.documents, options),
    backup: (file) => backUp(connection, file),
    checkWritable: async () => {
      await database.writeForgettable(() => run('UPDATE heartbeat SET at = ?', now().getTime()));
    },
    close: async () => connection.close(),
  };
}

/** Without this check, a damaged page would first be noticed in the middle of a request or a migration. */
function assertUndamaged(connection: DatabaseConnection): void {
  const verdict = connection.pragma<string>('quick_check(1)');
  if (verdict === 'ok') return;
  throw new Failure('database_corrupt', `The database ${connection.name} is damaged: ${verdict}.`);
}
