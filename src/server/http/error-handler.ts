/** Maps any error of a route or of the framework to the response of its request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, Failure } from '#contract/errors';
import { findSystemLimit, systemLimitFailure } from '#contract/files/system-limit';
import { liftForHeader, liftForLog } from '../billing/lift-command.ts';
import type { Config } from '../config.ts';
import { bodyTooLarge } from './body-too-large.ts';
import { holdsBodyBack, unsupportedType } from './expect-continue.ts';
import { toFailureResponse } from './failure-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The command with which the operator lifts the limit that refused the request, for its line in the log. */
    advice?: string | undefined;
  }
}

export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): FastifyReply {
  // Otherwise the connection would close immediately, and a client that is still sending would never see the reason.
  if (!holdsBodyBack(request)) reply.removeHeader('connection');
  const { status, body, retryAfter } = toFailureResponse(ofFramework(error, request), request.id);
  if (error instanceof Failure) advise(error.code, request, reply, config);
  // A client that disconnected is not a fault, and no response can reach it.
  if (!reply.raw.destroyed) logFailure(error, status, request);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (error instanceof Failure && error.code === 'server_stopping') reply.header('connection', 'close');
  return reply.status(status).type('application/json; charset=utf-8').send(body);
}

/** The response tells it in a header, since its body is that of the API. */
function advise(code: ErrorCode, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const team = (request as { caller?: FastifyRequest['caller'] }).caller?.team;
  if (!team) return;
  request.advice = liftForLog(code, team, config);
  const hint = liftForHeader(code, team, config);
  if (hint !== undefined) reply.header('pdfapi-hint', hint);
}

/**
 * Only a bug is logged with its stack. A full queue, or a quota that is held, is logged like any other response, by the line of its request:
 * clients can cause it as often as they like. A failing browser or disk gets a line for the operator.
 */
function logFailure(error: unknown, status: number, { log, id: requestId }: FastifyRequest): void {
  if (status === 500) log.error({ err: error, requestId }, 'request failed');
  if (status !== 503) return;
  const limit = findSystemLimit(error);
  const failure = limit ? systemLimitFailure(limit) : error;
  if (!(failure instanceof Failure)) return;
  const { code, message } = failure;
  if (code === 'queue_full' || code === 'quota_reserved' || code === 'server_stopping') return;
  log.warn({ requestId, code, reason: message }, 'request not served');
}

/** Translates the framework's own errors about a body into the messages of this API. */
function ofFramework(error: unknown, request: FastifyRequest): unknown {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return bodyTooLarge(request.routeOptions.bodyLimit);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return unsupportedType(request);
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    const message = 'The request body does not have the length given in its Content-Length.';
    return new Failure('invalid_request', message, { errors: { body: [message] } });
  }
  return error;
}
