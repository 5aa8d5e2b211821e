/** The HTTP server of the preview, for the local browser only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '#contract/errors';
import { toCheckView } from '#studio/check-view';
import { pageGuards } from '#studio/page-guards';
import { styleFor } from '../../io/style.ts';
import { sentDesign, takeDesign } from './design-exchange.ts';
import { failureView } from './failure-view.ts';
import { pageFiles } from './page-files.ts';
import type { LivePreview } from './start-preview.ts';

export interface PreviewServer {
  readonly url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** The default port is fixed, so that an open tab finds its preview again. */
const usualPort = 4680;

/** A proxy or a sleeping laptop would cut an idle stream. Milliseconds. */
const heartbeatMs = 15_000;

/** Bytes: the maximum for the files of a template as base64. */
const maxBodyBytes = 40_000_000;

const guards = {
  ...pageGuards,
  'x-content-type-options': 'nosniff',
  // The page always shows the current state.
  'cache-control': 'no-store',
};

/** Throws `address_in_use` if another process listens on the requested port. */
export async function startPreviewServer(
  preview: LivePreview,
  port: number | undefined,
): Promise<PreviewServer> {
  let ownPort = 0;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(guards)) response.setHeader(name, value);
    const rejection = rejectForeignCaller(request, ownPort);
    if (rejection !== undefined) return send(response, 403, rejection);
    respond(preview, request, response).catch((error) => sendFailure(response, error));
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, resolve);
    });
  await listen(port ?? usualPort).catch((error: NodeJS.ErrnoException) => {
    if (port === undefined && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) return listen(0);
    throw new Failure('address_in_use', `Cannot listen on ${host}:${port}: ${error.message}.`, {
      hint: 'Choose another port with --port; 0 picks a free one.',
      cause: error,
    });
  });
  ownPort = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${ownPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Returns why a request is rejected, or undefined. Only pages of the preview's own address may use it: any website can
 * send requests to 127.0.0.1 and, with a name that resolves to it (DNS rebinding), even read the responses; `Host` and
 * `Origin` reveal both.
 */
function rejectForeignCaller({ headers, method }: IncomingMessage, port: number): string | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!own.includes(host)) return `This preview is available only at http://${own[0]}.`;
  const mayWrite = method === 'GET' || method === 'HEAD' || origin === `http://${host}`;
  return mayWrite ? undefined : 'Only the page of this preview may change its data.';
}

async function respond(
  preview: LivePreview,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://preview');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const file = pageFiles.get(pathname);
  if (isReading && file) return send(response, 200, await file.read(), file.type);
  if (request.method === 'GET' && pathname === '/events') return sendEvents(preview, response);
  if (isReading && pathname === '/data') return sendJson(response, 200, textOf(preview));
  if (isReading && pathname === '/design') return sendJson(response, 200, await sentDesign(preview.design));
  if (isReading && pathname === '/variables.json') return await sendVariables(preview, response);
  const [, id] = /^\/document(?:\/([\w-]+))?\.pdf$/.exec(pathname) ?? [];
  if (isReading && /^\/document[/.]/.test(pathname)) return sendPdf(preview, response, id);

  const [, checkedId] = /^\/check\/([\w-]+)\.json$/.exec(pathname) ?? [];
  if (isReading && checkedId !== undefined) return await sendCheck(preview, response, checkedId);

  const [, pictureId] = /^\/golden\/([\w-]+)\.png$/.exec(pathname) ?? [];
  if (isReading && pictureId !== undefined) return sendPicture(preview, response, pictureId);

  const route = `${request.method} ${pathname}`;
  const [, turned] = /^POST \/golden\/(on|off)$/.exec(route) ?? [];
  if (turned !== undefined) {
    preview.golden.turn(turned === 'on');
    return sendJson(response, 200, preview.golden.state);
  }
  // A page may send the text of a source while another one is chosen.
  const edited = () => preview.data.text(searchParams.get('source') ?? preview.data.state.source);
  if (route === 'PUT /data') {
    edited().type(await textOfBody(request));
    preview.refresh();
  } else if (route === 'DELETE /data') {
    edited().discard();
    preview.refresh();
  } else if (route === 'POST /data/save') {
    const data = edited();
    data.type(await textOfBody(request));
    // Data that cannot be saved is rendered anyway.
    await data.save({ overwrite: searchParams.has('overwrite') }).finally(() => preview.refresh());
  } else if (route === 'PUT /data/source') {
    preview.data.choose(await textOfBody(request));
    preview.refresh();
  } else if (route === 'PUT /design') {
    takeDesign(preview.design, await textOfBody(request));
    preview.refresh();
    return sendJson(response, 200, preview.design.state);
  } else if (route === 'DELETE /design') {
    preview.design.discard();
    preview.refresh();
    return sendJson(response, 200, preview.design.state);
  } else if (route === 'POST /design/save') {
    takeDesign(preview.design, await textOfBody(request));
    const overwrite = searchParams.has('overwrite');
    await preview.design.save({ overwrite }).finally(() => preview.refresh());
    return sendJson(response, 200, preview.design.state);
  } else return send(response, 404, 'Not found.');
  return sendJson(response, 200, preview.data.state);
}

