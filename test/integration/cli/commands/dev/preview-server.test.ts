import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startDev } from '../../../../support/cli/commands/dev/running-dev.ts';
import { editorJson, text } from '../../../../support/pdfme/editor-files.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Sends a request like the browser of a hostile site: with any `Host`, any `Origin`, and an unnormalized path. */
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

it('rejects requests under another host name, and accepts data from its own page only', async () => {
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
  // The server may be asked before it has read the file; its page learns of that.
  await vi.waitFor(
    async () => expect(JSON.parse((await send(url, '/data')).text).text).toContain('Ada'),
    10_000,
  );
  expect((await send(url, '/data', { ...put, origin: url })).status).toBe(200);
  expect(JSON.parse((await send(url, '/data')).text).text).toBe('{"name":"Mallory"}');
});

it('serves its page, and no file in the template’s folder or beside it', async () => {
  const { url, folder } = await startDev();
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
  for (const path of [
    '/template.html',
    '/data.json',
    '/secret.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/document/../../secret.txt',
    '/studio/pdfjs/',
    '/studio/',
    '/studio/pdfjs/../../package.json',
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

it('neither shows nor writes a data.json that links to a file outside of the folder', async () => {
  const { url, folder } = await startDev({ 'template.html': '<p>Hi</p>' });
  const outside = join(folder, '..', 'outside.json');
  writeFileSync(outside, '{"password":"x"}');
  symlinkSync(outside, join(folder, 'data.json'));
  const save = { method: 'POST', body: '{"name":"Ada"}', origin: url };
  const answer = await send(url, '/data/save?overwrite', save);
  expect(answer.status).toBe(422);
  expect((await send(url, '/data')).text).not.toContain('password');
});

const editorFolder = {
  'editor.json': `${editorJson([[text('a', 'Dear {{ name }}')]])}\n`,
  'data.json': '{ "name": "Ada" }',
};

/** Encodes a design the way the page does. */
const designOf = (base: string, files: Readonly<Record<string, string>>) =>
  JSON.stringify({
    base,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      content: Buffer.from(content).toString('base64'),
    })),
  });

it('accepts a design from its own page only, and writes only files of an editor template', async () => {
  const { url, folder } = await startDev(editorFolder);
  const { base } = JSON.parse((await send(url, '/design')).text);
  const changed = editorFolder['editor.json'].replace('Dear', 'Hello');
  const save = { method: 'POST', body: designOf(base, { 'editor.json': changed }) };
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    expect((await send(url, '/design/save?overwrite', { ...save, ...headers })).status).toBe(403);
    expect((await send(url, '/design', { ...save, ...headers, method: 'PUT' })).status).toBe(403);
  }
  for (const path of [
    'data.json',
    '../outside.svg',
    'assets/../../outside.svg',
    'assets/.hidden.svg',
    'assets/x.html',
    'assets/a/b.svg',
    '/etc/x.svg',
    'C:\\x.svg',
  ]) {
    const body = designOf(base, { 'editor.json': changed, [path]: '<svg/>' });
    const answer = await send(url, '/design/save', { ...save, body, origin: url });
    expect([path, answer.status]).toEqual([path, 422]);
  }
  for (const body of ['', 'null', '[]', '{"base":"x","files":[1]}', '{"files":[]}']) {
    expect((await send(url, '/design', { method: 'PUT', body, origin: url })).status).toBe(422);
  }
  expect(readFileSync(join(folder, 'editor.json'), 'utf8')).toBe(editorFolder['editor.json']);
  expect((await send(url, '/design/save', { ...save, origin: url })).status).toBe(200);
  expect(readFileSync(join(folder, 'editor.json'), 'utf8')).toBe(changed);
  expect(readdirSync(join(folder, '..'))).not.toContain('outside.svg');
});

it('rejects a design based on an outdated file, and an image that would replace another', async () => {
  const { url, folder, write } = await startDev({ ...editorFolder, 'assets/logo.svg': '<svg/>' });
  const { base } = JSON.parse((await send(url, '/design')).text);
  const changed = editorFolder['editor.json'].replace('Dear', 'Hello');
  const post = (files: Readonly<Record<string, string>>, path = '/design/save') =>
    send(url, path, { method: 'POST', body: designOf(base, files), origin: url });
  const logo = await post({ 'editor.json': changed, 'assets/logo.svg': '<svg><g/></svg>' });
  expect([logo.status, JSON.parse(logo.text).code]).toEqual([409, 'file_exists']);
  const theirs = editorFolder['editor.json'].replace('Dear', 'Good day');
  write('editor.json', theirs);
  expect((await post({ 'editor.json': changed })).status).toBe(409);
  expect(readFileSync(join(folder, 'editor.json'), 'utf8')).toBe(theirs);
  expect(readFileSync(join(folder, 'assets/logo.svg'), 'utf8')).toBe('<svg/>');
  expect((await post({ 'editor.json': changed }, '/design/save?overwrite')).status).toBe(200);
  expect(readFileSync(join(folder, 'editor.json'), 'utf8')).toBe(changed);
});

it('does not write to assets/ if it links to another folder', async () => {
  const { url, folder } = await startDev(editorFolder);
  const outside = join(folder, '..', 'elsewhere');
  mkdirSync(outside);
  symlinkSync(outside, join(folder, 'assets'));
  const { base } = JSON.parse((await send(url, '/design')).text);
  const changed = editorFolder['editor.json'].replace('Dear', 'Hello');
  const body = designOf(base, { 'editor.json': changed, 'assets/x.svg': '<svg/>' });
  const { status } = await send(url, '/design/save', { method: 'POST', body, origin: url });
  expect(status).toBe(422);
  expect(readdirSync(outside)).toEqual([]);
  expect(readFileSync(join(folder, 'editor.json'), 'utf8')).toBe(editorFolder['editor.json']);
});
