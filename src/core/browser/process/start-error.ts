/** Why a browser's process failed to start. */
import type { Failure } from '../../../contract/errors.ts';

/** Contains no paths or variables, so it is safe in responses that any client can read. */
export type StartReason =
  | 'no browser was found'
  | 'its sandbox cannot start'
  | 'its file cannot be executed'
  | 'it ended right after starting'
  | 'it did not respond'
  | 'there is no temporary directory to use'
  | 'it could not be started';

export class StartError extends Error {
  readonly reason: StartReason;
  /** The last 8 KB that the process wrote to stderr. */
  readonly stderr: string;

  constructor(reason: StartReason, message: string, stderr = '') {
    super(message);
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** Returns the reason for a failure that `launch` or `findBrowser` threw. */
export function startReason({ code, cause }: Failure): StartReason {
  if (code === 'browser_missing') return 'no browser was found';
  if (code === 'sandbox_unavailable') return 'its sandbox cannot start';
  return cause instanceof StartError ? cause.reason : 'it could not be started';
}
