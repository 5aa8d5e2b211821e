/** The management of templates and webhooks over HTTP: registers every row of its contract as a route. */
import type { FastifyInstance } from 'fastify';
import { manageDocument } from '#contract/openapi/manage-document';
import type { ServerContext } from '../../context.ts';
import { sendNotFound } from '../../http/not-found.ts';
import type { TemplateChecker } from '../../template-check/template-checker.ts';
import { enterApi } from '../api-routes.ts';
import { addManagedHandlers } from './managed-handlers.ts';

export function addManageRoutes(
  manage: FastifyInstance,
  context: ServerContext,
  checker: TemplateChecker,
): void {
  const { publicUrl, version } = context;
  // Public, since the documentation contains the same content.
  manage.get('/openapi.json', async () => manageDocument({ serverUrl: publicUrl(), version }));

  manage.register(async (routes) => {
    routes.addHook('onRequest', async (request, reply) => {
      if (!(await enterApi(context, request, reply))) return reply;
      return undefined;
    });
    routes.setNotFoundHandler(sendNotFound);
    addManagedHandlers(routes, context, checker);
  });
}
