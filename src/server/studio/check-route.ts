/** `POST /studio/api/check`: what a PDF that was previewed holds of PDF/A and PDF/UA. It costs nothing. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import { toCheckView } from '#studio/check-view';
import type { ServerContext } from '../context.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';

export function addCheckRoute(api: FastifyInstance, context: ServerContext): void {
  const { queue, standardsChecker, config, work } = context;
  api.register(async (scope) => {
    scope.addContentTypeParser(
      'application/pdf',
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    scope.post('/check', { bodyLimit: config.bodyLimit }, async ({ caller, body }, reply) => {
      if (!(body instanceof Buffer)) throw new Failure('invalid_pdf', 'The request body must be a PDF.');
      const done = work.begin();
      const deadline = new Deadline(config.timeout, clientDisconnectSignal(reply), { audience: 'api' });
      try {
        // In the turn of its team, like a render.
        const checked = await queue.run(caller.team.id, deadline.signal, () =>
          standardsChecker.describe(body, deadline),
        );
        if ('unreadable' in checked) throw new Failure('invalid_pdf', checked.unreadable);
        return { data: toCheckView(checked) };
      } finally {
        deadline.close();
        done();
      }
    });
  });
}
