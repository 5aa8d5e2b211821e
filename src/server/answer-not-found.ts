/** A path that is not there (404), or is there for other methods (405). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { methodsOf } from './known-paths.ts';

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsOf(request);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return reply.status(404).send({ message: 'Not found.', code: 'not_found' });
  }
  return reply
    .status(405)
    .header('allow', allowed.join(', '))
    .send({
      message: `The method must be one of: ${allowed.join(', ')}.`,
      code: 'method_not_allowed',
    });
}
