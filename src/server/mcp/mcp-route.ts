/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, with an API token as bearer. Stateless: each request has
 * all that it needs, so no session has to expire, and any of several servers answers it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { enterApi } from '../api/api-routes.ts';
import type { ServerContext } from '../context.ts';
import { maxInlineCharacters, type RequestBody, type SentBody } from '../http/body/request-body.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { sendNotFound } from '../http/not-found.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';

const mcpPath = '/mcp';

export function addMcpRoute(scope: FastifyInstance, context: ServerContext, checker: TemplateChecker): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (context.config.noMcp) return sendNotFound(request, reply);
    assertNoOtherSite(request, context.publicUrl());
    if (!(await enterApi(context, request, reply))) return reply;
    return undefined;
  });
  scope.post(mcpPath, async (request, reply) => {
    const done = context.work.begin();
    try {
      return await exchange(request, reply, context, checker);
    } finally {
      done();
    }
  });
}

/** A page of another site cannot use the token of a client, and has no business here. Throws `forbidden`. */
function assertNoOtherSite({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  if ([new URL(publicUrl).origin, `http://${host}`, `https://${host}`].includes(origin)) return;
  throw new Failure('forbidden', 'Web pages of other sites may not use this address.');
}

async function exchange(
  { caller, body, headers, id, url }: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
  checker: TemplateChecker,
): Promise<FastifyReply> {
  const signal = clientDisconnectSignal(reply);
  const sent = body as SentBody | undefined;
  // Afterwards a large body belongs to the thread that has read it.
  const length = sent?.length ?? 0;
  let message: RequestBody<object>;
  try {
    message = await context.bodies.read('mcp', sent, { team: caller.team.id, signal });
    const { method } = message.value as { readonly method?: string };
    // Only the arguments of tools may be large.
    if (method !== 'tools/call' && length > maxInlineCharacters) {
      return sendError(
        reply,
        413,
        -32600,
        `A message other than tools/call has at most ${maxInlineCharacters} characters.`,
      );
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error;
    const isNoJson = /is not valid JSON|is empty/.test(error.message);
    return sendError(reply, 400, isNoJson ? -32700 : -32600, error.message);
  }
  const { answerMessage } = await import('./answer-message.ts');
  const response = await answerMessage(message.value, {
    request: { context, checker, caller, requestId: id, dataJson: message.dataJson },
    url: new URL(url, context.publicUrl()),
    headers,
    signal,
  });
  reply.status(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body === null ? '' : Buffer.from(await response.arrayBuffer()));
}

const sendError = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.status(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });
