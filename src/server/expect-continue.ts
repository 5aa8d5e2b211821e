/**
 * `Expect: 100-continue` (RFC 9110, section 10.1.1): the caller waits with its body until the server asks for it, so
 * the server asks only when the rest of the request is right.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../contract/errors.ts';
import { bodyTooLarge } from './body-too-large.ts';

/** Requests whose caller waits. */
const waiting = new WeakSet<IncomingMessage>();

export function takeExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    // Whether the body still comes after a final response is the caller's choice, so nothing can follow it.
    response.setHeader('connection', 'close');
    server.emit('request', request, response);
  });
  // An expectation that the server does not know is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Asks for the body of a request that passed every check without it. Throws `body_too_large` and `unsupported_type`
 * where the headers tell already.
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

/** Whether the caller still holds its body back. */
export const holdsBodyBack = ({ raw }: FastifyRequest): boolean => waiting.has(raw);

/** Names the types that the route of the request takes. */
export function unsupportedType({ server }: FastifyRequest): Failure {
  const message = server.hasContentTypeParser('multipart/form-data')
    ? 'The request body must be JSON or a form with files: Content-Type: application/json or multipart/form-data.'
    : 'The request body must be JSON: Content-Type: application/json.';
  return new Failure('unsupported_type', message);
}
