/** `POST /studio/api/preview`, one at a time for each open page. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors';
import { pushLimit } from '../api/manage/managed-handlers.ts';
import type { ServerContext } from '../context.ts';
import type { SentBody } from '../http/body/request-body.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';
import { preview } from './preview.ts';

export function addPreviewRoute(
  api: FastifyInstance,
  context: ServerContext,
  checker: TemplateChecker,
): void {
  /** Token and page → the running preview. A newer one cancels it, so that no unwanted preview is rendered. */
  const running = new Map<string, AbortController>();
  const bodyLimit = Math.max(pushLimit, context.config.bodyLimit);
  api.post<{ Querystring: { page?: unknown } }>('/preview', { bodyLimit }, async (request, reply) => {
    const { caller, body, query } = request;
    const { team, tokenId } = caller;
    const done = context.work.begin();
    const newest = new AbortController();
    const page = `${tokenId} ${String(query.page ?? '').slice(0, 40)}`;
    running.get(page)?.abort(new Failure('interrupted', 'A newer preview has started.'));
    running.set(page, newest);
    const signal = AbortSignal.any([newest.signal, clientDisconnectSignal(reply)]);
    try {
      const { pdf, warnings } = await preview({
        context,
        checker,
        team,
        body: body as SentBody | undefined,
        signal,
      });
      return reply.type('application/pdf').header('x-warnings', asHeader(warnings)).send(pdf);
    } finally {
      if (running.get(page) === newest) running.delete(page);
      done();
    }
  });
}

/** Clients accept headers of some kilobytes, so only as many warnings are included as fit. */
function asHeader(warnings: readonly string[]): string {
  const maxCharacters = 4_000;
  for (let count = warnings.length; ; count--) {
    const text = encodeURIComponent(JSON.stringify(warnings.slice(0, count)));
    if (text.length <= maxCharacters || count === 0) return text;
  }
}
