/** Tells what an error of PostgreSQL or of the connection to it means: whether to try again, and what to report. */
import { DatabaseError } from 'pg';
import { Failure } from '../../../contract/errors.ts';

/**
 * SQLSTATE classes and codes after which the connection is gone: connection exceptions, and a server that shuts down,
 * has crashed or is starting. See https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const connectionStates = /^(?:08|57P0[123]|25P0[34])/;
/** Serialization failure and deadlock: the same work can succeed when it is run again. */
const repeatableStates = /^(?:40001|40P01)$/;
/** The server is full, its disk is full, it is read-only after a failover, or a lock was not granted in time. */
const unavailableStates = /^(?:53|25006|55P03|57014)/;
/** Codes of Node.js for a connection that could not be made or has ended. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Messages of the driver, which have no code. */
const connectionMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exce|Query read timeout|Client was closed)/;

/** Whether the connection is lost, so that it is unknown what became of the last statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return connectionStates.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return (
    networkCodes.has((error as NodeJS.ErrnoException).code ?? '') || connectionMessages.test(error.message)
  );
}

/** Whether PostgreSQL ended a transaction that can succeed when it is run again. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof DatabaseError && repeatableStates.test(error.code ?? '');

/**
 * Returns the failure to throw instead of `error`. Errors that are not about the database itself, such as a violated
 * constraint, are returned unchanged.
 */
export function postgresFailure(error: unknown, name: string): unknown {
  const state = error instanceof DatabaseError ? (error.code ?? '') : '';
  if (!isConnectionLost(error) && !isRepeatable(error) && !unavailableStates.test(state)) return error;
  // The driver's messages contain no credentials.
  const { message } = error as Error;
  return new Failure('database_failed', `The database ${name} cannot be used: ${message || state}.`, {
    cause: error,
  });
}
