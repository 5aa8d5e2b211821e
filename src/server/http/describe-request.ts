/** Sets the headers that every response has. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export function describeRequest(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
}
