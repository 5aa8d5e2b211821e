/** A failure with another word on what to do about it. */
import { Failure } from '../../contract/errors.ts';

/** The hint stands after the failure's own. */
export function withHint(failure: Failure, further: string): Failure {
  const { code, message, hint = '', errors, location, facts, cause } = failure;
  return new Failure(code, message, {
    hint: `${hint} ${further}`.trim(),
    ...(cause === undefined ? {} : { cause }),
    ...(errors ? { errors } : {}),
    ...(location ? { location } : {}),
    ...(facts ? { facts } : {}),
  });
}
