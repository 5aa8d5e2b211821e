/** `output: upload`: the server sends the PDF to the storage that the request names, and charges it if that has it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

interface Stored {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const stored: Stored[] = [];
let answer: { status: number; body?: string } | 'hang' | 'cut' = { status: 200 };
/** The storage waits for it before it responds. */
let released: Promise<unknown> = Promise.resolve();
const storage = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  stored.push({
    method: request.method,
    path: request.url,
    headers: request.headers,
    bytes: Buffer.concat(chunks),
  });
  await released;
  if (answer === 'hang') return;
  if (answer === 'cut') return request.socket.destroy();
  response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
});
await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  storage.close();
  storage.closeAllConnections();
});
const { port } = storage.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/bucket/a.pdf?signature=secret`;
const upload = { url };

const server = await startTestServer({ flags: { rateLimit: '0', allowHosts: '127.0.0.1' } });

beforeEach(() => {
  stored.length = 0;
  answer = { status: 200 };
  released = Promise.resolve();
});

it('puts the PDF into the storage, and then charges it', async () => {
  const member = await server.team();
  const { status, json } = await member.post('html-to-pdf', {
    html: '<p>for the storage</p>',
    filename: 'a.pdf',
    output: 'upload',
    upload: { url, headers: { 'X-Amz-Acl': 'private', 'Content-Disposition': 'inline' } },
  });
  expect(status).toBe(200);
  const [put, ...more] = stored;
  expect(more).toEqual([]);
  expect(put).toMatchObject({
    method: 'PUT',
    path: '/bucket/a.pdf?signature=secret',
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(json.size),
      'x-amz-acl': 'private',
      'content-disposition': 'inline',
    },
  });
  expect((await readPdf(put?.bytes ?? Buffer.alloc(0))).pages[0]).toContain('for the storage');
  expect(json).toEqual({
    success: true,
    filename: 'a.pdf',
    size: put?.bytes.length,
    usage: expect.objectContaining({ current: 1 }),
    uploaded: true,
    uploaded_to: `http://127.0.0.1:${port}/bucket/a.pdf`,
  });
  expect(await member.used()).toBe(1);
});

it('uploads the document of a template, a merge and a form', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const request = { output: 'upload', upload };
  const item = { id, data: { name: 'Ada' } };
  expect((await member.post(`templates/${id}/generate`, { data: item.data, ...request })).status).toBe(200);
  expect((await member.post('templates/merge', { templates: [item, item], ...request })).status).toBe(200);
  const form = new FormData();
  form.append('files', new Blob(['<p>form</p>']), 'document.html');
  form.append('output', 'upload');
  form.append('upload', JSON.stringify(upload));
  expect((await member.send('html-to-pdf', { method: 'POST', body: form })).status).toBe(200);
  expect(stored).toHaveLength(3);
  expect(await member.used()).toBe(4);
});

it('takes another content type from the caller', async () => {
  const member = await server.team();
  const headers = { 'content-type': 'application/x-secret' };
  await member.post('html-to-pdf', { html: 'a', output: 'upload', upload: { url, headers } });
  expect(stored[0]?.headers['content-type']).toBe('application/x-secret');
});

it('does not upload again for a response that is replayed', async () => {
  const member = await server.team();
  const print = () =>
    member.post('html-to-pdf', { html: 'a', output: 'upload', upload }, { 'Idempotency-Key': 'k' });
  const first = await print();
  const second = await print();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.json).toEqual(first.json);
  expect(stored).toHaveLength(1);
  expect(await member.used()).toBe(1);
});

it('charges nothing if the storage rejects the PDF, and lets the same key try again', async () => {
  const member = await server.team();
  const print = () =>
    member.post('html-to-pdf', { html: 'a', output: 'upload', upload }, { 'Idempotency-Key': 'k' });
  answer = { status: 403, body: `<Error>\n\t<Code>Expired</Code>${'x'.repeat(1_000)}</Error>` };
  const { status, json } = await print();
  const start = '<Error> <Code>Expired</Code>';
  const message = `The PDF was not uploaded and not charged. The storage responded with 403: ${start}${'x'.repeat(200 - start.length)}`;
  expect([status, json]).toEqual([
    422,
    { code: 'upload_failed', message, errors: { 'upload.url': [message] }, storage_status: 403 },
  ]);
  expect(await member.used()).toBe(0);
  answer = { status: 201 };
  expect((await print()).status).toBe(200);
  expect(await member.used()).toBe(1);
});

