/**
 * The tables that a move copies, in the order in which their rows refer to each other. A test compares the list with
 * the schema of each engine, so that a new table or column is either listed or left out on purpose.
 */

export interface MovedTable {
  readonly name: string;
  /** The primary key, by which rows are read in order. It comes first in `columns`. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** How many rows are in memory at once. */
  readonly batch: number;
  /** Whether the database gives out its ids. A new row never gets the id of a deleted one. */
  readonly hasSequence: boolean;
}

const small = 500;
/** For rows that hold the contents of files. */
const large = 8;

export const movedTables: readonly MovedTable[] = [
  numbered('teams', 'name plan quota email verified created_at rate_limit unlimited deleted_at'),
  keyed('service', 'id', 'default_plan'),
  numbered('tokens', 'team_id name hash scopes created_at last_used_at expires_at revoked_at'),
  numbered('signing_keys', 'secret created_at'),
  keyed('blobs', 'hash', 'bytes', large),
  keyed('blob_parts', 'blob part', 'bytes', large),
  numbered('templates', 'team_id name created_at updated_at latest_version published_version deleted_at'),
  keyed(
    'template_versions',
    'template_id version',
    'type has_base_pdf hash created_at published_at created_by published_by has_errors',
  ),
  keyed('template_files', 'template_id version path', 'blob'),
  numbered(
    'entries',
    'team_id kind at amount day settles quota from_quota from_credits uncovered note claim',
  ),
  // Empty, since a move voids all holds.
  keyed('pending_holds', 'id', 'team_id day amount lease_until claim'),
  keyed('usage_days', 'team_id day', 'posted'),
  numbered('usage_moves', 'team_id from_day to_day pdfs at after_entry'),
  keyed('credits', 'team_id', 'balance base top_up'),
  numbered(
    'notices',
    'team_id kind threshold period used allowance month created_at sent_at attempts next_attempt_at last_error claimed_until',
  ),
  keyed('documents', 'id', 'team_id filename size created_at expires_at sha256'),
  keyed(
    'idempotency',
    'team_id key',
    'request_hash created_at status headers body document_id lease_until claim',
    64,
  ),
  keyed('sessions', 'hash', 'token_id opened_at ends_at'),
  numbered('signing_identities', 'team_id name sealed subject fingerprint expires_at created_at'),
  numbered('signatures', 'team_id identity fingerprint token_id request_id job_id document_hash at'),
  numbered(
    'webhooks',
    'team_id url description events secret previous_secret previous_until created_at disabled_at',
  ),
  keyed(
    'jobs',
    'id',
    'team_id token_id kind state route template_id version options total done failed input_bytes document_id filename size error printing created_at started_at finished_at expires_at',
  ),
  keyed(
    'job_rows',
    'job_id number',
    'input state attempts claim lease_until filename document_id size error warnings',
    64,
  ),
  keyed('job_bodies', 'job_id number part', 'bytes', large),
  keyed('job_turns', 'team_id', 'turn'),
  keyed(
    'webhook_deliveries',
    'id',
    'webhook_id type payload created_at state attempts next_attempt_at claimed_until last_status last_error delivered_at',
  ),
];

/**
 * Tables that each database has of its own: its schema, facts that are worthless after a restart, and the bytes of
 * documents, which are copied from one storage to the other.
 */
export const unmovedTables: readonly string[] = ['migrations', 'heartbeat', 'rate_windows', 'document_bytes'];

function keyed(name: string, key: string, others: string, batch = small): MovedTable {
  const keys = key.split(' ');
  return { name, key: keys, columns: [...keys, ...others.split(' ')], batch, hasSequence: false };
}

function numbered(name: string, others: string): MovedTable {
  return { ...keyed(name, 'id', others), hasSequence: true };
}
