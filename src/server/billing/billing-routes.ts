/** `/billing`: a page for people, in a browser. A signed link opens one team's page; otherwise a token does. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerContext } from '../context.ts';
import { rateLimitRequest } from '../http/rate-limit-request.ts';
import { billingPage, billingSignIn } from './billing-page.ts';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Seconds that a page stays open after a token was entered. */
const signedInFor = 3_600;

export function addBillingRoutes(app: FastifyInstance, context: ServerContext): void {
  const { store, urls, now, config } = context;
  const html = (reply: FastifyReply, status: number, text: string) =>
    reply
      .status(status)
      .headers({
        'content-security-policy': policy,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(text);

  app.get('/billing', async (_request, reply) => html(reply, 200, billingSignIn()));

  app.get<{ Params: { team: string } }>('/billing/:team', async (request, reply) => {
    const time = now();
    const verdict = await urls.verify(request.url, time.getTime());
    const team = verdict === 'valid' ? await store.teams.byId(Number(request.params.team)) : undefined;
    if (verdict === 'forged' || (verdict === 'valid' && !team)) {
      return html(reply, 403, billingSignIn('This link is not valid. Enter a token of the team instead.'));
    }
    if (!team)
      return html(reply, 410, billingSignIn('This link has expired. Enter a token of the team instead.'));
    const usage = await store.ledger.usage(team.id, time);
    return html(reply, 200, billingPage({ team: team.name, usage, shop: config.purchaseUrl, now: time }));
  });

  app.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, body),
    );
    form.post('/billing', async (request, reply) => {
      // Guesses are counted like requests without a valid token.
      await rateLimitRequest(context, request, reply, undefined);
      const token = new URLSearchParams(String(request.body ?? '')).get('token')?.trim() ?? '';
      const caller = await store.tokens.authenticate(token, now());
      if (!caller) return html(reply, 401, billingSignIn('This token is not valid.'));
      request.caller = caller;
      const expires = Math.floor(now().getTime() / 1000) + signedInFor;
      return reply.redirect(await urls.sign(`/billing/${caller.team.id}`, expires), 303);
    });
  });
}
