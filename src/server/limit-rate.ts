/** Counts a request of a bucket and says so in the answer's headers. */
import type { FastifyReply } from 'fastify';
import { Failure } from '../contract/errors.ts';
import type { ServerTools } from './tools.ts';

/** Throws `rate_limited`. */
export function limitRate(
  { rateLimiter }: Pick<ServerTools, 'rateLimiter'>,
  reply: FastifyReply,
  bucket: string,
): void {
  if (!rateLimiter) return;
  const { allowed, limit, remaining, resetAt, retryAfter } = rateLimiter.take(bucket);
  reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  });
  if (allowed) return;
  reply.header('retry-after', String(retryAfter));
  throw new Failure('rate_limited', 'Too Many Requests.');
}
