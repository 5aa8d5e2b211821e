/**
 * The routes of Gotenberg 8, with its form fields, headers and texts, for clients that are written for it. This room only
 * translates: pages are rendered and PDFs changed by the same code as for the API.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import { deliver } from '../billing/deliver.ts';
import type { ServerContext } from '../context.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { FormBody, parseBoundary } from '../http/form/form-body.ts';
import { type GotenbergCall, GotenbergError, type GotenbergHandler, type OutputFile } from './answer.ts';
import { findPayer } from './caller.ts';
import { engineHandlers } from './engines/engine-handlers.ts';
import { GotenbergForm } from './form/gotenberg-form.ts';
import { notMultipart, readSentForm, sanitizeName } from './form/read-form.ts';
import { packFiles, sendFile, toErrorText } from './send-answer.ts';
import { addStatusRoutes, type GotenbergServices } from './status-routes.ts';
import type { GotenbergSettings } from './variables.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for requests to Gotenberg's routes: what their line in the log has, and whether they have one. */
    trace?: { readonly id: string; readonly isQuiet: boolean } | undefined;
  }
  interface FastifyContextConfig {
    /** Requests to this route are not logged. */
    isQuiet?: boolean;
  }
}

/** Registers the routes below `API_ROOT_PATH`. */
export function addGotenbergRoutes(scope: FastifyInstance, services: GotenbergServices): void {
  const { context, settings } = services;
  scope.addHook('onRequest', async (request, reply) => startTrace(settings, request, reply));
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  addStatusRoutes(scope, services);
  const handlers = {
    ...(settings.noEngines ? {} : prefixed('/forms/pdfengines', engineHandlers)),
  };
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
        if (!team) throw new Error('The payer is found before the body is read.');
        const done = context.work.begin();
        try {
          return await answer(context, { handler, team, request, reply });
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

/** Answers with the correlation id of the client, or with a new one. */
function startTrace(settings: GotenbergSettings, request: FastifyRequest, reply: FastifyReply): void {
  const header = settings.oldTraceHeader || settings.traceHeader;
  const sent = request.headers[header.toLowerCase()];
  const id = typeof sent === 'string' && sent !== '' ? sent.slice(0, 200) : randomUUID();
  const { isQuiet = false } = request.routeOptions.config ?? {};
  request.trace = { id, isQuiet };
  if (!isQuiet) reply.header(header, id);
}

function boundaryOf(contentType: string | undefined): string {
  try {
    return parseBoundary(contentType);
  } catch (cause) {
    throw new GotenbergError(415, "Invalid 'Content-Type' header value: no boundary", { cause });
  }
}

interface Asked {
  readonly handler: GotenbergHandler;
  readonly team: Team;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(
  context: ServerContext,
  { handler, team, request, reply }: Asked,
): Promise<FastifyReply> {
  const signal = clientDisconnectSignal(reply);
  const { values, files } = await readSentForm(context, request.body, { team: team.id, signal });
  const name = request.headers['gotenberg-output-filename'];
  const call: GotenbergCall = {
    context,
    team,
    form: new GotenbergForm(values, files),
    outputFilename: sanitizeName(typeof name === 'string' ? name : ''),
    requestId: request.id,
  };
  const work = await handler(call);
  if (work.kind === 'json') {
    const deadline = new Deadline(context.config.timeout, signal, { audience: 'api' });
    try {
      return reply.type('application/json').send(await work.run(deadline));
    } finally {
      deadline.close();
    }
  }
  return sendFile(reply, await deliverFiles(call, work.run, signal));
}

/** Charges one PDF, whatever the number of files. */
async function deliverFiles(
  { context, team, outputFilename, requestId }: GotenbergCall,
  run: (deadline: Deadline) => Promise<readonly OutputFile[]>,
  signal: AbortSignal,
): Promise<OutputFile> {
  let packed: OutputFile | undefined;
  await deliver(
    context,
    { team, amount: 1, output: 'binary', keyClaim: undefined, warnings: [], signal, requestId },
    async (deadline) => {
      packed = await packFiles(await run(deadline), outputFilename, context.now());
      return packed.bytes;
    },
  );
  if (!packed) throw new Error('A delivery has rendered.');
  return packed;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = (error as { code?: string } | null)?.code;
  const known =
    code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Failure('body_too_large', 'The body is too large.') : error;
  const { status, message } = toErrorText(known, request.id);
  if (status >= 500 && !reply.raw.destroyed) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  }
  return reply.status(status).type('text/plain; charset=UTF-8').send(message);
}
