/** Responds to requests that match no route: 404, or 405 if the path has other methods. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors';
import { hideTokens } from '#contract/token';
import { findMethods } from './allowed-methods.ts';

export interface NotFound {
  readonly status: 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly message: string; readonly code: ErrorCode; readonly hint?: string | undefined };
}

/** `url` is the request target, including its query. */
export function notFound(url: string, method: string): NotFound {
  const allowed = findMethods({ url });
  if (allowed.length === 0 || allowed.includes(method)) return pathNotFound(url);
  const allow = allowed.join(', ');
  const message = `The method must be one of: ${allow}.`;
  return { status: 405, headers: { allow }, body: { message, code: 'method_not_allowed' } };
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = notFound(request.url, request.method);
  return reply.status(status).headers(headers).send(body);
}

function pathNotFound(url: string): NotFound {
  const [path = ''] = url.split('?');
  const shorter = path.replace(/\/{1,20}$/, '');
  const isSlip = shorter !== path && findMethods({ url: shorter }).length > 0;
  const hint = `This path has no trailing slash: ${hideTokens(shorter)}`;
  const body = { message: 'Not found.', code: 'not_found', hint: isSlip ? hint : undefined } as const;
  return { status: 404, headers: {}, body };
}
