/** The management of templates over HTTP: every row of its contract as a route, for tokens with its scope only. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../contract/errors.ts';
import { manageDocument } from '../../contract/manage-openapi-schema.ts';
import { type ManageRoute, type ManageRouteName, manageRoutes } from '../../contract/manage-routes-schema.ts';
import type { Authenticated } from '../../store/tokens.ts';
import { answerNotFound } from '../answer-not-found.ts';
import { enterApi } from '../api-routes.ts';
import type { ServerTools } from '../tools.ts';
import { getManagedTemplate } from './get-managed-template.ts';
import { getTemplateFiles } from './get-template-files.ts';
import { getTemplateVersion } from './get-template-version.ts';
import { listManagedTemplates } from './list-managed-templates.ts';
import type { ManageHandler } from './manage-handler.ts';
import { publishTemplate } from './publish-template.ts';
import { pushTemplate } from './push-template.ts';
import { startTemplateChecker } from './template-checker.ts';

const handlers: Readonly<Record<ManageRouteName, ManageHandler>> = {
  listManagedTemplates,
  pushTemplate,
  getManagedTemplate,
  publishTemplate,
  getTemplateVersion,
  getTemplateFiles,
};

/** Bytes: 20 MB of files as base64, and as many paths as a template may have. Not the operator's limit for PDFs. */
const pushLimit = 32_000_000;

export function addManageRoutes(manage: FastifyInstance, tools: ServerTools): void {
  const checker = startTemplateChecker();
  manage.addHook('onClose', () => checker.close());
  const { publicUrl, version, config } = tools;
  // What it says is in the documentation too.
  manage.get('/openapi.json', async () => manageDocument({ serverUrl: publicUrl(), version }));

  manage.register(async (routes) => {
    routes.addHook('onRequest', async (request, reply) => {
      enterApi(tools, request, reply);
      if (!request.is404) requireScope(request.caller);
    });
    routes.setNotFoundHandler(answerNotFound);
    for (const [name, { method, path, body }] of Object.entries<ManageRoute>(manageRoutes)) {
      const handler = handlers[name as ManageRouteName];
      routes.route<{ Params: Record<string, string> }>({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        ...(body ? { bodyLimit: Math.max(pushLimit, config.bodyLimit) } : {}),
        async handler({ caller, params, body }) {
          const done = tools.work.begin();
          try {
            const answer = await handler({
              tools,
              checker,
              team: caller.team,
              parameters: params,
              body: body as string | undefined,
            });
            return { data: answer };
          } finally {
            done();
          }
        },
      });
    }
  });
}

function requireScope({ scopes }: Authenticated): void {
  const required_scope = 'templates:write';
  if (scopes.includes(required_scope)) return;
  throw new Failure('forbidden', `Managing templates needs a token with the scope ${required_scope}.`, {
    facts: { required_scope },
  });
}
