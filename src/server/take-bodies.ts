/** Bodies stay text until the route is known to be there and allowed; then they are checked in one place. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../contract/errors.ts';
import { unsupportedType } from './expect-continue.ts';
import { boundaryOf, FormBody } from './form/form-body.ts';

export function takeBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => textOf(body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    // What has no content has no type either, whatever a program says of it.
    if (body.length === 0) return '';
    throw unsupportedType();
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

/** Without a byte order mark, which is no JSON, and which some programs write. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Replaced characters would be printed, and nobody would know why.
    const message = 'The request body is not valid JSON: it is not UTF-8.';
    throw new Failure('invalid_request', message, { errors: { body: [message] } });
  }
}
