/** The API's description: for programs at `/openapi.json`, for people at `/docs`, without the network. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../contract/openapi-schema.ts';
import type { ServerTools } from '../tools.ts';

/** What the page loads, from the swagger-ui package. */
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>pdfapi: the API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

/** Swagger UI sets styles and shows its icons as data; nothing else, and nothing from elsewhere. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addDocsRoutes(app: FastifyInstance, { publicUrl, version }: ServerTools): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

  // Made once, when it is first asked for: by then the server knows its address.
  let description: object | undefined;
  app.get('/openapi.json', async () => {
    description ??= openApiDocument({ serverUrl: publicUrl(), version });
    return description;
  });

  app.get('/docs', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get('/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  for (const [name, type] of Object.entries(files)) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'max-age=3600')
        .send(await readFile(join(folder, name))),
    );
  }
}
