/** Registers every row of the management contract as a route, for callers that are already authorized. */
import type { FastifyInstance } from 'fastify';
import {
  type ManageRoute,
  type ManageRouteName,
  manageRoutes,
} from '../../../contract/manage/manage-routes.ts';
import type { ServerContext } from '../../context.ts';
import type { SentBody } from '../../http/body/request-body.ts';
import { clientDisconnectSignal } from '../../http/client-disconnect.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { TemplateChecker } from '../../rendering/template-check/template-checker.ts';
import { deleteTemplate } from './delete-template.ts';
import { getManagedTemplate } from './get-managed-template.ts';
import { getTemplateFiles } from './get-template-files.ts';
import { getTemplateVersion } from './get-template-version.ts';
import { listManagedTemplates } from './list-managed-templates.ts';
import type { ManageHandler } from './manage-handler.ts';
import { publishTemplate } from './publish-template.ts';
import { pushTemplate } from './push-template.ts';
import { renameTemplate } from './rename-template.ts';

const handlers: Readonly<Record<ManageRouteName, ManageHandler>> = {
  listManagedTemplates,
  pushTemplate,
  getManagedTemplate,
  renameTemplate,
  deleteTemplate,
  publishTemplate,
  getTemplateVersion,
  getTemplateFiles,
};

/**
 * In bytes: 20 MB of files as base64, and the maximum number of paths. Independent of the operator's limit for PDFs.
 */
export const pushLimit = 32_000_000;

/** The caller of each request must be set by `routes`. */
export function addManagedHandlers(
  routes: FastifyInstance,
  context: ServerContext,
  checker: TemplateChecker,
): void {
  for (const [name, { method, path, body }] of Object.entries<ManageRoute>(manageRoutes)) {
    const handler = handlers[name as ManageRouteName];
    routes.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(body ? { bodyLimit: Math.max(pushLimit, context.config.bodyLimit) } : {}),
      async handler({ caller, params, query, body }, reply) {
        const done = context.work.begin();
        try {
          const response = await handler({
            context,
            checker,
            team: caller.team,
            parameters: params,
            query,
            body: body as SentBody | undefined,
            signal: clientDisconnectSignal(reply),
          });
          const { body: json, length } = jsonBody({ data: response });
          return reply
            .type('application/json; charset=utf-8')
            .header('content-length', String(length))
            .send(json);
        } finally {
          done();
        }
      },
    });
  }
}
