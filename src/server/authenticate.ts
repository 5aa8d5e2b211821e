/** Who asks, and whether they may ask again already: what comes before every route of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/errors.ts';
import type { Authenticated } from '../store/tokens.ts';
import { limitRate } from './limit-rate.ts';
import { requireVerified } from './require-verified.ts';
import type { ServerTools } from './tools.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request that reaches a route of the API. */
    caller: Authenticated;
  }
}

/** Throws `rate_limited`, `unauthenticated` and `email_unverified`, in this order of cost. */
export function authenticate(tools: ServerTools, request: FastifyRequest, reply: FastifyReply): void {
  const { store, now } = tools;
  const token = bearerToken(request.headers.authorization);
  const caller = token === undefined ? undefined : store.tokens.authenticate(token, now());
  limitRate(tools, request, reply, caller);
  // Whether a path exists is no secret: the document is public.
  if (request.is404) return;
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw new Failure('unauthenticated', 'Unauthenticated.');
  }
  requireVerified(caller.team);
  request.caller = caller;
}

/** The scheme's name is in any case (RFC 9110, section 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
