/** `GET /documents/<id>/<filename>?expires=…&signature=…`: the PDF behind a signed address, or a range of it. */
import type { FileHandle } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../contract/errors.ts';
import type { ServerContext } from '../context.ts';
import { type ByteRange, byteRange } from '../http/byte-range.ts';

export function addDocumentRoutes(app: FastifyInstance, { store, urls, now }: ServerContext): void {
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
      if (verdict === 'expired') throw gone();
      const document = await store.documents.get(request.params.id);
      // The address has not expired, but a restored database or a cleaned-up disk may have lost the document.
      if (!document) throw gone();
      const file = await store.documents.open(document.id).catch(() => {
        throw gone();
      });
      let isStreamed = false;
      try {
        // A document never changes, so its id is a strong ETag.
        const tag = `"${document.id}"`;
        reply.headers({ 'accept-ranges': 'bytes', etag: tag });
        const { start, end, size, isPart } = await parseRange(request, reply, file, tag);
        const length = end - start + 1;
        reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${document.filename}"`)
          .header('content-length', String(length));
        if (isPart) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`);
        if (request.method === 'HEAD' || length === 0) return reply.send('');
        isStreamed = true;
        return reply.send(file.createReadStream({ start, end }));
      } finally {
        // A stream closes the file itself.
        if (!isStreamed) await file.close();
      }
    },
  });
}

interface SentRange extends ByteRange {
  readonly isPart: boolean;
  /** Size of the whole document, in bytes. */
  readonly size: number;
}

/**
 * Returns the bytes to send. `If-Range` with another tag or with a date requests all of them, and so does every HEAD.
 * Throws `range_not_satisfiable`.
 */
async function parseRange(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  file: FileHandle,
  tag: string,
): Promise<SentRange> {
  const { size } = await file.stat();
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

const gone = () => new Failure('expired', 'This address has expired.');