it.each([
  ['redirects', { status: 307 }, 'The storage responded with 307.'],
  ['cuts the connection', 'cut', `127.0.0.1:${port} closed the connection before responding.`],
] as const)('charges nothing if the storage %s', async (_name, given, reason) => {
  const member = await server.team();
  answer = given;
  const { status, json } = await member.post('html-to-pdf', { html: 'a', output: 'upload', upload });
  expect(status).toBe(422);
  expect(json.message).toBe(`The PDF was not uploaded and not charged. ${reason}`);
  expect(stored).toHaveLength(1);
  expect(await member.used()).toBe(0);
});

it('charges nothing if the storage hangs until the time of the request is over', async () => {
  const hurried = await startTestServer({
    flags: { rateLimit: '0', allowHosts: '127.0.0.1', timeout: '8s' },
  });
  const member = await hurried.team();
  answer = 'hang';
  const { status, json } = await member.post('html-to-pdf', { html: 'a', output: 'upload', upload });
  expect([status, json.message]).toEqual([
    504,
    'No PDF within 8 s: the time ran out while uploading the PDF. The limit is the server’s, and its operator can raise it.',
  ]);
  expect(await member.used()).toBe(0);
  await hurried.stop();
});

it('charges a PDF that the storage has, even if the client has disconnected meanwhile', async () => {
  const member = await server.team();
  const release = Promise.withResolvers<void>();
  released = release.promise;
  const controller = new AbortController();
  const sent = member.send('html-to-pdf', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ html: 'a', output: 'upload', upload }),
    signal: controller.signal,
  });
  await vi.waitFor(() => expect(stored).toHaveLength(1), { timeout: 15_000 });
  controller.abort();
  await expect(sent).rejects.toThrow('aborted');
  await delay(200);
  expect(await member.used()).toBe(0);
  release.resolve();
  await vi.waitFor(async () => expect(await member.used()).toBe(1), { timeout: 10_000 });
});

it.each([
  ['http://10.0.0.1/a.pdf', '10.0.0.1 is not a public address of another machine.'],
  ['http://localhost/a.pdf', 'No address was found for localhost.'],
  ['https://93.184.215.14:25/', 'Port 25 is not one that may be reached; only 80 and 443 are.'],
])('rejects the address %s before anything is rendered', async (address, reason) => {
  const member = await server.team();
  const { status, json } = await member.post('html-to-pdf', {
    html: 'a',
    output: 'upload',
    upload: { url: address },
  });
  const message = `The upload.url cannot be used: ${reason}`;
  expect([status, json]).toEqual([
    422,
    { code: 'invalid_request', message, errors: { 'upload.url': [message] } },
  ]);
  expect(await server.store.ledger.entries(member.team.id)).toEqual([]);
});

it.each([
  [{ output: 'upload' }, 'upload', 'The upload field is required.'],
  [{ upload }, 'output', 'The output field is required.'],
  [{ output: 'url', upload }, 'output', 'The output must be upload if the field upload is given.'],
  [{ output: 'upload', upload: {} }, 'upload.url', 'The upload.url field is required.'],
  [
    { output: 'upload', upload: { url: 's3://bucket/key' } },
    'upload.url',
    'The upload.url must be an http or https address.',
  ],
  [
    { output: 'upload', upload: { url, headers: { Host: 'a' } } },
    'upload.headers.Host',
    'The upload.headers.Host cannot be sent; the headers are Content-Type, Content-Disposition and those that begin with x-amz-, x-ms- or x-goog-.',
  ],
  [
    { output: 'upload', upload: { url, headers: { 'x-amz-acl': 'a\r\nb: c' } } },
    'upload.headers.x-amz-acl',
    'The upload.headers.x-amz-acl must have 1 to 2,000 printable ASCII characters.',
  ],
])('rejects %j', async (fields, field, message) => {
  const member = await server.team();
  const { status, json } = await member.post('html-to-pdf', { html: 'a', ...fields });
  expect([status, json.errors]).toEqual([422, { [field]: [message] }]);
  expect(stored).toEqual([]);
});
