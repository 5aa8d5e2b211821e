/** Registers every row of the contract as a route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Route, type RouteName, routes } from '#contract/api/routes';
import { oncePerKey, readIdempotencyKey } from '../billing/once-per-key.ts';
import type { ServerContext } from '../context.ts';
import { isKnown } from '../http/allowed-methods.ts';
import { authenticate, requireCaller } from '../http/authenticate.ts';
import { registerFormParser } from '../http/body/body-parser.ts';
import type { SentBody } from '../http/body/request-body.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { FormBody } from '../http/form/form-body.ts';
import { sendNotFound } from '../http/not-found.ts';
import { prefersAsync } from '../http/prefer.ts';
import { RowsBody, registerRowsParsers } from '../http/rows/rows-body.ts';
import { isAsyncRoute, requestJob } from '../jobs/request-job.ts';
import { generate } from './generate.ts';
import { getTemplate } from './get-template.ts';
import { htmlToPdf } from './html-to-pdf.ts';
import { addBatchRows } from './jobs/add-batch-rows.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { createBatch } from './jobs/create-batch.ts';
import { getJob } from './jobs/get-job.ts';
import { getJobResult } from './jobs/get-job-result.ts';
import { getJobRows } from './jobs/get-job-rows.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { startBatch } from './jobs/start-batch.ts';
import { listTemplates } from './list-templates.ts';
import { merge } from './merge.ts';
import type { RouteHandler } from './route.ts';
import { usage } from './usage.ts';

const handlers: Readonly<Record<RouteName, RouteHandler>> = {
  listTemplates,
  getTemplate,
  generate,
  merge,
  htmlToPdf,
  createBatch,
  addBatchRows,
  startBatch,
  listJobs,
  getJob,
  getJobRows,
  getJobResult,
  cancelJob,
  usage,
};

export function addApiRoutes(api: FastifyInstance, context: ServerContext): void {
  api.addHook('onRequest', async (request, reply) => {
    if (!(await enterApi(context, request, reply))) return reply;
    return undefined;
  });
  api.setNotFoundHandler(sendNotFound);

  for (const [name, route] of Object.entries<Route>(routes)) {
    const handler = handlers[name as RouteName];
    // Only routes that take files or rows accept them as bodies.
    const within = (add: (scope: FastifyInstance) => void) =>
      route.form || route.takesRows
        ? api.register(async (scope) => {
            if (route.form) registerFormParser(scope);
            if (route.takesRows) registerRowsParsers(scope);
            add(scope);
          })
        : add(api);
    within((scope) =>
      scope.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, ':$1'),
        async handler(request, reply) {
          const done = context.work.begin();
          try {
            const { caller } = request;
            const signal = clientDisconnectSignal(reply);
            const sent = request.body as SentBody | FormBody | RowsBody | undefined;
            const form =
              sent instanceof FormBody
                ? await context.bodies.readForm(sent, { team: caller.team.id, signal })
                : undefined;
            const rows = sent instanceof RowsBody ? sent : undefined;
            const body = sent instanceof FormBody || sent instanceof RowsBody ? undefined : sent;
            const idempotencyKey = route.cost === 0 ? undefined : readIdempotencyKey(request.raw);
            // Earlier versions hashed requests without a body as 'undefined', and their keys are still valid.
            const content = form ? `multipart/form-data ${form.hash}` : (rows?.bytes ?? body ?? 'undefined');
            const identity = [`${request.method} ${request.url}\n`, content];
            const run =
              isAsyncRoute(name) && prefersAsync(request.raw)
                ? requestJob(name, {
                    form: sent instanceof FormBody ? sent : undefined,
                    contentType: request.headers['content-type'],
                  })
                : handler;
            // Runs before every check whose result may have changed since the first request: the template, the schema,
            // the plan.
            const response = await oncePerKey(
              context,
              { team: caller.team, idempotencyKey, identity },
              (keyClaim) =>
                run({
                  context,
                  caller,
                  parameters: request.params,
                  query: request.query,
                  body,
                  form,
                  rows,
                  prefer: request.headers.prefer as string | undefined,
                  keyClaim,
                  requestId: request.id,
                  signal,
                }),
            );
            if ('json' in response) return reply.send(response.json);
            return reply.status(response.status).headers(response.headers).send(response.body);
          } finally {
            done();
          }
        },
      }),
    );
  }
}

/**
 * Runs for every request below the prefix. Returns false if the response was sent already, to a path or method that does
 * not exist; this needs no token, since the paths are public. Throws the errors of `rateLimitRequest` and `requireCaller`.
 */
export async function enterApi(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  reply.header('cache-control', 'no-store');
  const caller = await authenticate(context, request, reply);
  // Otherwise `/templates/` and `GET /templates/merge` would be read as templates with those names.
  if (!isKnown(request)) {
    sendNotFound(request, reply);
    return false;
  }
  request.caller = requireCaller(caller, reply);
  return true;
}
