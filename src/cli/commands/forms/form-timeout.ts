/** The time that `fields` and `fill` have. */
import { Failure } from '#contract/errors';
import { defaultTimeoutMs } from '#runtime/deadline';
import { adviseMoreTime } from '#runtime/timeout-advice';

/** Names the option in the error of a limit of time; returns any other error unchanged. */
export function withTimeoutOption(error: unknown, timeoutMs: number = defaultTimeoutMs): unknown {
  if (!(error instanceof Failure && error.code === 'timeout')) return error;
  return new Failure('timeout', error.message, { cause: error, hint: adviseMoreTime('command', timeoutMs) });
}
