/** `GET /documents/<id>/<filename>?expires=…&signature=…`: the PDF behind a signed address. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../contract/errors.ts';
import type { ServerTools } from '../tools.ts';

export function addDocumentRoutes(app: FastifyInstance, { store, urls, now }: ServerTools): void {
  app.get<{ Params: { id: string; filename: string } }>(
    '/documents/:id/:filename',
    async (request, reply) => {
      // A PDF may hold scripts: shown in a browser, it gets no origin to act in.
      reply.headers({
        'cache-control': 'private, no-store',
        'content-security-policy': 'sandbox',
        'referrer-policy': 'no-referrer',
      });
      const verdict = urls.verify(request.url, now().getTime());
      if (verdict === 'forged')
        throw new Failure('invalid_signature', 'The signature of this address is not valid.');
      if (verdict === 'expired') throw gone();
      const document = store.documents.get(request.params.id);
      // Its time is not over, but a restored database or a tidied disk may have lost it.
      if (!document) throw gone();
      const pdf = await store.documents.read(document.id).catch(() => {
        throw gone();
      });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${document.filename}"`)
        .send(pdf);
    },
  );
}

const gone = () => new Failure('expired', 'This address has expired.');
