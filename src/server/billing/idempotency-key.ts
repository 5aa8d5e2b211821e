/** Reads the `Idempotency-Key` header of a request. */
import type { IncomingMessage } from 'node:http';
import { isOneLine, oneLineFault } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { idempotencyKey as limits } from '#contract/limits';

/** Throws `invalid_request`. */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | undefined {
  const [key, ...others] = headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return undefined;
  // Node would join several headers, and a proxy might forward only one of them.
  if (others.length > 0) throw invalidKey('The Idempotency-Key must be given once.');
  if (key === '' || key.length > limits.maxLength) {
    throw invalidKey(`The Idempotency-Key must have 1 to ${limits.maxLength} characters.`);
  }
  // Node.js reads the bytes of headers as Latin-1, while clients write UTF-8.
  if (!isOneLine(Buffer.from(key, 'latin1').toString()))
    throw invalidKey(`The Idempotency-Key ${oneLineFault}.`);
  return key;
}

const invalidKey = (message: string) =>
  new Failure('invalid_request', message, { errors: { 'Idempotency-Key': [message] } });
