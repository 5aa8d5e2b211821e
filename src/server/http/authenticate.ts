/** Authenticates the caller and applies the rate limit, before every route of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import type { Authenticated } from '#store/tokens';
import { requireVerified } from '../billing/require-verified.ts';
import type { ServerContext } from '../context.ts';
import { rateLimitRequest } from './rate-limit-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request with a valid token. */
    caller: Authenticated;
  }
}

/** Counts the request for its team, or for its address if the caller is unknown. Throws `rate_limited`. */
export async function authenticate(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Authenticated | undefined> {
  const caller = await findCaller(context, request.headers.authorization);
  // Before anything is refused, so that the log names the caller of a refused request too.
  if (caller) request.caller = caller;
  await rateLimitRequest(context, request, reply, caller);
  return caller;
}

/**
 * The body of a 401 is always the same, so the header tells a token that is not accepted from one that was not sent as it
 * should be. RFC 6750, section 3.1, names no error where there is no token, so the realm says how to send one.
 */
const missingChallenge = 'Bearer realm="pdfapi: send the header Authorization: Bearer <token>"';
const refusedChallenge =
  'Bearer realm="pdfapi", error="invalid_token", error_description="The token is mistyped, unknown, expired or revoked"';

/** Returns the caller if it may use the API. Throws `unauthenticated` and `email_unverified`. */
export function requireCaller(caller: Authenticated | undefined, reply: FastifyReply): Authenticated {
  if (!caller) {
    const found = bearerToken(reply.request.headers.authorization) !== undefined;
    reply.header('www-authenticate', found ? refusedChallenge : missingChallenge);
    throw new Failure('unauthenticated', 'Unauthenticated.');
  }
  requireVerified(caller.team);
  return caller;
}

/** Returns the owner of the token in an `Authorization` header. Throws `clock_unconfirmed`. */
export async function findCaller(
  { store, now }: Pick<ServerContext, 'store' | 'now'>,
  header: string | undefined,
): Promise<Authenticated | undefined> {
  const token = bearerToken(header);
  if (token === undefined) return undefined;
  const caller = await store.tokens.authenticate(token, now());
  // By a clock that is years ahead, every token has expired that ever will.
  if (!caller) store.clock.assertTrusted();
  return caller;
}

/** The name of the scheme is case-insensitive (RFC 9110, section 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
