/** Who may use Gotenberg's routes, and which team pays. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Team } from '#store/teams';
import { requireVerified } from '../billing/require-verified.ts';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { findCaller } from '../http/authenticate.ts';
import { countRequest, tooManyRequests } from '../http/rate-limit-request.ts';
import { GotenbergError } from './answer.ts';
import type { GotenbergSettings } from './variables.ts';

/**
 * Returns the team of the API token, which is sent as `Bearer` or as the password of `Basic`. The first team pays for callers
 * with the user and password of the operator, and for callers without any on a server that only this machine can reach. Counts
 * the request. Throws `GotenbergError` 401, and `rate_limited`.
 */
export async function findPayer(
  context: ServerContext,
  settings: GotenbergSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Team> {
  const { authorization } = request.headers;
  const basic = readBasic(authorization);
  const caller = await findCaller(context, basic ? `Bearer ${basic.password}` : authorization);
  if (caller) request.caller = caller;
  const isOwner =
    !caller &&
    (settings.hasBasicAuth
      ? basic !== undefined && isOperator(settings, basic)
      : authorization === undefined && isOpen(context.config, settings, request));
  const team = caller?.team ?? (isOwner ? await context.store.teams.first() : undefined);
  // The rate limit slows down those who guess passwords.
  const counted = team ? { tokenId: 0, team, scopes: [] } : undefined;
  const { allowed, headers } = await countRequest(context, request.ip, counted);
  reply.headers(headers);
  if (!allowed) throw tooManyRequests();
  if (!team) {
    reply.header('www-authenticate', 'basic realm=Restricted');
    throw new GotenbergError(401, 'Unauthorized');
  }
  requireVerified(team);
  return team;
}

function readBasic(header = ''): { readonly user: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const [, user = '', password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password === undefined ? undefined : { user, password };
}

function isOperator(
  { username, password }: GotenbergSettings,
  given: { readonly user: string; readonly password: string },
): boolean {
  const [isUser, isPassword] = [isEqual(given.user, username), isEqual(given.password, password)];
  return isUser && isPassword;
}

/** Takes the same time wherever the texts differ. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Pages of other sites that a browser on this machine shows can send forms to it too. A browser names their origin, and the
 * host that they asked for, which must not be a name that leads here by accident or malice (DNS rebinding).
 */
function isOpen(
  { host, trustProxy }: Config,
  { hasOidc }: GotenbergSettings,
  request: FastifyRequest,
): boolean {
  if (hasOidc || trustProxy || !isLoopback(host)) return false;
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] === 'cross-site')
    return false;
  const [, asked = ''] = /^(\[[^\]]*\]|[^:]*)/.exec(request.headers.host ?? 'localhost') ?? [];
  return isLoopback(asked.replace(/^\[|\]$/g, ''));
}

const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
