/** The way of a form from its request to the answer, or to the webhook that gets it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import { deliver } from '../billing/deliver.ts';
import type { ServerContext } from '../context.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import {
  type GotenbergCall,
  GotenbergError,
  type GotenbergHandler,
  type GotenbergWork,
  type OutputFile,
} from './answer.ts';
import { downloadFiles } from './download-files.ts';
import { GotenbergForm } from './form/gotenberg-form.ts';
import { readSentForm, sanitizeName } from './form/read-form.ts';
import { packFiles, sendFile, sendJson, toErrorText } from './send-answer.ts';
import type { GotenbergSettings } from './variables.ts';
import { type RequestedWebhook, readWebhook } from './webhook.ts';

export interface SentRequest {
  readonly handler: GotenbergHandler;
  readonly team: Team;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Requests that are answered already and whose file is still to be made: each holds its form in memory. */
const maxUnfinished = 64;

/** Returns a function that answers forms. It throws `GotenbergError`, `Failure`, and the reason of a client that left. */
export function startAnsweringForms(
  context: ServerContext,
  settings: GotenbergSettings,
): (asked: SentRequest) => Promise<FastifyReply> {
  let unfinished = 0;
  return async ({ handler, team, request, reply }) => {
    const isGone = clientDisconnectSignal(reply);
    const call = await readCall({ context, settings, team, request, signal: isGone });
    const { log, outbound, now } = context;
    const webhook = await readWebhook(request, { settings, outbound, log, now, signal: isGone });
    if (!webhook) return await answer(call, handler, { reply, signal: isGone });
    if (unfinished >= maxUnfinished) throw new Failure('queue_full', 'Too many webhooks are waiting.');
    unfinished++;
    // A client that is gone waits for its webhook all the same.
    const finished = sendToWebhook(call, handler, webhook).finally(() => unfinished--);
    if (settings.areWebhooksSync) await finished;
    else void finished;
    return reply.status(204).send();
  };
}

async function readCall({
  context,
  settings,
  team,
  request,
  signal,
}: {
  readonly context: ServerContext;
  readonly settings: GotenbergSettings;
  readonly team: Team;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
}): Promise<GotenbergCall> {
  const { values, files, size } = await readSentForm(context, request.body, { team: team.id, signal });
  const deadline = new Deadline(context.config.timeout, signal, { audience: 'api' });
  try {
    const downloaded = await downloadFiles(values.get('downloadFrom')?.[0], {
      outbound: context.outbound,
      settings,
      headers: request.trace?.headers ?? {},
      maxBytes: context.config.bodyLimit - size,
      signal: deadline.signal,
    });
    const name = request.headers['gotenberg-output-filename'];
    return {
      context,
      settings,
      team,
      // Files that were sent come before files of the same name that were downloaded.
      form: new GotenbergForm(values, [...downloaded, ...files]),
      outputFilename: sanitizeName(typeof name === 'string' ? name : ''),
      requestId: request.id,
    };
  } finally {
    deadline.close();
  }
}

async function answer(
  call: GotenbergCall,
  handler: GotenbergHandler,
  { reply, signal }: { readonly reply: FastifyReply; readonly signal: AbortSignal },
): Promise<FastifyReply> {
  const work = await handler(call);
  if (work.kind === 'files') return sendFile(reply, await deliverFiles(call, work, signal));
  const deadline = new Deadline(call.context.config.timeout, signal, { audience: 'api' });
  try {
    return sendJson(reply, await work.run(deadline));
  } finally {
    deadline.close();
  }
}

/** Does not reject. The file is charged when it is finished, whether its receiver takes it or not. */
async function sendToWebhook(
  call: GotenbergCall,
  handler: GotenbergHandler,
  webhook: RequestedWebhook,
): Promise<void> {
  const done = call.context.work.begin();
  try {
    const work = await handler(call);
    if (work.kind !== 'files') {
      throw new GotenbergError(
        400,
        'The webhook middleware can only work with multipart/form-data routes that results in output files',
      );
    }
    await webhook.succeed(await deliverFiles(call, work, new AbortController().signal));
  } catch (error) {
    const text = toErrorText(error, call.requestId);
    if (text.status >= 500) {
      call.context.log.error({ err: error, requestId: call.requestId }, 'request failed');
    }
    await webhook.fail(text);
  } finally {
    done();
  }
}

/** Charges one PDF, whatever the number of files. */
async function deliverFiles(
  { context, team, outputFilename, requestId }: GotenbergCall,
  { run }: Extract<GotenbergWork, { readonly kind: 'files' }>,
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
