/**
 * `Expect: 100-continue` (RFC 9110, section 10.1.1): the client holds back its body until the server asks for it, so
 * the server asks only if the rest of the request is valid.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { bodyTooLarge } from './body-too-large.ts';

/** Requests whose client is waiting. */
const waiting = new WeakSet<IncomingMessage>();

export function registerExpectContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    // The client may or may not send the body after a final response, so the connection cannot be reused.
    response.setHeader('connection', 'close');
    server.emit('request', request, response);
  });
  // Unknown expectations are ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Asks for the body of a request that passed every check without it. Throws `body_too_large` and `unsupported_type` if
 * the headers already show the fault.
 */
export function askForBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!waiting.has(request.raw)) return;
  const { 'content-length': length, 'content-type': type = '' } = request.headers;
  const { bodyLimit } = request.routeOptions;
  if (Number(length) > bodyLimit) throw bodyTooLarge(bodyLimit);
  const [mediaType = ''] = type.split(';');
  if (Number(length) > 0 && !request.server.hasContentTypeParser(mediaType.trim().toLowerCase())) {
    throw unsupportedType(request);
  }
  waiting.delete(request.raw);
  reply.raw.removeHeader('connection');
  reply.raw.writeContinue();
}

/** Returns whether the client still holds back its body. */
export const holdsBodyBack = ({ raw }: FastifyRequest): boolean => waiting.has(raw);

/** Lists the types that the route of the request accepts. */
export function unsupportedType({ server }: FastifyRequest): Failure {
  const message = server.hasContentTypeParser('text/csv')
    ? 'The request body must be JSON or rows: Content-Type: application/json, application/x-ndjson or text/csv.'
    : server.hasContentTypeParser('multipart/form-data')
      ? 'The request body must be JSON or a form with files: Content-Type: application/json or multipart/form-data.'
      : 'The request body must be JSON: Content-Type: application/json.';
  return new Failure('unsupported_type', message);
}
