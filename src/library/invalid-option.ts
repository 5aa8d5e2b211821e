/** The error of one wrong option. */
import { Failure } from '#contract/errors';

/**
 * Returns an `invalid_option` that names the option in its message and in `errors`.
 *
 * @example
 * throw invalidOption('token', 'must be the token of a team'); // The token must be the token of a team.
 */
export function invalidOption(name: string, rule: string): Failure {
  const message = `The ${name} ${rule.replace(/(?<![.?!])$/, '.')}`;
  return new Failure('invalid_option', message, { errors: { [name]: [message] } });
}
