import { Failure } from '../contract/errors.ts';

/** `limit` in bytes: the operator's, or that of the route. */
export const bodyTooLarge = (limit: number): Failure =>
  new Failure(
    'body_too_large',
    `The request body is too large: it may have ${limit.toLocaleString('en')} bytes at most.`,
  );
