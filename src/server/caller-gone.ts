/** Notices a caller who hangs up before the answer, so that nothing is rendered or charged for nobody. */
import type { FastifyReply } from 'fastify';

/**
 * Fastify's own `request.signal` watches the request, which node closes as soon as its body is read; the answer's
 * connection is what tells.
 */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (raw.writableEnded) return;
    controller.abort(new DOMException('The caller hung up.', 'AbortError'));
  };
  if (raw.destroyed) check();
  else raw.once('close', check);
  return controller.signal;
}
