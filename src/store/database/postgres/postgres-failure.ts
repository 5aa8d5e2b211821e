/** Tells what an error of PostgreSQL or of the connection to it means: whether to try again, and what to report. */
import { DatabaseError } from 'pg';
import { Failure } from '#contract/errors';

/**
 * - `lost`: the connection is gone, and it is unknown what became of the last statement.
 * - `refused`: the server did nothing, because it is not the one that takes writes, or not yet. Another connection, made
 *   a moment later, may reach the right one.
 * - `repeatable`: the transaction was rolled back, and can succeed on the same connection.
 * - `unavailable`: the server cannot do this now.
 * - `misconfigured`: only an operator can help.
 * - `unstorable`: a text has a character that this database does not have.
 */
type Meaning = 'lost' | 'refused' | 'repeatable' | 'unavailable' | 'misconfigured' | 'unstorable';

interface Known {
  readonly meaning: Meaning;
  readonly hint?: string;
}

type Row = readonly [code: RegExp, meaning: Meaning, hint?: string];

/**
 * SQLSTATE classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html, the first that matches.
 * Messages are not read: they are in the language of the server.
 */
const states: readonly Row[] = [
  // Connection exceptions, also those of PgBouncer while it has no server.
  [/^08/, 'lost'],
  // A server that shuts down, has crashed, is starting, or ends a session that was idle; a dropped database.
  [/^57P0[1-5]/, 'lost'],
  // idle_in_transaction_session_timeout and transaction_timeout end the session.
  [/^25P0[34]/, 'lost'],
  // read_only_sql_transaction: a write on a standby, or where default_transaction_read_only is on.
  [/^25006/, 'refused'],
  // feature_not_supported. A standby answers so to BEGIN READ WRITE (`check_transaction_read_only` in variable.c), and
  // every server to a prepared statement whose result another version of the schema has changed (plancache.c).
  [/^0A000/, 'refused'],
  // object_not_in_prerequisite_state: functions that a standby has only after its promotion.
  [/^55000/, 'refused'],
  // too_many_connections: other nodes may give some back.
  [/^53300/, 'refused', 'Lower --database-pool, or raise max_connections of the server.'],
  [/^(?:40001|40P01)/, 'repeatable'],
  // No disk or memory, a lock that was not granted in time, a statement that took too long, errors of the system.
  [/^(?:53|55P03|57014|58|XX|F0)/, 'unavailable'],
  [
    /^28P01/,
    'misconfigured',
    'Check user and password in PDFAPI_DATABASE_URL. In an address, characters such as @ : / # % of a password are percent-encoded.',
  ],
  [
    /^28/,
    'misconfigured',
    'Check pg_hba.conf of the server. If it says “no encryption”, add ?sslmode=require to the address.',
  ],
  [/^3D000/, 'misconfigured', 'Create it with createdb, or correct the name in PDFAPI_DATABASE_URL.'],
  // character_not_in_repertoire, such as U+0000, and untranslatable_character, where the database is not in UTF-8.
  [/^(?:22021|22P05)/, 'unstorable'],
  [/^42501/, 'misconfigured', 'The user needs to own the database, or GRANT CREATE, USAGE ON SCHEMA public.'],
];

const trustHint =
  'Name the file of its authority with ?sslmode=verify-full&sslrootcert=/path/ca.pem, or use ?sslmode=require to encrypt without a check.';
const plainHint = 'Turn on ssl on the server, or use ?sslmode=disable if nobody else can read this network.';

/** Codes of Node.js, of OpenSSL through it, and of the resolver. */
const networkCodes: readonly Row[] = [
  [
    /^(?:ENOTFOUND|EAI_(?!AGAIN))/,
    'lost',
    'The host of the address is unknown: check its name in PDFAPI_DATABASE_URL.',
  ],
  [/^ECONNREFUSED$/, 'lost', 'Nothing listens there: is the server running, and are host and port right?'],
  [/^E(?:AI_AGAIN|NOENT|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|PROTO|NOBUFS|ADDRNOTAVAIL)$/, 'lost'],
  [/^E(?:HOST|NET)(?:UNREACH|DOWN|RESET)$/, 'lost'],
  // This process, or the system, has too many open files for another connection.
  [/^E(?:M|N)FILE$/, 'lost'],
  [/^ERR_STREAM/, 'lost'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'misconfigured',
    'Use the name that the certificate has, or ?sslmode=verify-ca to check only who signed it.',
  ],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'misconfigured', 'Renew the certificate of the server.'],
  [/(?:SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^CERT_|INVALID_CA)/, 'misconfigured', trustHint],
  [/^ERR_(?:SSL|OSSL|TLS)/, 'misconfigured', plainHint],
];

/** Messages of the driver, which have no code. */
const driverMessages: readonly Row[] = [
  [
    /^(?:Connection terminated|Client has encountered a connection error|timeout ex|Query read timeout|Client was closed|Cannot use a pool)/,
    'lost',
  ],
  [/^Received unexpected/, 'lost'],
  [/^The server does not support SSL/, 'misconfigured', plainHint],
  [/^There was an error establishing an SSL/, 'lost'],
  [/^SASL/, 'misconfigured', 'The server asks for a password: check the one in PDFAPI_DATABASE_URL.'],
];

function findMeaning(error: unknown): Known | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  const [rows, text] =
    error instanceof DatabaseError
      ? [states, code]
      : code === ''
        ? [driverMessages, error.message]
        : [networkCodes, code];
  const row = rows.find(([pattern]) => pattern.test(text));
  if (row) return { meaning: row[1], ...(row[2] === undefined ? {} : { hint: row[2] }) };
  // The pool names the timeout and has the error of the connection as its cause.
  return findMeaning(error.cause);
}

const hasMeaning = (error: unknown, ...meanings: readonly Meaning[]): boolean => {
  const known = findMeaning(error);
  return known !== undefined && meanings.includes(known.meaning);
};

/** Whether the connection is lost, so that it is unknown what became of the last statement. */
export const isConnectionLost = (error: unknown): boolean => hasMeaning(error, 'lost');

/** Whether the server took nothing and another connection may reach one that does. */
export const isRefused = (error: unknown): boolean => hasMeaning(error, 'refused');

/** Whether PostgreSQL ended a transaction that can succeed when it is run again. */
export const isRepeatable = (error: unknown): boolean => hasMeaning(error, 'refused', 'repeatable');

/** Whether the server has no TLS, or demands it. */
export const wantsOtherEncryption = (error: unknown, isEncrypted: boolean): boolean =>
  error instanceof Error &&
  (isEncrypted
    ? /^The server does not support SSL/.test(error.message)
    : error instanceof DatabaseError && error.code === '28000');

/**
 * Returns the failure to throw instead of `error`. Errors that are not about the database itself, such as a violated
 * constraint, are returned unchanged.
 */
export function postgresFailure(error: unknown, name: string): unknown {
  if (error instanceof Failure) return error;
  const known = findMeaning(error);
  if (!known) return error;
  // The driver's messages contain no credentials. Some errors of Node.js have only a code.
  const { message, code } = error as NodeJS.ErrnoException;
  const reason = (message || code || 'unknown reason').replace(/\.$/, '');
  if (known.meaning === 'unstorable') {
    const text = `The database ${name} cannot store a character of a text: ${reason}.`;
    return new Failure('invalid_request', text, { cause: error });
  }
  return new Failure('database_failed', `The database ${name} cannot be used: ${reason}.`, {
    hint: known.hint,
    cause: error,
  });
}
