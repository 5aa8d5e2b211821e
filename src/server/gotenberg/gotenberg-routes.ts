/**
 * The routes of Gotenberg 8, with its form fields, headers and texts, for clients that are written for it. This room only
 * translates: pages are rendered and PDFs changed by the same code as for the API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import type { Team } from '#store/teams';
import { holdsBodyBack } from '../http/expect-continue.ts';
import { FormBody, parseBoundary } from '../http/form/form-body.ts';
import { GotenbergError, type GotenbergHandler } from './answer.ts';
import { startAnsweringForms } from './answer-form.ts';
import { findPayer } from './caller.ts';
import { chromiumHandlers } from './chromium/chromium-handlers.ts';
import { engineHandlers } from './engines/engine-handlers.ts';
import { notMultipart } from './form/read-form.ts';
import { toErrorText } from './send-answer.ts';
import { addStatusRoutes, type GotenbergServices } from './status-routes.ts';
import { startTrace } from './trace.ts';

/** Registers the routes below `API_ROOT_PATH`. */
export function addGotenbergRoutes(scope: FastifyInstance, services: GotenbergServices): void {
  const { context, settings } = services;
  scope.addHook('onRequest', async (request, reply) => startTrace(settings, request, reply));
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  addStatusRoutes(scope, services);
  const handlers = {
    ...(settings.noChromium ? {} : prefixed('/forms/chromium', chromiumHandlers)),
    ...(settings.noEngines ? {} : prefixed('/forms/pdfengines', engineHandlers)),
    '/forms/libreoffice/convert': refuseOfficeFiles,
  };
  const answerForm = startAnsweringForms(context, settings);
  scope.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) =>
        new FormBody(body, boundaryOf(headers['content-type'])),
    );
    forms.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
      throw notMultipart();
    });
    const payers = new WeakMap<FastifyRequest, Team>();
    forms.addHook('onRequest', async (request, reply) => {
      payers.set(request, await findPayer(context, settings, request, reply));
    });
    for (const [path, handler] of Object.entries(handlers)) {
      forms.post(path, async (request, reply) => {
        const team = payers.get(request);
        if (!team) throw new Error('Who pays is known before the body is read.');
        const done = context.work.begin();
        try {
          return await answerForm({ handler, team, request, reply });
        } finally {
          done();
        }
      });
    }
  });
}

const prefixed = (
  prefix: string,
  handlers: Readonly<Record<string, GotenbergHandler>>,
): Record<string, GotenbergHandler> =>
  Object.fromEntries(Object.entries(handlers).map(([path, handler]) => [`${prefix}/${path}`, handler]));

const refuseOfficeFiles: GotenbergHandler = async () => {
  throw new GotenbergError(
    400,
    'This server has no LibreOffice and converts no office files. Convert them to PDF or HTML first, or use Gotenberg for them.',
  );
};

function boundaryOf(contentType: string | undefined): string {
  try {
    return parseBoundary(contentType);
  } catch (cause) {
    throw new GotenbergError(415, "Invalid 'Content-Type' header value: no boundary", { cause });
  }
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Otherwise a client that is still sending would never see the reason.
  if (!holdsBodyBack(request)) reply.removeHeader('connection');
  const code = (error as { code?: string } | null)?.code;
  const isTooLarge = code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  const failure = isTooLarge ? new Failure('body_too_large', 'The body is too large.') : error;
  const { status, message } = toErrorText(failure, request.id);
  if (status === 500 && !reply.raw.destroyed) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  }
  return reply.status(status).type('text/plain; charset=UTF-8').send(message);
}
