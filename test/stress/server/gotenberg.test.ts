/** `pdfapi serve --gotenberg` with a client of Gotenberg: conversions, screenshots, downloads, webhooks, traces. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startSite } from '../../support/browser/start-site.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startServe } from '../../support/running-server.ts';
import { type FormContent, readAnswer, sendForm } from '../../support/server/gotenberg-client.ts';
import { openReceiver } from '../../support/server/webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-gotenberg-'));
const server = await startServe(join(folder, 'open'), ['--gotenberg', '--unlimited'], {
  CHROMIUM_ALLOW_LIST: '.+',
  API_DOWNLOAD_FROM_ALLOW_LIST: '.+',
  WEBHOOK_ALLOW_LIST: '.+',
  WEBHOOK_RETRY_MIN_WAIT: '10ms',
  API_ENABLE_DEBUG_ROUTE: 'true',
});
const site = await startSite((path) => {
  if (path.startsWith('/page')) return '<title>Site</title><p>From the site</p><img src="/pixel">';
  if (path === '/index') {
    const headers = { 'content-disposition': 'attachment; filename="../index.html"' };
    return { headers, body: '<p>Downloaded</p>' };
  }
  return path === '/nameless' ? 'x' : { status: 404 };
});
afterAll(() => site[Symbol.asyncDispose]());

const html = (body: string): FormContent => ({
  files: { 'index.html': `<html><body>${body}</body></html>` },
});
const post = (path: string, content: FormContent, headers?: Record<string, string>) =>
  sendForm(server.url, path, content, headers);
const toPdf = (content: FormContent, headers?: Record<string, string>) =>
  post('/forms/chromium/convert/html', content, headers);

describe('a conversion', () => {
  it('prints HTML with its files on Letter, and names the file as asked', async () => {
    const files = {
      'index.html': '<link rel="stylesheet" href="style.css"><p>Hello {{ nobody }}</p>',
      'style.css': 'p { color: red }',
    };
    const { status, type, headers, bytes } = await toPdf(
      { files },
      { 'gotenberg-output-filename': '/tmp/../bill' },
    );
    expect({ status, type }).toEqual({ status: 200, type: 'application/pdf' });
    expect(headers.get('content-disposition')).toContain('filename="bill.pdf"');
    const pdf = await readPdf(bytes);
    expect(pdf.pages).toEqual(['Hello {{ nobody }}']);
    expect(pdf.sizes).toEqual([{ width: 216, height: 279 }]);
  });

  it('takes paper, margins, orientation, pages, scale and headers from the fields', async () => {
    const body = '<p>One</p><p style="break-before:page">Two</p><p style="break-before:page">Three</p>';
    const { bytes } = await toPdf({
      files: {
        'index.html': body,
        'footer.html': '<p style="font-size:10px">{{ x }} <span class="pageNumber"></span></p>',
      },
      ...{
        paperWidth: '100mm',
        paperHeight: '150mm',
        landscape: 'true',
        nativePageRanges: '2-3',
        scale: '0.8',
      },
      ...{ marginTop: '1cm', marginBottom: '72pt', marginLeft: '0.5', marginRight: '20px' },
    });
    const pdf = await readPdf(bytes);
    expect(pdf.sizes).toEqual([
      { width: 150, height: 100 },
      { width: 150, height: 100 },
    ]);
    expect(pdf.pages[0]).toMatch(/Two.*\{\{ x \}\} 2/s);
  });

  it('waits for what is asked, and for no longer timers otherwise', async () => {
    const script =
      '<p id="a">early</p><script>setTimeout(() => { a.textContent = "late"; window.isDone = true }, 2500)</script>';
    const read = async (content: FormContent) => (await readPdf((await toPdf(content)).bytes)).pages[0];
    expect(await read(html(script))).toBe('early');
    expect(await read({ ...html(script), waitForExpression: 'window.isDone === true' })).toBe('late');
    expect(await read({ ...html(script), waitDelay: '3s' })).toBe('late');
  });

  it('prints a web page with the headers and cookies of the form', async () => {
    const { status, bytes } = await post('/forms/chromium/convert/url', {
      url: `${site.origin}/page`,
      extraHttpHeaders: JSON.stringify({
        'X-One': 'a',
        'X-Two': `b;scope=.*/pixel`,
        'X-Three': 'c;scope=.*nowhere.*',
      }),
      cookies: JSON.stringify([{ name: 'taste', value: 'salt', domain: site.host, sameSite: 'lax' }]),
      userAgent: 'Reader/1',
    });
    expect(status).toBe(200);
    expect((await readPdf(bytes)).pages[0]).toContain('From the site');
    expect(site.of('/page')[0]).toMatchObject({
      'x-one': 'a',
      cookie: 'taste=salt',
      'user-agent': 'Reader/1',
    });
    expect(site.of('/page')[0]).not.toHaveProperty('x-two');
    expect(site.of('/pixel')[0]).toMatchObject({ 'x-one': 'a', 'x-two': 'b' });
    expect(site.of('/pixel')[0]).not.toHaveProperty('x-three');
  });

  it('prints Markdown where the page asks for it, without its scripts', async () => {
    const files = {
      'index.html': '<h1>{{ raw }}</h1>{{ toHTML "a.md" }}',
      'a.md': '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>document.write("bad")</script>',
    };
    const { bytes } = await post('/forms/chromium/convert/markdown', { files });
    const [text] = (await readPdf(bytes)).pages;
    expect(text).toMatch(/\{\{ raw \}\}.*Title.*a.*b.*1.*2/s);
    expect(text).not.toMatch(/^bad$/m);
    const missing = await post('/forms/chromium/convert/markdown', {
      files: { 'index.html': '{{ toHTML "b.md" }}', 'a.md': 'x' },
    });
    expect(missing).toMatchObject({ status: 400, text: "Markdown file(s) not found: 'b.md'" });
  });

  it('captures the screen, an element of it, and says if nothing matches', async () => {
    const page = html('<div id="box" style="width:120px;height:80px;background:red;margin-top:900px"></div>');
    const whole = await post('/forms/chromium/screenshot/html', page);
    expect(whole).toMatchObject({ status: 200, type: 'image/png' });
    expect([whole.bytes.readUInt32BE(16), whole.bytes.readUInt32BE(20) > 900]).toEqual([800, true]);
    const box = await post('/forms/chromium/screenshot/html', { ...page, selector: '#box' });
    expect([box.bytes.readUInt32BE(16), box.bytes.readUInt32BE(20)]).toEqual([120, 80]);
    const jpeg = await post('/forms/chromium/screenshot/html', { ...page, format: 'jpeg', quality: '40' });
    expect(jpeg.type).toBe('image/jpeg');
    expect(await post('/forms/chromium/screenshot/html', { ...page, selector: '#none' })).toMatchObject({
      status: 400,
      text: "The selector '#none' (selector) matched no element with a visible box",
    });
  });
});

describe('an error', () => {
  it('lists every fault of the fields as text, in the order of Gotenberg', async () => {
    const { status, type, text } = await toPdf({
      landscape: 'x',
      waitDelay: '5',
      scale: '',
      cookies: '{"a":1,}',
    });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain; charset=UTF-8' });
    expect(text).toBe(
      [
        `Invalid form data: form field 'waitDelay' is invalid (got '5', resulting to time: missing unit in duration "5")`,
        `form field 'cookies' is invalid (got '{"a":1,}', resulting to unmarshal cookies: invalid character '}' looking for beginning of object key string)`,
        `form field 'landscape' is invalid (got 'x', resulting to strconv.ParseBool: parsing "x": invalid syntax)`,
        `form file 'index.html' is required`,
      ].join('\n'),
    );
  });

  it.each([
    [
      { waitForExpression: 'undefined' },
      400,
      "The expression 'undefined' (waitForExpression) returned an exception or undefined",
    ],
    [{ waitForSelector: '[' }, 400, "The selector '[' (waitForSelector) returned an exception or undefined"],
    [
      { nativePageRanges: 'x' },
      400,
      "Chromium does not handle the page ranges 'x' (nativePageRanges) syntax",
    ],
    [{ nativePageRanges: '2-3' }, 400, "The page ranges '2-3' (nativePageRanges) exceeds the page count"],
    [{ omitBackground: 'true' }, 400, 'omitBackground requires printBackground set to true'],
    [
      { paperWidth: '0' },
      400,
      'Chromium does not handle the provided settings; please check for aberrant form values',
    ],
  ])('of %j has the text of Gotenberg', async (fields, status, text) => {
    expect(await toPdf({ ...html('<p>x'), ...fields })).toMatchObject({ status, text });
  });

  it('of a page names its status, its exceptions and what did not arrive', async () => {
    const script = html('<script>throw new Error("Broken")</script><link rel="stylesheet" href="none.css">');
    const [exceptions, resources, status] = await Promise.all([
      toPdf({ ...script, failOnConsoleExceptions: 'true' }),
      toPdf({ ...script, failOnResourceLoadingFailed: 'true' }),
      post('/forms/chromium/convert/url', { url: `${site.origin}/none` }),
    ]);
    expect(exceptions).toMatchObject({ status: 409, text: expect.stringContaining('Error: Broken') });
    expect(resources).toMatchObject({
      status: 409,
      text: expect.stringContaining('resource Stylesheet: net::ERR_FILE_NOT_FOUND'),
    });
    expect(status).toMatchObject({
      status: 409,
      text: 'Invalid HTTP status code from the main page: 404: Not Found',
    });
  });

  it('tells that there are no office files, and what a body must be', async () => {
    const office = await post('/forms/libreoffice/convert', { files: { 'a.docx': 'x' } });
    expect(office).toMatchObject({ status: 400, text: expect.stringContaining('no LibreOffice') });
    const json = await fetch(`${server.url}/forms/chromium/convert/html`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await readAnswer(json)).toMatchObject({
      status: 415,
      text: "Invalid 'Content-Type' header value: want 'multipart/form-data'",
    });
    const broken = await fetch(`${server.url}/forms/chromium/convert/html`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--y',
    });
    expect(await readAnswer(broken)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Malformed body'),
    });
  });
});

it('downloads files of the form, with headers and a trace, under a name without folders', async () => {
  const entry = { url: `${site.origin}/index`, extraHttpHeaders: { 'X-Key': 'secret', Host: 'other' } };
  const trace = { 'gotenberg-trace': 'job-7', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const { status, bytes, headers } = await toPdf({ downloadFrom: JSON.stringify([entry]) }, trace);
  expect(status).toBe(200);
  expect((await readPdf(bytes)).pages).toEqual(['Downloaded']);
  const [sent] = site.of('/index');
  expect(sent).toMatchObject({ 'x-key': 'secret', host: site.host, 'gotenberg-trace': 'job-7' });
  expect(sent?.traceparent).toMatch(/^00-a{32}-(?!b{16})[\da-f]{16}-01$/);
  expect(headers.get('gotenberg-trace')).toBe('job-7');
  await vi.waitFor(() => expect(server.log()).toContain('"correlation_id":"job-7"'));
  expect(server.log()).not.toContain('secret');
  const bad = (content: string) => toPdf({ downloadFrom: content });
  expect((await bad('foo')).text).toContain("invalid character 'o' in literal false (expecting 'a')");
  expect((await bad('[{}]')).text).toContain('entry 0: URL must be set');
  expect((await bad(JSON.stringify([{ url: `${site.origin}/nameless` }]))).text).toBe(
    `No 'Content-Disposition' header from '${site.origin}/nameless'`,
  );
});

describe('a webhook', () => {
  const hooks = (url: string, more: Record<string, string> = {}) => ({
    'gotenberg-webhook-url': url,
    'gotenberg-webhook-error-url': `${url}&error`,
    'gotenberg-output-filename': 'foo',
    ...more,
  });

  it('gets the file after the request was answered, and again if it was busy', async () => {
    const receiver = await openReceiver();
    receiver.answer = 503;
    const url = `${receiver.url}?a=1`;
    const extra = JSON.stringify({ 'X-Foo': 'bar', 'Content-Length': '1' });
    const { status, text } = await toPdf(html('<p>Later'), {
      ...hooks(url, { 'gotenberg-webhook-method': 'put', 'gotenberg-webhook-extra-http-headers': extra }),
      'gotenberg-webhook-events-url': `${url}&events`,
    });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 60_000 });
    receiver.answer = 200;
    await vi.waitFor(() => expect(receiver.received.at(-1)?.path).toContain('&events'), { timeout: 60_000 });
    const file = receiver.received.findLast(({ path }) => !path.includes('events'));
    expect(file).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'x-foo': 'bar' },
    });
    expect(file?.headers['content-disposition']).toContain('foo.pdf');
    expect(file?.body).toMatch(/^%PDF-/);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ event: 'webhook.success' });
  });

  it('gets the error of a form that is not valid', async () => {
    const receiver = await openReceiver();
    const { status } = await toPdf({ scale: 'x' }, hooks(`${receiver.url}?a=1`));
    expect(status).toBe(204);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 });
    expect(receiver.received[0]?.path).toContain('&error');
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      status: 400,
      message: expect.stringContaining("form field 'scale'"),
    });
  });

  it('needs a place for errors, and a method that has a body', async () => {
    const { url } = await openReceiver();
    expect(await toPdf(html('x'), { 'gotenberg-webhook-url': url })).toMatchObject({ status: 400 });
    expect(await toPdf(html('x'), hooks(url, { 'gotenberg-webhook-method': 'GET' }))).toMatchObject({
      status: 400,
      text: "Invalid 'Gotenberg-Webhook-Method' header value: expected 'POST', 'PATCH' or 'PUT', but got 'GET'",
    });
  });
});

it('answers health, version, metrics and debug beside the API, which needs its token', async () => {
  const get = async (path: string) => await readAnswer(await fetch(`${server.url}${path}`));
  expect(JSON.parse((await get('/health')).text)).toMatchObject({
    status: 'up',
    details: { chromium: { status: 'up' } },
  });
  expect((await get('/version')).text).toMatch(/^8\./);
  expect((await get('/prometheus/metrics')).text).toContain('gotenberg_chromium_requests_queue_size 0');
  expect(JSON.parse((await get('/debug')).text)).toHaveProperty('modules');
  expect((await get('/api/v1/templates')).status).toBe(401);
});
