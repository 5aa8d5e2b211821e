/** The routes without a form: health, version, metrics, debug, and the first page. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { Readiness } from '../operations/readiness.ts';
import { findPayer } from './caller.ts';
import { sendJson } from './send-answer.ts';
import type { GotenbergSettings } from './variables.ts';

/** The version of Gotenberg whose routes and fields these are: clients compare it. */
const gotenbergVersion = '8.36.0';

const firstPage =
  'Hey, Gotenberg has no UI, it\'s an API. Head to the <a href="https://gotenberg.dev">documentation</a> to learn how to interact with it 🚀';

/** What Gotenberg's routes need of the server. */
export interface GotenbergServices {
  readonly context: ServerContext;
  readonly settings: GotenbergSettings;
  readonly readiness: Readiness;
}

export function addStatusRoutes(
  scope: FastifyInstance,
  { context, settings, readiness }: GotenbergServices,
): void {
  // With a user and a password, Gotenberg asks for them everywhere but at /health.
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    if (settings.hasBasicAuth || settings.hasOidc) await findPayer(context, settings, request, reply);
  };
  const options = (isQuiet: boolean): RouteShorthandOptions => ({ config: { isQuiet }, onRequest: guard });

  scope.get('/', options(settings.isRootQuiet), async (_request, reply) =>
    reply.type('text/html; charset=UTF-8').send(firstPage),
  );
  scope.get('/favicon.ico', options(false), async (_request, reply) => reply.status(204).send());
  scope.get('/version', options(settings.isVersionQuiet), async (_request, reply) =>
    reply.type('text/plain; charset=UTF-8').send(gotenbergVersion),
  );

  scope.get('/health', { config: { isQuiet: settings.isHealthQuiet } }, async (_request, reply) => {
    const { isReady } = await readiness.ask();
    const status = isReady && !context.isDraining() ? 'up' : 'down';
    const details = { chromium: { status, timestamp: context.now().toISOString() } };
    return reply.status(status === 'up' ? 200 : 503).send({ status, details });
  });

  if (settings.hasDebug) {
    scope.get(
      '/debug',
      {
        config: { isQuiet: settings.isDebugQuiet },
        onRequest: async (request, reply) => {
          await findPayer(context, settings, request, reply);
        },
      },
      async (_request, reply) => sendJson(reply, debugData(settings)),
    );
  }
  if (!settings.noMetrics) {
    scope.get(settings.metricsPath, options(settings.areMetricsQuiet), async (_request, reply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8; escaping=underscores')
        .send(metricsText(context, settings)),
    );
  }
}

/** The gauges that dashboards for Gotenberg read. `/metrics` has those of this server. */
function metricsText(
  { queue, longLane, browserPool }: ServerContext,
  { metricsNamespace: namespace }: GotenbergSettings,
): string {
  const gauges = [
    [
      'chromium_requests_queue_size',
      'Current number of Chromium conversion requests waiting to be treated.',
      queue.waiting + longLane.waiting,
    ],
    [
      'chromium_restarts_count',
      'Current number of Chromium restarts.',
      Math.max(0, browserPool.status().starts - 1),
    ],
    [
      'libreoffice_requests_queue_size',
      'Current number of LibreOffice conversion requests waiting to be treated.',
      0,
    ],
    ['libreoffice_restarts_count', 'Current number of LibreOffice restarts.', 0],
  ] as const;
  return gauges
    .map(([name, help, value]) => {
      const full = `${namespace}_${name}`;
      return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${full} ${value}\n`;
    })
    .join('');
}

function debugData(settings: GotenbergSettings): Record<string, unknown> {
  if (!settings.hasDebugData) {
    return {
      version: '',
      timezone: '',
      architecture: '',
      modules: null,
      modules_additional_data: null,
      flags: null,
    };
  }
  return {
    version: gotenbergVersion,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    architecture: process.arch,
    modules: ['api', 'chromium', 'pdfengines', 'prometheus', 'webhook'],
    modules_additional_data: {},
    flags: {},
  };
}
