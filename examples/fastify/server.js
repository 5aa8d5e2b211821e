/** `POST /invoices/2026-100.pdf` with the data of an invoice as JSON responds with its PDF. */
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { openRenderer, PdfapiError } from 'pdfapi';

const template = fileURLToPath(new URL('invoice', import.meta.url));

/** Codes of errors that are not this server's own fault. With any other, the client gets a 500. */
const statuses = {
  invalid_data: 422,
  page_failed: 422,
  memory_limit: 422,
  browser_failed: 503,
  memory_full: 503,
  timeout: 504,
};

// One browser for all requests.
const renderer = await openRenderer();
const app = Fastify({ bodyLimit: 5 * 1024 * 1024 });

// Runs when the requests under way have their documents.
app.addHook('onClose', () => renderer.close());

// A connection that the client keeps would otherwise hold up the end for a minute.
app.addHook('onSend', async (_request, reply) => {
  if (!app.server.listening) reply.header('connection', 'close');
});

app.post(
  '/invoices/:number(^[0-9A-Za-z-]+).pdf',
  { schema: { body: { type: 'object' } } },
  async (request, reply) => {
    const { number } = request.params;
    // Also emitted after the last byte, when there is nothing left to abort.
    const client = new AbortController();
    reply.raw.once('close', () => client.abort());

    console.log(`${number}: printing`);
    try {
      const result = await renderer.render({
        template,
        data: { ...request.body, number },
        signal: client.signal,
      });
      console.log(`${number}: printed`);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${number}.pdf"`)
        .header('content-length', result.pdf.length)
        .send(result.stream());
    } catch (error) {
      if (error !== client.signal.reason) throw error;
      console.log(`${number}: the client has left`);
      // There is no one to reply to.
      return reply.hijack();
    }
  },
);

app.setNotFoundHandler((_request, reply) => {
  reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address.' });
});

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof PdfapiError && error.code in statuses) {
    const { code, message, errors } = error;
    if (statuses[code] === 503) reply.header('retry-after', '5');
    return reply.code(statuses[code]).send({ code, message, errors });
  }
  // From Fastify: not JSON, too large, another content type.
  if (error.statusCode < 500) {
    return reply.code(error.statusCode).send({ code: 'bad_body', message: error.message });
  }
  console.error(error);
  return reply.code(500).send({ code: 'internal', message: 'The invoice could not be printed.' });
});

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }));

function stop() {
  console.log('stopping');
  app.close();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
