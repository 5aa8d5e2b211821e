import { Failure } from '#contract/errors';

/** `limit` is in bytes: the operator's limit or that of the route. */
export const bodyTooLarge = (limit: number): Failure =>
  new Failure(
    'body_too_large',
    `The request body is too large: it may have at most ${limit.toLocaleString('en')} bytes.`,
  );
