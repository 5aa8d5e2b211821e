/** Counts a request and reports the limit in the response headers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../contract/errors.ts';
import type { Authenticated } from '../../store/tokens.ts';
import type { ServerContext } from '../context.ts';

/** Unknown callers are counted by their address, which makes guessing tokens slow. Throws `rate_limited`. */
export function rateLimitRequest(
  context: Pick<ServerContext, 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Authenticated | undefined,
): void {
  const { allowed, headers } = countRequest(context, request.ip, caller);
  reply.headers(headers);
  if (!allowed) throw tooManyRequests();
}

/** Counts a request for its team, or for its address if the caller is unknown. */
export function countRequest(
  { rateLimiter }: Pick<ServerContext, 'rateLimiter'>,
  address: string,
  caller: Authenticated | undefined,
): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> } {
  if (!rateLimiter) return { allowed: true, headers: {} };
  const bucket = caller ? `team ${caller.team.id}` : `address ${address}`;
  const { allowed, limit, remaining, resetAt, retryAfter } = rateLimiter.take(bucket);
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
  return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': String(retryAfter) } };
}

export const tooManyRequests = () => new Failure('rate_limited', 'Too Many Requests.');
