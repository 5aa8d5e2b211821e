/**
 * Checks that a request with side effects came from a page of this server. The cookie alone does not prove it: a page
 * on another port of the same host sends it too.
 */
import type { FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';

/** Throws `forbidden`. A browser sends at least one of the two headers, and no page can change them. */
export function assertSameSite({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const own = [`http://${host}`, `https://${host}`, new URL(publicUrl).origin];
  const isOwn = origin === undefined ? site === 'same-origin' : own.includes(origin);
  if (isOwn && (site === undefined || site === 'same-origin')) return;
  throw new Failure('forbidden', 'Only the pages of the studio may do this.');
}
