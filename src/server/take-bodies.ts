/** Bodies stay as they are until the route is known to be there and allowed; then they are checked in one place. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unsupportedType } from './expect-continue.ts';
import { boundaryOf, FormBody } from './form/form-body.ts';
import { decodeBody, maxInlineCharacters } from './request-body.ts';

/** `request.body` is a `SentBody`. */
export function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => (body.length <= maxInlineCharacters ? decodeBody(body) : body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // What has no content has no type either, whatever a program says of it.
    if (body.length === 0) return '';
    throw unsupportedType(request);
  });
}

/** Routes of this scope take multipart/form-data beside JSON: `request.body` is then a `FormBody`. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) =>
      new FormBody(body, boundaryOf(headers['content-type'])),
  );
}
