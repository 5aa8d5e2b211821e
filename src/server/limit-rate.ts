/** Counts a request and says so in the answer's headers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/errors.ts';
import type { Authenticated } from '../store/tokens.ts';
import type { ServerTools } from './tools.ts';

/** Strangers are counted by their address, so that guessing tokens is slow. Throws `rate_limited`. */
export function limitRate(
  { rateLimiter }: Pick<ServerTools, 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Authenticated | undefined,
): void {
  if (!rateLimiter) return;
  const bucket = caller ? `team ${caller.team.id}` : `address ${request.ip}`;
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
