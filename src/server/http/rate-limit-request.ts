/** Counts a request and reports the limit in the response headers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { rateLimit } from '#contract/limits';
import type { Authenticated } from '#store/tokens';
import type { ServerContext } from '../context.ts';
import type { RateLimitState } from './rate-limiter.ts';

type RateLimitContext = Pick<ServerContext, 'config' | 'rateLimiter' | 'store'>;

/** Unknown callers are counted by their address, which makes guessing tokens slow. Throws `rate_limited`. */
export async function rateLimitRequest(
  context: RateLimitContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Authenticated | undefined,
): Promise<void> {
  const { allowed, headers } = await countRequest(context, request.ip, caller);
  reply.headers(headers);
  if (!allowed) throw tooManyRequests();
}

/** Counts a request for its team, or for its address if the caller is unknown. */
export async function countRequest(
  context: RateLimitContext,
  address: string,
  caller: Authenticated | undefined,
): Promise<{ readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> }> {
  const limit = caller?.team.rateLimit ?? context.config.rateLimit;
  if (limit === 0) return { allowed: true, headers: {} };
  const { allowed, remaining, resetAt, retryAfter } = caller
    ? await takeOfTeam(context, caller.team.id, limit)
    : // Stays in this process: a caller without a token must never cause a write.
      context.rateLimiter.take(`address ${address}`, limit);
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
  return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': String(retryAfter) } };
}

/** Servers that share a database count the requests of a team together. */
async function takeOfTeam(
  { store, rateLimiter }: RateLimitContext,
  team: number,
  limit: number,
): Promise<RateLimitState> {
  const bucket = `team ${team}`;
  if (!store.rateWindows) return rateLimiter.take(bucket, limit);
  const { isCounted, used, endsAt, now } = await store.rateWindows.take(
    bucket,
    limit,
    rateLimit.windowSeconds,
  );
  return {
    allowed: isCounted,
    remaining: Math.max(0, limit - used),
    resetAt: Math.ceil(endsAt / 1000),
    retryAfter: Math.max(1, Math.ceil((endsAt - now) / 1000)),
  };
}

export const tooManyRequests = () => new Failure('rate_limited', 'Too Many Requests.');
