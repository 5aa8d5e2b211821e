/** stdin is one stream: the first reader consumes it. */
import { Failure } from '#contract/errors';

/** Throws `usage` if more than one of the inputs is `-`. */
export function assertSingleStdin(inputs: readonly (string | undefined)[]): void {
  if (inputs.filter((input) => input === '-').length < 2) return;
  throw new Failure('usage', 'stdin can be read only once.', { hint: 'Give one of the inputs as a file.' });
}
