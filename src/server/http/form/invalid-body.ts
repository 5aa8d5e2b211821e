import { Failure } from '#contract/errors';

/** A fault of the whole body. `what` continues the sentence "The request body ". */
export function invalidBody(what: string): Failure {
  const message = `The request body ${what}`;
  return new Failure('invalid_request', message, { errors: { body: [message] } });
}
