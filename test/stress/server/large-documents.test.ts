/** PDFs that the server does not hold in memory: how they are stored, sent and charged. */
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noiseJpeg } from '../../support/pictures/noise-jpeg.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({
  // A busy machine takes half a minute for the pictures of a merge.
  flags: { rateLimit: '0', bodyLimit: '30000000', timeout: '3m' },
  hasDocumentFiles: true,
});
const member = await server.team();
const documents = join(server.dataDir, 'documents');

const pictures = Array.from({ length: 6 }, (_, seed): [string, Buffer] =>
  seed % 2 === 0
    ? [`${seed}.jpg`, noiseJpeg({ width: 1600, height: 1200, detail: 21, seed })]
    : [`${seed}.png`, noisePng({ width: 840, height: 800, seed })],
);
const allBytes = pictures.reduce((sum, [, { length }]) => sum + length, 0);

function form(fields: Readonly<Record<string, string>> = {}, more = ''): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const images = pictures.map(([name]) => `<img src="${name}" alt="" style="width: 5cm; display: block">`);
  body.append(
    'files',
    new Blob([`<title>Photos</title><p>Photos</p>${images.join('')}${more}`]),
    'document.html',
  );
  for (const [name, bytes] of pictures)
    body.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return body;
}

const send = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  member.send('html-to-pdf', { method: 'POST', body: form(fields), headers });

/** Temporary files of large PDFs, which have no name. Empty on systems that cannot list them. */
function openFiles(): string[] {
  try {
    const links = readdirSync('/proc/self/fd').map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return '';
      }
    });
    return links.filter((path) => /pdfapi-\w+\.tmp/.test(path));
  } catch {
    return [];
  }
}

it('is sent as it is stored, for one credit, and again for the same key', async () => {
  const before = await member.used();
  const headers = { 'idempotency-key': 'photos-1' };
  const answer = await send({ output: 'binary', filename: 'photos.pdf' }, headers);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  expect(answer.bytes.length).toBeGreaterThan(allBytes * 0.99);
  expect((await readPdf(answer.bytes)).pages[0]).toContain('Photos');
  // Chromium would have written other pixels: the picture itself is in the file.
  const [, last] = pictures.at(-1) ?? ['', Buffer.alloc(0)];
  expect(answer.bytes.includes(last.subarray(100, 100_000))).toBe(true);
  const again = await send({ output: 'binary', filename: 'photos.pdf' }, headers);
  expect(again.bytes.equals(answer.bytes)).toBe(true);
  expect(await member.used()).toBe(before + 1);
  await vi.waitFor(() => expect(openFiles()).toEqual([]));
});

it('is in JSON as base64, and behind a URL', async () => {
  const { json } = await send({});
  expect(Buffer.from(json.pdf, 'base64').length).toBe(json.size);
  expect((await readPdf(Buffer.from(json.pdf, 'base64'))).pages[0]).toContain('Photos');
  const { json: stored } = await send({ output: 'url' });
  const bytes = Buffer.from(await (await fetch(stored.url)).arrayBuffer());
  expect(bytes.length).toBe(stored.size);
  const ranged = await fetch(stored.url, { headers: { range: 'bytes=9000000-9000999' } });
  const range = Buffer.from(await ranged.arrayBuffer());
  expect(range.equals(bytes.subarray(9_000_000, 9_001_000))).toBe(true);
  await vi.waitFor(() => expect(openFiles()).toEqual([]));
});

it('costs nothing and leaves nothing if it cannot be stored', async () => {
  const before = await member.used();
  const names = readdirSync(documents);
  renameSync(documents, `${documents}-away`);
  writeFileSync(documents, '');
  try {
    const answer = await send({ output: 'url' });
    expect(answer.status).toBe(503);
    expect(answer.json.code).toBe('documents_unavailable');
  } finally {
    rmSync(documents);
    renameSync(`${documents}-away`, documents);
  }
  expect(await member.used()).toBe(before);
  expect(readdirSync(documents)).toEqual(names);
  await vi.waitFor(() => expect(openFiles()).toEqual([]));
});

