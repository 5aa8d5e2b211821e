/** Keeps bodies unparsed until the route is known to exist and to be allowed; they are then validated in one place. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unsupportedType } from '../expect-continue.ts';
import { FormBody, parseBoundary } from '../form/form-body.ts';
import { decodeBody, maxInlineCharacters } from './request-body.ts';

/** Afterwards `request.body` is a `SentBody`. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => (body.length <= maxInlineCharacters ? decodeBody(body) : body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // An empty body has no type, even if the client sends a Content-Type.
    if (body.length === 0) return '';
    throw unsupportedType(request);
  });
}

/** Makes the routes of this scope accept multipart/form-data beside JSON: `request.body` is then a `FormBody`. */
export function registerFormParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) =>
      new FormBody(body, parseBoundary(headers['content-type'])),
  );
}
