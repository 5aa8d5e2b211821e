/** The API's description: for programs at `/openapi.json`, for people at `/docs`. Neither needs the internet. */
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#contract/openapi/openapi-document';
import { builtPageFile, pageFile } from '#studio/page-files';
import type { ServerContext } from '../context.ts';
import { openPackedFiles } from '../rendering/packed-files.ts';

const files = openPackedFiles(
  new Map([
    ['docs.html', pageFile('server/api/docs-page/docs.html')],
    ['docs.css', pageFile('server/api/docs-page/docs.css')],
    ['start.js', builtPageFile('reference/start.js')],
    ['scalar.js', builtPageFile('reference/scalar.js')],
  ]),
);

/**
 * Scalar injects its styles into the page and shows responses from memory. Everything else is a file of this server.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Allows showing the PDF of a request that was tried out.
  'object-src blob:',
  'frame-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addDocsRoutes(app: FastifyInstance, { publicUrl, version }: ServerContext): void {
  // Created with the first request, because only then the server knows its address.
  let description: object | undefined;
  app.get('/openapi.json', async () => {
    description ??= openApiDocument({ serverUrl: publicUrl(), version });
    return description;
  });

  app.get('/docs', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    await files.send(request, reply, 'docs.html');
    return reply;
  });
  for (const name of ['docs.css', 'start.js', 'scalar.js']) {
    app.get(`/docs/${name}`, async (request, reply) => {
      // Revalidated on each request, and sent only if it has changed.
      reply.header('cache-control', 'no-cache');
      await files.send(request, reply, name);
      return reply;
    });
  }
}
