/** `POST /invoices/2026-100.pdf` with the data of an invoice as JSON responds with its PDF. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import express from 'express';
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
const app = express();
app.disable('x-powered-by');

app.post('/invoices/:number.pdf', express.json({ limit: '5mb' }), async (request, response) => {
  const { number } = request.params;
  if (request.body === undefined) {
    response.status(415).json({ code: 'unsupported_type', message: 'Send the data as application/json.' });
    return;
  }
  // Also emitted after the last byte, when there is nothing left to abort.
  const client = new AbortController();
  response.once('close', () => client.abort());

  console.log(`${number}: printing`);
  try {
    const result = await renderer.render({
      template,
      data: { ...request.body, number },
      signal: client.signal,
    });
    response.attachment(`${number}.pdf`).set('content-length', String(result.pdf.length));
    // A connection that the client keeps would hold up the end.
    if (!server.listening) response.set('connection', 'close');
    await pipeline(Readable.fromWeb(result.stream()), response);
    console.log(`${number}: sent`);
  } catch (error) {
    // While it was printed, or while it was sent.
    if (error !== client.signal.reason && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    console.log(`${number}: the client has left`);
  }
});

app.use((_request, response) => {
  response.status(404).json({ code: 'not_found', message: 'There is nothing at this address.' });
});

// Express knows a handler of errors by its four parameters.
app.use((error, _request, response, _next) => {
  if (response.headersSent) return response.destroy();
  if (error instanceof PdfapiError && error.code in statuses) {
    const { code, message, errors } = error;
    if (statuses[code] === 503) response.set('retry-after', '5');
    return response.status(statuses[code]).json({ code, message, errors });
  }
  // From express.json(): not JSON, too large, an unknown charset.
  if (error.expose) return response.status(error.status).json({ code: 'bad_body', message: error.message });
  console.error(error);
  response.status(500).json({ code: 'internal', message: 'The invoice could not be printed.' });
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`http://127.0.0.1:${server.address().port}`);
});

// Requests under way get their documents; only then does the browser end.
function stop() {
  console.log('stopping');
  server.close(() => renderer.close());
  server.closeIdleConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
