import { symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDev } from './running-dev.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** As a browser of a hostile site would send it: with any `Host`, any `Origin`, and a path that nobody tidies. */
async function send(
  url: string,
  path: string,
  { method = 'GET', body = '', ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

it('answers nobody who came by another name, and takes data from its own page only', async () => {
  const { url } = await startDev();
  const { port } = new URL(url);
  expect((await send(url, '/', { host: `evil.example:${port}` })).status).toBe(403);
  expect((await send(url, '/data', { host: 'evil.example' })).status).toBe(403);
  expect((await send(url, '/data', { host: `localhost:${port}` })).status).toBe(200);
  const put = { method: 'PUT', body: '{"name":"Mallory"}' };
  expect((await send(url, '/data', put)).status).toBe(403);
  expect((await send(url, '/data', { ...put, origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(url, '/data', { ...put, origin: `http://localhost:${port}` })).status).toBe(403);
  expect((await send(url, '/data/save', { ...put, method: 'POST', origin: 'null' })).status).toBe(403);
  expect(JSON.parse((await send(url, '/data')).text).text).toContain('Ada');
  expect((await send(url, '/data', { ...put, origin: url })).status).toBe(200);
  expect(JSON.parse((await send(url, '/data')).text).text).toBe('{"name":"Mallory"}');
});

it('serves its page and the PDF, and no file of the folder or beside it', async () => {
  const { url, folder } = await startDev();
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
  for (const path of [
    '/template.html',
    '/data.json',
    '/secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/document/../../secret.txt',
    '/pdfjs/',
    '/pdfjs/../package.json',
    '//evil.example/x',
  ]) {
    expect([path, (await send(url, path)).status]).toEqual([path, 404]);
  }
  const { headers, text } = await send(url, '/');
  expect(text).toContain('<title>pdfapi dev</title>');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});

it('data.json that is a link to a file outside of the folder is neither shown nor written', async () => {
  const { url, folder } = await startDev({ 'template.html': '<p>Hi</p>' });
  const outside = join(folder, '..', 'outside.json');
  writeFileSync(outside, '{"password":"x"}');
  symlinkSync(outside, join(folder, 'data.json'));
  const save = { method: 'POST', body: '{"name":"Ada"}', origin: url };
  const answer = await send(url, '/data/save?overwrite', save);
  expect(answer.status).toBe(422);
  expect((await send(url, '/data')).text).not.toContain('password');
});
