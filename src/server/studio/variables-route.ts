/**
 * `POST /studio/api/variables`: what unsaved files read from their data, for the completion of the editor. `schema` is null
 * while they are no valid template. It costs nothing.
 */
import type { FastifyInstance } from 'fastify';
import { pushLimit } from '../api/manage/managed-handlers.ts';
import { pushedFiles } from '../api/manage/pushed-files.ts';
import type { ServerContext } from '../context.ts';
import type { SentBody } from '../http/body/request-body.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';

export function addVariablesRoute(
  api: FastifyInstance,
  { store, bodies, work, config }: ServerContext,
  checker: TemplateChecker,
): void {
  const bodyLimit = Math.max(pushLimit, config.bodyLimit);
  api.post('/variables', { bodyLimit }, async ({ caller, body }, reply) => {
    const { id: team } = caller.team;
    const done = work.begin();
    const signal = clientDisconnectSignal(reply);
    try {
      const { value } = await bodies.read('preview', body as SentBody | undefined, { team, signal });
      const known = (await store.templates.byName(team, value.name))?.id;
      const files = await pushedFiles(store, known, value.files);
      return { data: { schema: (await checker.schema(files, value.name, team, signal)) ?? null } };
    } finally {
      done();
    }
  });
}
