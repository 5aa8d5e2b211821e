/** The HTTP side: every row of the contract as a route, with what holds for all of them. */
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Failure } from '../contract/errors.ts';
import { apiPrefix, type Route, type RouteName, routes } from '../contract/routes-schema.ts';
import { answerFailure } from './answer-failure.ts';
import { authenticate } from './authenticate.ts';
import { callerGone } from './caller-gone.ts';
import { methodsOf } from './known-paths.ts';
import type { RouteHandler } from './route.ts';
import { addBillingRoutes } from './routes/billing.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addDocumentRoutes } from './routes/documents.ts';
import { generate } from './routes/generate.ts';
import { getTemplate } from './routes/get-template.ts';
import { htmlToPdf } from './routes/html-to-pdf.ts';
import { listTemplates } from './routes/list-templates.ts';
import { merge } from './routes/merge.ts';
import { addOperationsRoutes } from './routes/operations.ts';
import { usage } from './routes/usage.ts';
import type { ServerTools } from './tools.ts';

const handlers: Readonly<Record<RouteName, RouteHandler>> = {
  listTemplates,
  getTemplate,
  generate,
  merge,
  htmlToPdf,
  usage,
};

/** Milliseconds. What a slow or dead caller may hold a connection for before it is cut. */
const headersTimeout = 10_000;
const requestTimeout = 60_000;

export function createApp(tools: ServerTools, logger: FastifyBaseLogger): FastifyInstance {
  const { config } = tools;
  const app = Fastify({
    loggerInstance: logger,
    // One line a request, of ours: see `record`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    requestTimeout,
    http: { headersTimeout },
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    // Ours, so that a caller cannot put text into the logs.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, request, reply) => void notFound(request, reply),
    clientErrorHandler: refuseMalformed,
  });

  takeBodiesAsText(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    if (tools.isStopping()) throw new Failure('server_stopping', 'The server is stopping.');
    if (request.headers['content-encoding'] !== undefined) {
      throw new Failure('unsupported_type', 'The request body must not be compressed.');
    }
  });
  app.addHook('onResponse', async (request, reply) => record(tools, request, reply));
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.setNotFoundHandler(notFound);

  app.register(async (api) => addApiRoutes(api, tools), { prefix: apiPrefix });
  addDocumentRoutes(app, tools);
  addDocsRoutes(app, tools);
  addOperationsRoutes(app, tools);
  addBillingRoutes(app, tools);
  return app;
}

function addApiRoutes(api: FastifyInstance, tools: ServerTools): void {
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  api.addHook('onRequest', async (request, reply) => authenticate(tools, request, reply));
  api.setNotFoundHandler(notFound);

  for (const [name, route] of Object.entries<Route>(routes)) {
    const handler = handlers[name as RouteName];
    api.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      async handler(request, reply) {
        const key = request.headers['idempotency-key'];
        const answer = await handler({
          tools,
          caller: request.caller,
          parameters: request.params,
          query: request.query,
          body: request.body as string | undefined,
          idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
          target: `${request.method} ${request.url}`,
          requestId: request.id,
          signal: callerGone(reply),
        });
        if ('json' in answer) return reply.send(answer.json);
        return reply.status(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }
}

/** Bodies stay text until the route is known to be there and allowed; then they are checked in one place. */
function takeBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    // What has no content has no type either, whatever a program says of it.
    if (body.length === 0) return done(null, '');
    done(new Failure('unsupported_type', 'The request body must be JSON: Content-Type: application/json.'));
  });
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsOf(request.url.split('?')[0] ?? '');
  if (allowed.length > 0 && !allowed.includes(request.method)) {
    return reply
      .status(405)
      .header('allow', allowed.join(', '))
      .send({ message: `The method must be one of: ${allowed.join(', ')}.` });
  }
  return reply.status(404).send({ message: 'Not found.' });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter } = answerFailure(ofFramework(error), request.id);
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(status).type('application/json; charset=utf-8').send(body);
}

/** The framework's own refusals of a body, in our words. */
function ofFramework(error: unknown): unknown {
  const code = (error as { code?: string } | null)?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Failure('body_too_large', 'The request body is too large.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Failure('unsupported_type', 'The request body must be JSON: Content-Type: application/json.');
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    const message = 'The request body is not as long as its Content-Length says.';
    return new Failure('invalid_request', message, { errors: { body: [message] } });
  }
  return error;
}

/** What is no HTTP at all, or did not arrive in time, never becomes a request. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (!socket.writable) return void socket.destroy();
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request did not arrive in time.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
        : ['400 Bad Request', 'This is not an HTTP request.'];
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** One line a request. Never a body, a token or a query, which may hold a signature. */
function record({ metrics, log }: ServerTools, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const { method, id: requestId } = request;
  const status = reply.statusCode;
  metrics.requests.inc({ method, route, status });
  metrics.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
  const isNoise = route === '/healthz' || route === '/readyz' || route === '/metrics';
  const team = (request as { caller?: FastifyRequest['caller'] }).caller?.team.id;
  log[isNoise ? 'debug' : 'info'](
    { requestId, method, path: request.url.split('?')[0], status, ms: Math.round(reply.elapsedTime), team },
    'request',
  );
}