const textOf = ({ data }: LivePreview) => ({ ...data.state, text: data.active.text });

/** Sends the current state, and again at every change. */
function sendEvents(preview: LivePreview, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const sendState = () => response.write(`data: ${JSON.stringify(preview.state)}\n\n`);
  const heartbeat = setInterval(() => response.write(':\n\n'), heartbeatMs);
  const unsubscribe = preview.subscribe(sendState);
  // A tab that waits for a new process reconnects quickly. Milliseconds.
  response.write('retry: 500\n\n');
  sendState();
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}

function sendPdf(preview: LivePreview, response: ServerResponse, id: string | undefined): void {
  const pdf = preview.pdf(id);
  if (!pdf) {
    send(response, 404, 'This document no longer exists.');
    return;
  }
  const filename = preview.state.document?.filename ?? 'document.pdf';
  response.setHeader('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(filename)}`);
  send(response, 200, pdf, 'application/pdf');
}

function sendPicture({ golden }: LivePreview, response: ServerResponse, id: string): void {
  const picture = golden.picture(id);
  if (picture) send(response, 200, picture, 'image/png');
  else send(response, 404, 'This picture no longer exists.');
}

async function sendCheck(preview: LivePreview, response: ServerResponse, id: string): Promise<void> {
  const pdf = preview.pdf(id);
  if (!pdf) throw new Failure('invalid_pdf', 'This document no longer exists.');
  const { checkConformanceInThread } = await import('#conformance');
  sendJson(response, 200, toCheckView(await checkConformanceInThread(pdf)));
}

/** The text of `schema.json`, and what the template reads from its data, as a JSON Schema; null while it has an error. */
async function sendVariables({ design }: LivePreview, response: ServerResponse): Promise<void> {
  const { inferTemplateSchema } = await import('#template/schema/template-schema');
  const { readTreeText } = await import('#template/load/read-text');
  const [schema, declared] = await Promise.all([
    inferTemplateSchema(design.tree, { toleratesData: true }).catch(() => null),
    readTreeText(design.tree, 'schema.json').catch(() => null),
  ]);
  sendJson(response, 200, { schema, declared: declared ?? null });
}

async function textOfBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Failure('body_too_large', 'The request is larger than 40 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function sendFailure(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = error instanceof Failure ? (error.code === 'file_exists' ? 409 : 422) : 500;
  sendJson(response, status, failureView(error, await styleFor(0)));
}

const sendJson = (response: ServerResponse, status: number, value: unknown): void =>
  send(response, status, JSON.stringify(value), 'application/json; charset=utf-8');

function send(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
