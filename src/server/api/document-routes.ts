/** `GET /documents/<id>/<filename>?expires=…&signature=…`: the PDF behind a signed address, or a range of it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors';
import { contentDisposition } from '#contract/files/content-disposition';
import type { OpenDocument } from '#store/documents';
import type { ServerContext } from '../context.ts';
import { type ByteRange, byteRange } from '../http/byte-range.ts';

export function addDocumentRoutes(app: FastifyInstance, { store, urls, now, config }: ServerContext): void {
  app.route<{ Params: { id: string; filename: string } }>({
    // HEAD is handled explicitly: the framework's own handler would read the whole file to count its bytes.
    method: ['GET', 'HEAD'],
    url: '/documents/:id/:filename',
    async handler(request, reply) {
      // A PDF may contain scripts: the sandbox gives it no origin if a browser shows it.
      reply.headers({
        'cache-control': 'private, no-store',
        'content-security-policy': 'sandbox',
        'referrer-policy': 'no-referrer',
      });
      const verdict = await urls.verify(request.url, now().getTime());
      if (verdict === 'forged') {
        throw new Failure('invalid_signature', 'The signature of this address is not valid.');
      }
      if (verdict === 'expired') {
        // After a 410, a client forgets the address.
        store.clock.assertTrusted();
        throw gone();
      }
      const document = await store.documents.get(request.params.id);
      // The address has not expired, but a restored database or a cleaned-up disk may have lost the document.
      if (!document) throw gone();
      const file = await opened(store.documents.open(document));
      let isStreamed = false;
      try {
        // Only after it was found: a missing document is a 410 of this server.
        if (config.documentsRedirect && request.method === 'GET') {
          const address = await store.documents.signAddress(document, redirectSeconds);
          if (address !== undefined) return reply.redirect(address, 302);
        }
        // A document never changes, so its id is a strong ETag.
        const tag = `"${document.id}"`;
        reply.headers({ 'accept-ranges': 'bytes', etag: tag });
        const { start, end, size, isPart } = parseRange(request, reply, file, tag);
        const length = end - start + 1;
        const isEmpty = request.method === 'HEAD' || length === 0;
        const stream = isEmpty ? undefined : await opened(file.stream(start, end));
        isStreamed = stream !== undefined;
        reply
          .type('application/pdf')
          .header('content-disposition', contentDisposition(document.filename))
          .header('content-length', String(length));
        if (isPart) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
        return reply.send(stream ?? '');
      } finally {
        // A stream closes it itself.
        if (!isStreamed) await file.close();
      }
    },
  });
}

/** How long a download may take to begin at the storage. */
const redirectSeconds = 60;

interface SentRange extends ByteRange {
  readonly isPart: boolean;
  /** Size of the whole document, in bytes. */
  readonly size: number;
}

/**
 * Returns the bytes to send. `If-Range` with another tag or with a date requests all of them, and so does every HEAD.
 * Throws `range_not_satisfiable`.
 */
function parseRange(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size }: OpenDocument,
  tag: string,
): SentRange {
  const { range: header, 'if-range': condition } = headers;
  const isAsked = method === 'GET' && (condition === undefined || condition === tag);
  const range = isAsked ? byteRange(header, size) : undefined;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    const message = `The range starts beyond the end of the document, which has ${size} bytes.`;
    throw new Failure('range_not_satisfiable', message);
  }
  return { ...(range ?? { start: 0, end: size - 1 }), isPart: range !== undefined, size };
}

/** A document that is gone or damaged is final; otherwise it may be read again later. */
const opened = async <Result>(reading: Promise<Result>): Promise<Result> =>
  await reading.catch((error) => {
    throw error instanceof Failure && error.code === 'file_unreadable' ? gone() : error;
  });

const gone = () => new Failure('expired', 'This address has expired.');
