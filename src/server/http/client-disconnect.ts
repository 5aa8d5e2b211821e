/** Detects a client that disconnects before its response, so that nothing is rendered or charged in vain. */
import type { FastifyReply } from 'fastify';

/**
 * Fastify's own `request.signal` watches the request, which node closes as soon as its body is read. Only the
 * connection of the response shows whether the client is still connected.
 */
export function clientDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (raw.writableEnded) return;
    controller.abort(new DOMException('The client disconnected.', 'AbortError'));
  };
  if (raw.destroyed) check();
  else raw.once('close', check);
  return controller.signal;
}
