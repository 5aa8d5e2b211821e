/** `/`: links people who open the server's address to the studio, the documentation and the billing page. */
import type { FastifyInstance } from 'fastify';
import { compile } from '#twig';
import type { ServerContext } from '../context.ts';
import { pageFrame } from './html-page.ts';
import { sendNotFound } from './not-found.ts';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const page = compile(
  `{% extends 'frame' %}
{% block title %}pdfapi{% endblock %}
{% block content %}
<h1>pdfapi</h1>
<p class="plan">Turns templates and data, or plain HTML, into PDFs. Version {{ version }}.</p>
<section>
  <h2><a href="/studio">Studio</a></h2>
  <p class="soft">Create, preview and publish templates. Sign in with a token that has the scope <code>templates:write</code>.</p>
</section>
<section>
  <h2><a href="/docs">API documentation</a></h2>
  <p class="soft">Every request and response. For programs: <a href="/openapi.json">/openapi.json</a>.</p>
</section>
<section>
  <h2><a href="/billing">Billing</a></h2>
  <p class="soft">Plan, usage and credits of a team.</p>
</section>
{% endblock %}`,
  { part: 'first page', partials: { frame: pageFrame } },
);

export function addRootRoute(app: FastifyInstance, { version, now }: ServerContext): void {
  app.get('/', async (request, reply) => {
    reply.header('vary', 'accept');
    // The default health check of most load balancers: they ask this path, without the header.
    if (request.headers.accept === undefined) return reply.type('text/plain; charset=utf-8').send('pdfapi\n');
    // Programs get the 404 of an unknown path, which shows them that the API is below its prefix.
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return sendNotFound(request, reply);
    return reply
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page.render({ version }, { now: now() }));
  });
}