it('is closed if the client leaves in the middle of it', async () => {
  // Scripts may look at pictures, so that Chromium gets them, and its PDF is in a temporary file.
  const source = new Response(form({ output: 'binary' }, '<script>document.title = 1</script>'));
  const body = Buffer.from(await source.arrayBuffer());
  const type = source.headers.get('content-type') ?? '';
  let open = 0;
  const received = await new Promise<number>((resolve, reject) => {
    const sent = request(`${server.url}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': type },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.once('data', (chunk: Buffer) => {
        open = openFiles().length;
        response.on('error', () => {});
        response.destroy();
        resolve(chunk.length);
      });
    });
    sent.end(body);
  });
  expect(received).toBeGreaterThan(0);
  if (existsSync('/proc/self/fd')) expect(open).toBeGreaterThan(0);
  await vi.waitFor(() => expect(openFiles()).toEqual([]), 5000);
});

it('is uploaded as it is read, to a storage that the request names', async () => {
  const received: { length: number; type: string | undefined }[] = [];
  let status = 200;
  const storage = createServer(async (incoming, response) => {
    let length = 0;
    for await (const chunk of incoming) length += chunk.length;
    received.push({ length, type: incoming.headers['content-type'] });
    response.writeHead(status).end('Not today.');
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void storage.close());
  const { port } = storage.address() as AddressInfo;
  const uploading = await startTestServer({
    flags: { rateLimit: '0', bodyLimit: '30000000', allowHosts: '127.0.0.1' },
  });
  const sender = await uploading.team();
  const upload = JSON.stringify({ url: `http://127.0.0.1:${port}/photos.pdf` });
  const post = () => sender.send('html-to-pdf', { method: 'POST', body: form({ output: 'upload', upload }) });
  const { status: answered, json } = await post();
  expect([answered, json.uploaded]).toEqual([200, true]);
  expect(received).toEqual([{ length: json.size, type: 'application/pdf' }]);
  expect(json.size).toBeGreaterThan(allBytes * 0.99);
  status = 507;
  const failed = await post();
  expect([failed.status, failed.json.code]).toEqual([422, 'upload_failed']);
  expect(await sender.used()).toBe(1);
  expect(openFiles()).toEqual([]);
});

it('is merged without its pictures, which are added afterwards, also encrypted', async () => {
  const images = pictures.map(([name]) => `<img src="${name}" alt="" style="width: 5cm; display: block">`);
  const html = `<title>Album</title><p>{{ name }}</p>${images.join('')}`;
  const files = new Map([['template.html', Buffer.from(html)], ...pictures]);
  const album = {
    teamId: member.team.id,
    name: 'album',
    type: 'html',
    hasBasePdf: false,
    publish: true,
  } as const;
  const { id } = await server.store.templates.push({ ...album, files });
  const templates = ['Ada', 'Grace'].map((name) => ({ id, data: { name } }));
  const merge = (config = {}) => member.post('templates/merge', { templates, output: 'binary', config });
  const answer = await merge();
  expect(answer.status).toBe(200);
  const { pages } = await readPdf(answer.bytes);
  expect(pages.join()).toMatch(/Ada.*Grace/s);
  // Pictures of both are there once.
  expect(answer.bytes.length).toBeLessThan(allBytes * 1.1);
  const [, last] = pictures.at(-1) ?? ['', Buffer.alloc(0)];
  expect(answer.bytes.includes(last.subarray(100, 100_000))).toBe(true);
  const sealed = await merge({ protection: { user_password: 'secret' } });
  expect([sealed.status, sealed.bytes.includes(last.subarray(100, 100_000))]).toEqual([200, false]);
  expect(sealed.bytes.includes('/Encrypt')).toBe(true);
  expect(openFiles()).toEqual([]);
}, 180_000);
