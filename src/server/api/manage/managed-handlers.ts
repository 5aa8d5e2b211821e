/** Registers every row of the management contract as a route, for callers whose token has its scope. */
import type { FastifyInstance } from 'fastify';
import type { ManageRoute } from '#contract/manage/manage-route';
import { type ManageRouteName, manageRoutes } from '#contract/manage/manage-routes';
import type { ServerContext } from '../../context.ts';
import type { SentBody } from '../../http/body/request-body.ts';
import { clientDisconnectSignal } from '../../http/client-disconnect.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { TemplateChecker } from '../../template-check/template-checker.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { getWebhook } from '../webhooks/get-webhook.ts';
import { getWebhookSecret } from '../webhooks/get-webhook-secret.ts';
import { listDeliveries } from '../webhooks/list-deliveries.ts';
import { listWebhooks } from '../webhooks/list-webhooks.ts';
import { redeliver } from '../webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../webhooks/test-webhook.ts';
import { updateWebhook } from '../webhooks/update-webhook.ts';
import { deleteTemplate } from './delete-template.ts';
import { getManagedTemplate } from './get-managed-template.ts';
import { getTemplateFiles } from './get-template-files.ts';
import { getTemplateVersion } from './get-template-version.ts';
import { listManagedTemplates } from './list-managed-templates.ts';
import type { ManageHandler } from './manage-handler.ts';
import { publishTemplate } from './publish-template.ts';
import { pushTemplate } from './push-template.ts';
import { renameTemplate } from './rename-template.ts';
import { requireManagementScope } from './require-management-scope.ts';

const handlers: Readonly<Record<ManageRouteName, ManageHandler>> = {
  listManagedTemplates,
  pushTemplate,
  getManagedTemplate,
  renameTemplate,
  deleteTemplate,
  publishTemplate,
  getTemplateVersion,
  getTemplateFiles,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  getWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,
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
  for (const [name, { method, path, body, scope }] of Object.entries<ManageRoute>(manageRoutes)) {
    const handler = handlers[name as ManageRouteName];
    routes.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(body ? { bodyLimit: Math.max(pushLimit, context.config.bodyLimit) } : {}),
      onRequest: async ({ caller }) => requireManagementScope(caller, scope),
      async handler({ caller, params, query, body }, reply) {
        const done = context.work.begin();
        try {
          const response = await handler({
            context,
            checker,
            team: caller.team,
            tokenId: caller.tokenId,
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
