/** Adds a further hint to a failure. */
import { Failure } from '#contract/errors';

/** The hint gets its own line after the failure's, which may end with a command. */
export function withHint(failure: Failure, further: string): Failure {
  const { code, message, hint = '', errors, location, facts, cause } = failure;
  return new Failure(code, message, {
    hint: `${hint}\n${further}`.trim(),
    cause,
    errors,
    location,
    facts,
  });
}
