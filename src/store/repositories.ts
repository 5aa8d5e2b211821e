/** The parts of the store that are the same on every database. */
import { ClockGuard } from './clock-guard.ts';
import type { Database } from './database/database.ts';
import { type DocumentsPlace, openDocumentBytes } from './document-bytes/documents-place.ts';
import { Documents } from './documents.ts';
import { Jobs } from './jobs/jobs.ts';
import { Accounts } from './ledger/accounts.ts';
import { Idempotency } from './ledger/idempotency.ts';
import { Ledger } from './ledger/ledger.ts';
import { Notices } from './notices.ts';
import { Sessions } from './sessions.ts';
import { SigningIdentities } from './signing-identities.ts';
import { rotateSigningKey, signingKeys } from './signing-keys.ts';
import type { Store, StoreOptions } from './store.ts';
import { TeamRemoval } from './team-removal.ts';
import { Teams } from './teams.ts';
import { Templates } from './templates.ts';
import { Tokens } from './tokens.ts';
import { WebhookDeliveries } from './webhooks/deliveries.ts';
import { Webhooks } from './webhooks/webhooks.ts';

const defaultLeaseMs = 600_000;

export function repositories(
  database: Database,
  place: DocumentsPlace,
  {
    now = () => new Date(),
    quotas = {},
    welcomePack = 'plan',
    leaseMs = defaultLeaseMs,
  }: Pick<StoreOptions, 'now' | 'quotas' | 'welcomePack' | 'leaseMs'>,
): Omit<Store, 'backup' | 'checkWritable' | 'close'> {
  const clock = new ClockGuard(database, now);
  const teams = new Teams(database, quotas, now);
  const documents = new Documents(database, openDocumentBytes(place, database), leaseMs);
  const notices = new Notices(database);
  const idempotency = new Idempotency(database, leaseMs);
  const deliveries = new WebhookDeliveries(database);
  const jobs = new Jobs({ database, documents, idempotency, now });
  return {
    now,
    clock,
    teams,
    teamRemoval: new TeamRemoval(database, teams, now),
    tokens: new Tokens(database, teams, now),
    templates: new Templates(database, now),
    ledger: new Ledger({
      database,
      accounts: new Accounts(teams, welcomePack),
      documents,
      notices,
      deliveries,
      idempotency,
      rows: jobs.claims,
      now,
      clock,
      leaseMs,
    }),
    documents,
    jobs,
    notices,
    idempotency,
    sessions: new Sessions(database),
    webhooks: new Webhooks(database, now),
    deliveries,
    signingIdentities: new SigningIdentities(database, now),
    signingKeys: () => signingKeys(database, now()),
    rotateSigningKey: () => rotateSigningKey(database, now()),
  };
}
