/** `/studio`: serves the pages to edit templates in a browser, and the management handlers for signed-in users. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tokenCommand } from '#contract/admin-commands';
import { Failure } from '#contract/errors';
import { webhookEventTypes } from '#contract/webhooks';
import type { Authenticated } from '#store/tokens';
import { builtPageFile, pageFile, studioFiles } from '#studio/page-files';
import { pageGuards } from '#studio/page-guards';
import { addManagedHandlers } from '../api/manage/managed-handlers.ts';
import { requireManagementScope } from '../api/manage/require-management-scope.ts';
import { requireVerified } from '../billing/require-verified.ts';
import { type Config, shownDirectory } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { readRequestBody, type SentBody } from '../http/body/request-body.ts';
import { sendNotFound } from '../http/not-found.ts';
import { rateLimitRequest } from '../http/rate-limit-request.ts';
import { openPackedFiles } from '../rendering/packed-files.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';
import { addCheckRoute } from './check-route.ts';
import { addPreviewRoute } from './preview-route.ts';
import { sessionLife, studioSessions } from './sessions.ts';
import { listStarts, startFiles } from './template-starts.ts';
import { addThumbnailRoute } from './thumbnail-route.ts';
import { addVariablesRoute } from './variables-route.ts';

export const studioPrefix = '/studio';

const guards = { ...pageGuards, 'x-frame-options': 'DENY' };

const cookieName = 'pdfapi_studio';

export function addStudioRoutes(
  studio: FastifyInstance,
  context: ServerContext,
  checker: TemplateChecker,
): void {
  const { store, now, publicUrl, config } = context;
  const sessions = studioSessions(context);
  addPages(studio);

  const setCookie = (reply: FastifyReply, value: string, seconds: number) => {
    const secure = publicUrl().startsWith('https:') ? '; Secure' : '';
    return reply.header(
      'set-cookie',
      `${cookieName}=${value}; Path=${studioPrefix}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
    );
  };

  studio.register(async (open) => {
    open.addHook('onRequest', async (request, reply) => {
      reply.headers({ ...guards, 'cache-control': 'no-store' });
      assertSameSite(request, publicUrl());
    });
    open.post('/session', async (request, reply) => {
      const { value } = readRequestBody(signInSchema, request.body as SentBody | undefined);
      const caller = await store.tokens.authenticate(value.token.trim(), now());
      if (caller) request.caller = caller;
      await rateLimitRequest(context, request, reply, caller);
      if (!caller) throw new Failure('unauthenticated', 'This token is not valid.');
      requireVerified(caller.team);
      requireStudioScope(caller, config);
      // A new sign-in ends the previous session.
      await sessions.close(findCookie(request));
      return setCookie(reply, await sessions.open(caller), sessionLife / 1000).send({
        data: { team: caller.team.name },
      });
    });
    open.delete('/session', async (request, reply) => {
      await sessions.close(findCookie(request));
      return setCookie(reply, '', 0).send({ data: {} });
    });
  });

  studio.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.headers({ ...guards, 'cache-control': 'no-store' });
        const caller = await sessions.find(findCookie(request));
        if (caller) request.caller = caller;
        // Pictures are drawn one at a time, and take no request from the documents of the team.
        const isPicture = caller !== undefined && request.routeOptions.config.isUncounted === true;
        if (!isPicture) await rateLimitRequest(context, request, reply, caller);
        if (request.is404) return;
        if (!caller) throw new Failure('unauthenticated', 'Sign in again.');
        assertSameSite(request, publicUrl());
        requireVerified(caller.team);
        requireManagementScope(caller, 'templates:write');
      });
      api.setNotFoundHandler(sendNotFound);
      api.get('/session', async ({ caller }) => ({ data: { team: caller.team.name } }));
      api.get('/examples', async () => ({ data: await listStarts() }));
      api.get<{ Params: { name: string } }>('/examples/:name', async ({ params }) => ({
        data: { files: sentFiles(await startFiles(params.name)) },
      }));
      api.get('/webhook-options', async ({ caller }) => ({
        data: { events: webhookEventTypes, command: webhookTokenCommand(caller, config) },
      }));
      addManagedHandlers(api, context, checker);
      addPreviewRoute(api, context, checker);
      addCheckRoute(api, context);
      addVariablesRoute(api, context, checker);
      addThumbnailRoute(api, context, checker);
    },
    { prefix: '/api' },
  );
}

function addPages(studio: FastifyInstance): void {
  const files = openPackedFiles(
    new Map([
      ...studioFiles,
      ...['studio.html', 'studio.css', 'webhooks/webhooks.css'].map(
        (name) => [name, pageFile(`server/studio/page/${name}`)] as const,
      ),
      ['studio.js', builtPageFile('studio/studio.js')],
    ]),
  );
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, caching: string) => {
    reply.headers({ ...guards, 'cache-control': caching });
    if (!(await files.send(request, reply, name))) return sendNotFound(request, reply);
    return reply;
  };
  studio.get('/', (request, reply) => send(request, reply, 'studio.html', 'no-store'));
  studio.get<{ Params: { '*': string } }>('/files/*', (request, reply) =>
    // Revalidated on each request, and sent only if it has changed.
    send(request, reply, request.params['*'], 'private, no-cache'),
  );
}

const sentFiles = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files].map(([path, bytes]) => ({ path, content: Buffer.from(bytes).toString('base64') }));

function findCookie({ headers }: FastifyRequest): string {
  const cookies = (headers.cookie ?? '').split(/;\s*/).map((each) => each.split('='));
  return cookies.find(([name]) => name === cookieName)?.[1] ?? '';
}

/** The body of a sign-in. */
const signInSchema = z.strictObject(
  { token: z.string({ error: 'must be a string' }).max(500, { error: 'is not a token' }) },
  { error: 'request body must be a JSON object' },
);

/**
 * Throws `forbidden` for a request with side effects that does not come from a page of this server. The cookie alone
 * does not prove it: a page on another port of the same host sends it too. A browser sends at least one of the two
 * headers, and no page can change them.
 */
function assertSameSite({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const own = [`http://${host}`, `https://${host}`, new URL(publicUrl).origin];
  const isOwn = origin === undefined ? site === 'same-origin' : own.includes(origin);
  if (isOwn && (site === undefined || site === 'same-origin')) return;
  throw new Failure('forbidden', 'Only the pages of the studio may do this.');
}

/** Throws `forbidden` with `required_scope`, and the `command` that creates a token with it. */
function requireStudioScope(caller: Authenticated, config: Config): void {
  try {
    requireManagementScope(caller, 'templates:write');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const command = tokenCommand({ team: caller.team.name, dataDir: shownDirectory(config) });
    throw new Failure('forbidden', error.message, { facts: { ...error.facts, command } });
  }
}

/** Returns the command that creates a token for webhooks too, or undefined if this one may manage them. */
function webhookTokenCommand({ scopes, team }: Authenticated, config: Config): string | undefined {
  if (scopes.includes('webhooks:write')) return undefined;
  return tokenCommand({
    team: team.name,
    scopes: ['templates:write', 'webhooks:write'],
    dataDir: shownDirectory(config),
  });
}
