/** Gotenberg's routes against strangers: who may use them, what they may reach, and what they may send. */
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startSite } from '../../support/browser/start-site.ts';
import { readZip } from '../../support/read-zip.ts';
import { startServe } from '../../support/running-server.ts';
import { sendForm } from '../../support/server/gotenberg-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-gotenberg-'));
/** Without lists: the network rules of documents hold. */
const strict = await startServe(join(folder, 'strict'), ['--gotenberg', '--body-limit', '200KB']);
/** With lists, a user and a password. */
const listed = await startServe(join(folder, 'listed'), ['--gotenberg'], {
  API_ENABLE_BASIC_AUTH: 'true',
  GOTENBERG_API_BASIC_AUTH_USERNAME: 'ada',
  GOTENBERG_API_BASIC_AUTH_PASSWORD: 'p:w',
  API_ROOT_PATH: '/pdf/',
  CHROMIUM_ALLOW_LIST: '^file:.*,^http://127\\.0\\.0\\.1:.*',
  CHROMIUM_DENY_LIST: '.*localhost.*',
  API_DOWNLOAD_FROM_ALLOW_LIST: '^http://127\\.0\\.0\\.1:\\d+/good$',
  API_TIMEOUT: '20s',
});
const site = await startSite((path) => {
  if (path === '/leave') return { status: 302, headers: { location: `http://localhost:1${''}/x` } };
  const headers = { 'content-disposition': 'attachment; filename="index.html"' };
  return { headers: path === '/good' ? headers : {}, body: '<p>Inside</p>' };
});
afterAll(() => site[Symbol.asyncDispose]());

