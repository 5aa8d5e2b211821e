/** All persistent state, in one data directory: a SQLite database, with the generated PDFs in files beside it. */
import { Failure } from '../contract/errors.ts';
import { backUp } from './database/backup.ts';
import { DatabaseConnection } from './database/connection.ts';
import { ensureDataDirectory, ensurePrivateFile } from './database/data-directory.ts';
import { migrate } from './database/migrate.ts';
import { migrations } from './database/migrations/index.ts';
import { Documents } from './documents.ts';
import { Idempotency } from './ledger/idempotency.ts';
import { Ledger } from './ledger/ledger.ts';
import { Notices } from './notices.ts';
import { rotateSigningKey, type SigningKeys, signingKeys } from './signing-keys.ts';
import { type PlanQuotas, Teams } from './teams.ts';
import { Templates } from './templates.ts';
import { Tokens } from './tokens.ts';

export interface StoreOptions {
  readonly dataDirectory: string;
  readonly now?: () => Date;
  /** Monthly quotas set by the operator. They take precedence over those of the plans. */
  readonly quotas?: PlanQuotas;
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
  /** Newest first: sign with the first key, accept all of them. */
  signingKeys(): SigningKeys;
  rotateSigningKey(): SigningKeys;
  /** See `backUp`. */
  backup(file: string): Promise<void>;
  /** Writes a row, as a readiness check. Throws `database_failed`. */
  checkWritable(): void;
  close(): void;
}

/**
 * Opens a data directory, creates it if necessary, and migrates its database to the newest schema. Several processes
 * may have it open: the server that owns it, and `admin` commands beside it.
 *
 * Throws `database_corrupt`, `database_newer`, `database_failed` and `file_unwritable`.
 */
export function openStore(options: StoreOptions): Store {
  const { dataDirectory, now = () => new Date(), quotas = {}, checkPages = true } = options;
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
  const teams = new Teams(connection, quotas, now);
  const documents = new Documents(connection, files.documents);
  const notices = new Notices(connection);
  const idempotency = new Idempotency(connection);
  return {
    teams,
    tokens: new Tokens(connection, teams, now),
    templates: new Templates(connection, now),
    ledger: new Ledger({ connection, teams, documents, notices, idempotency, now }),
    documents,
    notices,
    idempotency,
    signingKeys: () => signingKeys(connection, now()),
    rotateSigningKey: () => rotateSigningKey(connection, now()),
    backup: (file) => backUp(connection, file),
    checkWritable: () => {
      connection.writeForgettable(() => connection.run('UPDATE heartbeat SET at = ?', now().getTime()));
    },
    close: () => connection.close(),
  };
}

/** Without this check, a damaged page would first be noticed in the middle of a request or a migration. */
function assertUndamaged(connection: DatabaseConnection): void {
  const verdict = connection.pragma<string>('quick_check(1)');
  if (verdict === 'ok') return;
  throw new Failure('database_corrupt', `The database ${connection.name} is damaged: ${verdict}.`);
}
