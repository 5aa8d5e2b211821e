/** The name of an input in the errors about it. */
import { Failure } from '#contract/errors';

/** Returns an `invalid_pdf` and a `timeout` with the name of the PDF, and any other error unchanged. */
export function namedFailure(error: unknown, name: string): unknown {
  if (!(error instanceof Failure && ['invalid_pdf', 'timeout'].includes(error.code))) return error;
  return new Failure(error.code, `${name}: ${error.message}`, { cause: error, hint: error.hint });
}
