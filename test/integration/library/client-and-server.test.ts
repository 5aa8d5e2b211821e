/** `startServer` and `createClient` in one program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiClient,
  createClient,
  PdfapiError,
  type ServerHandle,
  startServer,
} from '../../../src/index.ts';
import { openStore } from '../../../src/store/store.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-library-'));
const dataDir = join(folder, 'data');
let server: ServerHandle;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer({
    dataDir,
    port: 0,
    rateLimit: 0,
    workers: 2,
    browser: otherBrowser,
    noSandbox: !browserOptions.sandbox,
    allowHosts: ['127.0.0.1'],
  });
  await server.ready();
  const store = await openStore({ dataDirectory: dataDir, quotas: {}, now: () => new Date() });
  const [team] = await store.teams.list();
  const { token } = await store.tokens.create({
    teamId: Number(team?.id),
    scopes: ['templates:write', 'webhooks:write'],
  });
  await store.close();
  client = createClient({ url: `${server.url}/`, token });
});
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.join('\n');

describe('the client', () => {
  it('has the server send a PDF to a storage', async () => {
    const stored: string[] = [];
    const storage = createServer((request, response) => {
      stored.push(`${request.method} ${request.url} ${request.headers['x-amz-acl']}`);
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    const { port } = storage.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/a.pdf`;
    const upload = { url: `${url}?signature=b`, headers: { 'x-amz-acl': 'private' } };
    const sent = await client.htmlToPdf({ html: 'a', output: 'upload', upload });
    expect(sent).toMatchObject({ uploaded: true, url, filename: 'document.pdf', size: expect.any(Number) });
    expect(stored).toEqual(['PUT /a.pdf?signature=b private']);
    storage.close();
    await expect(client.htmlToPdf({ html: 'a', output: 'upload', upload })).rejects.toMatchObject({
      code: 'upload_failed',
    });
  });

  it('manages webhooks, and sends a delivery again', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { id, secret } = await client.webhooks.create({ url, events: ['quota.reached'] });
    expect(await client.webhooks.secret(id)).toMatchObject({ id, secret });
    expect(await client.webhooks.list()).toMatchObject([{ id, url, events: ['quota.reached'] }]);
    expect(await client.webhooks.update(id, { description: 'the shop' })).toMatchObject({
      description: 'the shop',
      events: ['quota.reached'],
    });
    expect((await client.webhooks.rotateSecret(id)).secret).not.toBe(secret);

    const { id: delivery } = await client.webhooks.test(id);
    await expect.poll(() => received, { timeout: 15_000 }).toEqual([delivery]);
    const states = async () => {
      const found: string[] = [];
      for await (const each of client.webhooks.deliveries(id)) found.push(`${each.id} ${each.state}`);
      return found;
    };
    await expect.poll(states, { timeout: 15_000 }).toEqual([`${delivery} delivered`]);
    await client.webhooks.redeliver(id, delivery);
    await expect.poll(() => received, { timeout: 15_000 }).toEqual([delivery, delivery]);

    // More than one request returns.
    for (let count = 0; count < 100; count += 1) await client.webhooks.test(id);
    const ids = (await states()).map((text) => text.split(' ')[0]);
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([101, 101, delivery]);

    await client.webhooks.delete(id);
    await expect(client.webhooks.get(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    receiver.close();
  });

  it('starts jobs, waits for them, and downloads their results', async () => {
    const { id } = await client.jobs.start({
      html: '<p>{{ id }}</p>',
      data: { id: 2n ** 62n },
      filename: 'a.pdf',
    });
    const seen: string[] = [];
    const job = await client.jobs.wait(id, { onProgress: ({ state }) => seen.push(state) });
    expect(job).toMatchObject({ state: 'finished', result: { filename: 'a.pdf' }, error: null });
    expect(seen.at(-1)).toBe('finished');
    expect(await textOf(await client.jobs.download(id))).toBe('4611686018427387904');
    const first = await client.templates().next();
    const template = first.done ? undefined : first.value;
    const batch = await client.jobs.batch({
      template_id: Number(template?.id),
      rows: Array.from({ length: 3 }, (_, number) => ({ number })),
    });
    await client.jobs.cancel(batch.id);
    expect(await client.jobs.wait(batch.id)).toMatchObject({ state: 'cancelled' });
    const listed: string[] = [];
    for await (const each of client.jobs.list()) listed.push(each.id);
    expect(listed).toEqual(expect.arrayContaining([id, batch.id]));
    const rows: number[] = [];
    for await (const { number } of client.jobs.rows(batch.id, { state: 'cancelled' })) rows.push(number);
    expect(rows.length).toBeGreaterThan(0);
    await expect(client.jobs.download(batch.id)).rejects.toMatchObject({ code: 'no_result' });
    await expect(client.jobs.get('job_none')).rejects.toMatchObject({ code: 'job_not_found' });
  });

  it('makes a PDF from HTML, data and files, and reports the usage', async () => {
    const before = (await client.usage()).current_month_usage;
    const { pdf, size, filename, usage } = await client.htmlToPdf({
      html: '<link rel="stylesheet" href="a.css"><p>{{ id }}</p>',
      data: { id: 2n ** 62n },
      files: { 'a.css': Buffer.from('p { font-size: 40px }') },
      filename: 'a.pdf',
    });
    const read = await readPdf(pdf);
    expect(read.pages).toEqual(['4611686018427387904']);
    expect(read.place(1, '4611686018427387904').size).toBeCloseTo(30);
    expect([size, filename]).toEqual([pdf.length, 'a.pdf']);
    expect(usage.current).toBe(before + 1);
  });

  it('charges a document once for one idempotency key', async () => {
    const body = { html: '<p>once</p>' };
    const first = await client.htmlToPdf(body, { idempotencyKey: 'order-1' });
    const { current_month_usage: used } = await client.usage();
    const second = await client.htmlToPdf(body, { idempotencyKey: 'order-1' });
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    expect((await client.usage()).current_month_usage).toBe(used);
  });

  it('pushes, publishes, lists, generates, merges and deletes a template', async () => {
    const content = Buffer.from('<p>Dear {{ name }}</p>').toString('base64');
    const pushed = await client.manage.push({
      name: 'letter of the test',
      files: [{ path: 'template.html', content }],
      type: 'html',
    });
    const id = Number(pushed.id);
    await client.manage.publish(id);
    const listed: string[] = [];
    for await (const { name } of client.templates()) listed.push(name);
    expect(listed).toContain('letter of the test');
    expect((await client.template(id)).name).toBe('letter of the test');

    const { pdf, warning } = await client.generate(id, { data: { name: 'Ada' } });
    expect([await textOf(pdf), warning]).toEqual(['Dear Ada', undefined]);
    const merged = await client.merge({
      templates: [
        { id, data: { name: 'Ada' } },
        { id, data: { name: 'Grace' } },
      ],
    });
    expect((await readPdf(merged.pdf)).pages).toEqual(['Dear Ada', 'Dear Grace']);
    const { url, expires_at } = await client.generate(id, { output: 'url', data: { name: 'Alan' } });
    expect(await textOf(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe('Dear Alan');
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());

    const details = await client.manage.get(id);
    const files = await client.manage.files(id, details.latest_version);
    expect(Buffer.from(files.get('template.html') ?? []).toString()).toBe('<p>Dear {{ name }}</p>');
    expect([...(await client.manage.hashes(id, details.latest_version)).keys()]).toEqual(['template.html']);
    await client.manage.rename(id, { name: 'renamed' });
    expect((await client.manage.list()).map(({ name }) => name)).toContain('renamed');
    await client.manage.delete(id, { base: details.latest_hash });
    await expect(client.template(id)).rejects.toMatchObject({ code: 'template_not_found' });
  });

  it('throws the errors of the server with their code and fields', async () => {
    const failure = await client
      .htmlToPdf({ html: 'a', config: { format: 'A99' as never } })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(PdfapiError);
    expect([failure.code, Object.keys(failure.errors)]).toEqual(['invalid_request', ['config.format']]);
    await using stranger = createClient({ url: server.url, token: 'unknown' });
    await expect(stranger.usage()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('ends a call with the reason of its signal, and at its time limit', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((listening) => silent.once('listening', listening));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await using slow = createClient({ url, token: 'a', timeoutMs: 300 });
    try {
      await expect(slow.usage()).rejects.toMatchObject({ code: 'timeout' });
      const reason = new Error('stopped');
      await expect(slow.usage({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    } finally {
      silent.close();
      silent.closeAllConnections();
    }
  });

  it('repeats a request that a gateway lost, and says so', async () => {
    let asked = 0;
    const flaky = createServer((_, response) => {
      asked++;
      response.statusCode = asked === 1 ? 502 : 401;
      response.setHeader('content-type', 'application/json');
      response.end('{"message":"Unauthenticated."}');
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => flaky.once('listening', listening));
    const waits: number[] = [];
    await using own = createClient({
      url: `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`,
      token: 'a',
      onRetry: ({ wait }) => void waits.push(wait),
    });
    try {
      await expect(own.usage()).rejects.toMatchObject({ code: 'unauthenticated' });
      expect([asked, waits.length]).toEqual([2, 1]);
    } finally {
      flaky.close();
      flaky.closeAllConnections();
    }
  });

  it.each([
    [{ url: 'ftp://example.com', token: 'a' }, 'url'],
    [{ url: 'http://localhost', token: '' }, 'token'],
  ])('rejects %j, naming the option', (options, field) => {
    expect(() => createClient(options)).toThrow(
      expect.objectContaining({ code: 'invalid_option', errors: { [field]: [expect.any(String)] } }),
    );
  });
});

describe('the server', () => {
  it('gives a token on the first start with a data directory only', async () => {
    expect(server.token).toEqual(expect.any(String));
    await expect(startServer({ dataDir, port: 0 })).rejects.toMatchObject({ code: 'data_directory_in_use' });
  });

  it.each([
    [{ prot: 1 }, 'prot', 'Did you mean "port"?'],
    [{ port: 99_999 }, 'port', 'a whole number from 0 to 65535, not 99999'],
    [{ timeout: -1 }, 'timeout', 'a number of milliseconds'],
    [{ quota: { gold: 5 } }, 'quota', 'not {"gold":5}'],
    [{ drainDelay: -1 }, 'drainDelay', 'a number of milliseconds'],
    [{ logLevel: 'loud' }, 'logLevel', 'one of: trace, debug'],
    [{ documents: 's3://bucket' }, 'documents', 'needs the region of the bucket'],
    [{ documentsRedirect: true }, 'documentsRedirect', 'needs documents s3://…, to which it redirects'],
  ])('rejects %j, naming the setting and what is valid', async (options, field, text) => {
    const failure = await startServer(options as never).catch((error) => error);
    expect([failure.code, Object.keys(failure.errors)]).toEqual(['invalid_option', [field]]);
    expect(failure.message).toContain(text);
  });

  it('does not show an address that may contain a password', async () => {
    const failure = await startServer({ databaseUrl: 'mysql://user:hidden@database/pdfapi' }).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({ code: 'invalid_option', errors: { databaseUrl: [expect.any(String)] } });
    expect(JSON.stringify([failure.message, failure.errors])).not.toContain('hidden');
  });

  it('takes passwords, times, and the level of its log', async () => {
    const dataDir = join(folder, 'settings');
    const settings = { databasePool: 2, databasePrepare: true, noMigrate: false, leaseMargin: 5_000 };
    const smtpUrl = 'smtp://user:secret@127.0.0.1:1';
    await using other = await startServer({
      ...settings,
      dataDir,
      port: 0,
      smtpUrl,
      drainDelay: 0,
      logLevel: 'error',
    });
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
  });

  it('reads no variable of the command line', async () => {
    process.env.PDFAPI_PORT = 'nonsense';
    try {
      await using other = await startServer({ dataDir: join(folder, 'other'), port: 0 });
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    } finally {
      delete process.env.PDFAPI_PORT;
    }
  });
});
