/** The name of an input in the errors about it. */
import { Failure } from '../../contract/errors.ts';

/** Returns an `invalid_pdf` with the name of the PDF, and any other error unchanged. */
export function namedFailure(error: unknown, name: string): unknown {
  if (!(error instanceof Failure && error.code === 'invalid_pdf')) return error;
  return new Failure(error.code, `${name}: ${error.message}`, { cause: error, hint: error.hint });
}