const route = '/forms/chromium/convert/html';
const page = { files: { 'index.html': '<p>Page</p>' } };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('without a token', () => {
  it('this machine is served, but no page of another site in a browser on it', async () => {
    expect((await sendForm(strict.url, route, page)).status).toBe(200);
    expect((await sendForm(strict.url, route, page, { origin: 'https://evil.example' })).status).toBe(401);
    expect(await statusOfHost('evil.example')).toBe(401);
    expect(await statusOfHost('127.0.0.1')).not.toBe(401);
  });

  it('a token of another team is asked for, in either scheme', async () => {
    const { token } = strict;
    expect((await sendForm(strict.url, route, page, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await sendForm(strict.url, route, page, basic(`any:${token}`))).status).toBe(200);
    const wrong = await sendForm(strict.url, route, page, { authorization: 'Bearer nonsense' });
    expect(wrong).toMatchObject({ status: 401, type: 'text/plain; charset=UTF-8', text: 'Unauthorized' });
  });

  it('the user and the password of the operator are asked for everywhere but at health', async () => {
    const under = `${listed.url}/pdf`;
    for (const path of ['/', '/version', '/prometheus/metrics']) {
      expect((await fetch(`${under}${path}`)).status, path).toBe(401);
      expect((await fetch(`${under}${path}`, { headers: basic('ada:p:w') })).status, path).toBe(200);
    }
    expect((await fetch(`${under}/health`)).status).toBe(200);
    expect((await sendForm(under, route, page)).status).toBe(401);
    expect((await sendForm(under, route, page, basic('ada:wrong'))).status).toBe(401);
    expect((await sendForm(under, route, page, basic('ada:p:w'))).status).toBe(200);
  });
});

describe('a private address', () => {
  it('is not reached by a page, a download or a webhook without a list', async () => {
    const url = `${site.origin}/good`;
    const before = site.visits.length;
    const answers = await Promise.all([
      sendForm(strict.url, '/forms/chromium/convert/url', { url }),
      sendForm(strict.url, '/forms/chromium/screenshot/url', { url }),
      sendForm(strict.url, route, { downloadFrom: JSON.stringify([{ url }]) }),
      sendForm(strict.url, route, page, { 'gotenberg-webhook-url': url, 'gotenberg-webhook-error-url': url }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, text: 'Forbidden' });
    const body = `<img src="${url}"><p>Printed</p>`;
    expect((await sendForm(strict.url, route, { files: { 'index.html': body } })).status).toBe(200);
    expect(site.visits).toHaveLength(before);
    expect(strict.log()).toContain(`'${url}' targets a non-public address`);
  });

  it('is reached if the list has it, and what the list denies is not', async () => {
    const under = `${listed.url}/pdf`;
    const ask = (path: string, url: string) => sendForm(under, path, { url }, basic('ada:p:w'));
    expect((await ask('/forms/chromium/convert/url', `${site.origin}/other`)).status).toBe(200);
    expect((await ask('/forms/chromium/convert/url', `${site.origin}/localhost`)).status).toBe(403);
    expect((await ask('/forms/chromium/convert/url', 'http://example.com/')).status).toBe(403);
    const download = (url: string) =>
      sendForm(under, route, { downloadFrom: JSON.stringify([{ url }]) }, basic('ada:p:w'));
    expect((await download(`${site.origin}/good`)).status).toBe(200);
    expect((await download(`${site.origin}/good?x`)).status).toBe(403);
    expect((await ask('/forms/chromium/convert/url', 'file:///etc/passwd')).status).toBe(400);
  });
});

describe('a form', () => {
  it('that is too large, or has too many parts or too long fields, is refused', async () => {
    const large = await sendForm(strict.url, route, { files: { 'index.html': 'x'.repeat(300_000) } });
    expect(large).toMatchObject({ status: 413, type: 'text/plain; charset=UTF-8' });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, 'x']));
    expect((await sendForm(strict.url, route, many)).status).toBe(400);
    const under = `${listed.url}/pdf`;
    const long = await sendForm(under, route, { metadata: 'x'.repeat(1_100_000) }, basic('ada:p:w'));
    expect(long.status).toBe(413);
  });

  it('cannot write into headers, and an expression of a scope cannot take the time of the server', async () => {
    const headers = (value: object) =>
      sendForm(strict.url, route, { ...page, extraHttpHeaders: JSON.stringify(value) });
    for (const name of ['Host', 'Cookie', 'Transfer-Encoding', 'a b', 'X\r\nY']) {
      expect((await headers({ [name]: 'x;scope=.*' })).status, name).toBe(400);
    }
    expect((await headers({ 'X-A': 'a\r\nX-B: b;scope=.*' })).status).toBe(400);
    const started = performance.now();
    await headers({ 'X-A': `x;scope=^(a+)+$` });
    expect(performance.now() - started).toBeLessThan(15_000);
    const hook = await sendForm(strict.url, route, page, {
      'gotenberg-webhook-url': 'http://example.com/',
      'gotenberg-webhook-error-url': 'http://example.com/',
      'gotenberg-webhook-extra-http-headers': '{"X\\r\\nY":"z"}',
    });
    expect([400, 403]).toContain(hook.status);
  });

  it('has names without folders, in the answer and in an archive', async () => {
    const files = { '../../etc/index.html': '<p>One</p><p style="break-before:page">Two</p>' };
    const name = { 'gotenberg-output-filename': '..\\..\\C:\\up' };
    const one = await sendForm(strict.url, route, { files }, name);
    expect(one.status).toBe(200);
    expect(one.headers.get('content-disposition')).toContain('filename="up.pdf"');
    const two = await sendForm(strict.url, route, { files, splitMode: 'intervals', splitSpan: '1' }, name);
    expect(two.type).toBe('application/zip');
    expect([...(await readZip(two.bytes)).keys()]).toEqual(['up_0.pdf', 'up_1.pdf']);
  });
});

/** The status of a form that was sent to a host of this name, which leads here. */
async function statusOfHost(host: string): Promise<number | undefined> {
  const { port } = new URL(strict.url);
  return await new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: route,
        headers: { host, 'content-type': 'multipart/form-data; boundary=x' },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    asked.on('error', reject);
    asked.end('--x--');
  });
}
