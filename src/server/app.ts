/** The HTTP side: what holds for every request, whichever route it is for. */
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Failure } from '../contract/errors.ts';
import { managePrefix } from '../contract/manage-routes-schema.ts';
import { apiPrefix } from '../contract/routes-schema.ts';
import { answerNotFound } from './answer-not-found.ts';
import { addApiRoutes, enterApi } from './api-routes.ts';
import { describeRequest } from './describe-request.ts';
import { askForBody, takeExpectations } from './expect-continue.ts';
import { isOfApi } from './known-paths.ts';
import { lingerAfterAnswer } from './linger.ts';
import { addManageRoutes } from './manage/manage-routes.ts';
import { startTemplateChecker } from './manage/template-checker.ts';
import { recordRequest } from './record-request.ts';
import { refuse } from './refuse.ts';
import { refuseMalformed } from './refuse-malformed.ts';
import { addBillingRoutes } from './routes/billing.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addDocumentRoutes } from './routes/documents.ts';
import { addOperationsRoutes, isForOperators } from './routes/operations.ts';
import { addRootRoute } from './routes/root.ts';
import { addStudioRoutes, studioPrefix } from './studio/studio-routes.ts';
import { takeBodies } from './take-bodies.ts';
import type { ServerTools } from './tools.ts';
import type { ParseError } from './unparsed-request.ts';

const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD';

export function createApp(tools: ServerTools, logger: FastifyBaseLogger): FastifyInstance {
  const { config, patience } = tools;
  const app = Fastify({
    loggerInstance: logger,
    // One line a request, of ours: see `recordRequest`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyLimit,
    requestTimeout: patience.request,
    // A connection on which nothing moves is cut, but not while a document is rendered.
    connectionTimeout: config.timeout + patience.request,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.check,
      // Nothing here depends on the name that a caller uses.
      requireHostHeader: false,
    },
    // The address that the proxy in front of us adds. What stands before it, the caller may have made up.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    return503OnClosing: false,
    // Ours, so that a caller cannot put text into the logs.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be decoded, before any hook.
    frameworkErrors: (_error, request, reply) => {
      try {
        describeRequest(request, reply);
        if (isOfApi(request.url) && enterApi(tools, request, reply)) return;
        answerNotFound(request, reply);
      } catch (error) {
        refuse(error, request, reply);
      }
    },
    clientErrorHandler: (error, socket) => refuseMalformed(tools, error as unknown as ParseError, socket),
  });
  takeExpectations(app.server);
  takeBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    describeRequest(request, reply);
    lingerAfterAnswer(request.raw, reply.raw, patience.linger);
    recordRequest(tools, request, reply);
  });
  // After every `onRequest`, so that what is refused here has the headers of its route.
  app.addHook('preParsing', async (request, reply) => {
    if (tools.isStopping() && !isForOperators(request)) {
      throw new Failure('server_stopping', 'The server is stopping.');
    }
    // Before the body is looked at: a wrong address is the greater mistake.
    if (request.is404) return answerNotFound(request, reply);
    if (!isBodyless(request.method) && request.headers['content-encoding'] !== undefined) {
      throw new Failure('unsupported_encoding', 'The request body must not be compressed.');
    }
    askForBody(request, reply);
    if (!reply.raw.destroyed) reply.raw.once('close', tools.work.begin());
    return undefined;
  });
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  app.setNotFoundHandler(answerNotFound);

  app.register(async (api) => addApiRoutes(api, tools), { prefix: apiPrefix });
  // One for all routes, so that all checks of a team share its turn.
  const checker = startTemplateChecker();
  app.addHook('onClose', () => checker.close());
  app.register(async (manage) => addManageRoutes(manage, tools, checker), { prefix: managePrefix });
  app.register(async (studio) => addStudioRoutes(studio, tools, checker), { prefix: studioPrefix });
  addRootRoute(app, tools);
  addDocumentRoutes(app, tools);
  addDocsRoutes(app, tools);
  addOperationsRoutes(app, tools);
  addBillingRoutes(app, tools);
  return app;
}
