/** The parts of the store that are the same on every database. */
import type { Database } from './database/database.ts';
import { Documents } from './documents.ts';
import { Jobs } from './jobs/jobs.ts';
import { Idempotency } from './ledger/idempotency.ts';
import { Ledger } from './ledger/ledger.ts';
import { Notices } from './notices.ts';
import { Sessions } from './sessions.ts';
import { rotateSigningKey, signingKeys } from './signing-keys.ts';
import type { Store, StoreOptions } from './store.ts';
import { Teams } from './teams.ts';
import { Templates } from './templates.ts';
import { Tokens } from './tokens.ts';

const defaultLeaseMs = 600_000;

export function repositories(
  database: Database,
  documentsFolder: string,
  {
    now = () => new Date(),
    quotas = {},
    leaseMs = defaultLeaseMs,
  }: Pick<StoreOptions, 'now' | 'quotas' | 'leaseMs'>,
): Omit<Store, 'backup' | 'checkWritable' | 'close'> {
  const teams = new Teams(database, quotas, now);
  const documents = new Documents(database, documentsFolder);
  const notices = new Notices(database);
  const idempotency = new Idempotency(database, leaseMs);
  const jobs = new Jobs({ database, documents, idempotency, now });
  return {
    teams,
    tokens: new Tokens(database, teams, now),
    templates: new Templates(database, now),
    ledger: new Ledger({
      database,
      teams,
      documents,
      notices,
      idempotency,
      rows: jobs.claims,
      now,
      leaseMs,
    }),
    documents,
    jobs,
    notices,
    idempotency,
    sessions: new Sessions(database),
    signingKeys: () => signingKeys(database, now()),
    rotateSigningKey: () => rotateSigningKey(database, now()),
  };
}
