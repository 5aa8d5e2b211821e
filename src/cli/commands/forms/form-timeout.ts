/** The time that `fields` and `fill` have. */
import { Failure } from '../../../contract/errors.ts';
import { defaultTimeoutMs } from '../../../core/deadline.ts';
import { adviseMoreTime } from '../../../core/timeout/timeout-advice.ts';

/** Names the option in the error of a limit of time; returns any other error unchanged. */
export function withTimeoutOption(error: unknown, timeoutMs: number = defaultTimeoutMs): unknown {
  if (!(error instanceof Failure && error.code === 'timeout')) return error;
  return new Failure('timeout', error.message, { cause: error, hint: adviseMoreTime('command', timeoutMs) });
}
