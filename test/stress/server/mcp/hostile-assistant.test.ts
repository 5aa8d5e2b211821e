/** What an assistant over HTTP may not do: the rights of its token, other teams, floods, and what is no message. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { readPdf } from '../../../support/read-pdf.ts';
import { connectAssistant } from '../../../support/server/assistant.ts';
import { startTestServer } from '../../../support/server/start-test-server.ts';

const server = await startTestServer();

const html = '<html lang="en"><title>T</title><h1>Hello {{ name }}</h1>';

async function writerOf(member: { readonly team: { readonly id: number } }) {
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  return await connectAssistant(server.url, token);
}

/** Sends a body to `/mcp` as it is. */
async function send(body: string, token: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** The text of the PDF in a result. */
async function textOf({ result }: { readonly result: CallToolResult }): Promise<string> {
  const found = result.content.find((each) => each.type === 'resource');
  const blob = found && 'blob' in found.resource ? found.resource.blob : '';
  return (await readPdf(Buffer.from(blob, 'base64'))).pages.join('\n');
}

const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

it('a token without the scope reads what the API shows, and neither writes nor publishes', async () => {
  const member = await server.team();
  await server.template(
    member.team,
    { 'template.html': html, 'data.json': '{"name":"Ada"}' },
    { name: 'hello' },
  );
  const writer = await writerOf(member);
  await writer.use('write_template', {
    template: 'hello',
    files: [{ path: 'template.html', content: html.replace('Hello', 'Draft') }],
  });
  const reader = await connectAssistant(server.url, member.token);
  const shown = await reader.use('show_template', { template: 'hello' });
  expect(shown.report).toMatchObject({ version: 1, sample_data: { name: 'Ada' } });
  expect(shown.report.files).toBeUndefined();
  const rendered = await reader.use('render', { template: 'hello' });
  expect(rendered.report).toMatchObject({ version: 1, pages: 1 });
  expect(rendered.pictures).toHaveLength(1);

  const files = [{ path: 'template.html', content: 'x' }];
  const refused = [
    ['write_template', { template: 'hello', files }],
    ['write_template', { template: 'new', files }],
    ['publish', { template: 'hello' }],
    ['show_template', { template: 'hello', file: 'template.html' }],
    ['render', { template: 'hello', version: 2 }],
  ] as const;
  for (const [tool, given] of refused)
    expect(await reader.failure(tool, given)).toContain('(scope_required)');
  expect(await member.used()).toBe(1);
});

it('the templates and documents of other teams do not exist for a team', async () => {
  const [owner, stranger] = [await server.team(), await server.team()];
  const id = await server.template(owner.team, html, { name: 'secret plan' });
  const link = (await (await writerOf(owner)).use('render', { template: 'secret plan' })).report.pdf;
  const assistant = await writerOf(stranger);
  expect((await assistant.use('list_templates')).report.templates).toEqual([]);
  for (const template of ['secret plan', String(id), `0${id}`, `${id} `]) {
    const unknown = (text: string) =>
      expect(text).toMatch(/^There is no template .*\(template_not_found\)$/s);
    unknown(await assistant.failure('show_template', { template }));
    unknown(await assistant.failure('show_template', { template, file: 'template.html' }));
    unknown(await assistant.failure('render', { template }));
    unknown(await assistant.failure('check', { template }));
    unknown(await assistant.failure('publish', { template }));
    unknown(await assistant.failure('merge', { documents: [{ template }] }));
  }
  for (const pdf of [
    link,
    link.replace(/signature=./, 'signature=x'),
    'https://example.com/a.pdf',
    '/etc/passwd',
    '',
  ]) {
    expect(await assistant.failure('check', { pdf })).toContain('(invalid_signature)');
  }
  // A name of another team's template is free.
  const written = await assistant.use('write_template', {
    template: 'secret plan',
    files: [{ path: 'template.html', content: html }],
  });
  expect(written.report.id).not.toBe(id);
  expect(await stranger.used()).toBe(0);
});

it('a template with a path outside, or that never ends, is neither stored nor charged', async () => {
  const member = await server.team();
  const assistant = await writerOf(member);
  for (const path of [
    '../x.html',
    '/etc/x.html',
    'a\\b.html',
    '.git/config',
    'run.sh',
    'node_modules/x.js',
    'assets/x.exe',
    'assets/x.sh',
    'con.html',
    'a\0.html',
  ]) {
    const files = [
      { path: 'template.html', content: html },
      { path, content: 'x' },
    ];
    expect(await assistant.failure('write_template', { template: 'x', files })).toMatch(
      /\(invalid_(request|template)\)/,
    );
  }
  const endless = '{% for a in 1..9000000 %}{% for b in 1..9000000 %}{{ b }}{% endfor %}{% endfor %}';
  const files = [
    { path: 'template.html', content: endless },
    { path: 'data.json', content: '{}' },
  ];
  await assistant.failure('write_template', { template: 'x', files });
  await assistant.failure('render', { html: endless, data: { a: 1 } });
  expect((await assistant.use('list_templates')).report.templates).toEqual([]);
  expect(await member.used()).toBe(0);
});

it('credits and plans are those of the API', async () => {
  const poor = await server.team({ plan: 'discovery', quota: 1 });
  const assistant = await connectAssistant(server.url, poor.token);
  await assistant.use('render', { html });
  expect(await assistant.failure('render', { html })).toMatch(/Credits: http.*\(quota_exhausted\)/s);
  expect(await assistant.failure('merge', { documents: [{ template: 'x' }] })).toContain(
    'There is no template',
  );
  expect(await poor.used()).toBe(1);
});

it('only a POST with a token of this server gets an answer', async () => {
  const { token } = await server.team();
  const missing = await send(message('tools/list'), undefined);
  expect(missing.status).toBe(401);
  expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer /);
  expect((await send(message('tools/list'), 'pdf_wrong')).status).toBe(401);
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const response = await fetch(`${server.url}/mcp`, { method, headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
  expect((await send(message('tools/list'), token, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(message('tools/list'), token, { origin: server.url })).status).toBe(200);
  expect((await send(message('tools/list'), token, { accept: 'text/html' })).status).toBe(406);
  expect((await send(message('tools/list'), token, { 'content-type': 'text/plain' })).status).toBe(415);
});

it('what is no message is refused as JSON-RPC says', async () => {
  const { token } = await server.team();
  const code = async (body: string) => {
    const { status, json } = await send(body, token);
    return [status, json.error?.code];
  };
  expect(await code('')).toEqual([400, -32700]);
  expect(await code('not json')).toEqual([400, -32700]);
  expect(await code('\ufffe{')).toEqual([400, -32700]);
  expect(await code(`[${message('tools/list')}]`)).toEqual([400, -32600]);
  expect(await code('"text"')).toEqual([400, -32600]);
  expect(await code('{"jsonrpc":"1.0","id":1,"method":"tools/list"}')).toEqual([400, -32600]);
  expect(await code('{"jsonrpc":"2.0","id":{},"method":"tools/list"}')).toEqual([400, -32700]);
  expect(await code(message('tools/call', { name: 'x'.repeat(10_000) }))).toEqual([200, -32602]);
  expect(await code(message('resources/list'))).toEqual([200, -32601]);
  expect(await code(message('tools/call', { name: 'toString' }))).toEqual([200, -32602]);
  expect(await code(message('tools/call', { name: 'render', arguments: [] }))).toEqual([400, -32600]);
  expect((await send('{"jsonrpc":"2.0","method":"notifications/initialized"}', token)).status).toBe(202);
});

it('large messages are bounded', async () => {
  const member = await server.team();
  const status = async (body: string) => (await send(body, member.token)).status;
  expect(
    await status(message('tools/call', { name: 'render', arguments: { html: 'x'.repeat(11_000_000) } })),
  ).toBe(413);
  expect(await status(message('ping', { text: 'x'.repeat(200_000) }))).toBe(413);
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 1]));
  expect(await status(message('tools/call', { name: 'render', arguments: many }))).toBe(400);
  expect(await status(message('tools/call', many))).toBe(400);
  const rows = JSON.stringify(Array.from({ length: 300_000 }, () => 1));
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"render","arguments":{"html":"x","data":{"a":${rows}}}}}`;
  expect(await status(body)).toBe(400);
  const assistant = await connectAssistant(server.url, member.token);
  const fits = { rows: Array.from({ length: 100_000 }, (_, index) => index) };
  const given = { html: '<p>{{ rows|length }} rows', data: fits, show_pages: '', include_pdf: true };
  expect(await textOf(await assistant.use('render', given))).toContain('100000 rows');
  await server.template(member.team, { 'template.html': '<p>{{ rows|length }} rows' }, { name: 'rows' });
  const documents = [
    { template: 'rows', data: fits },
    { template: 'rows', data: { rows: [1, 2] } },
  ];
  const merged = await assistant.use('merge', { documents, show_pages: '', include_pdf: true });
  expect(await textOf(merged)).toMatch(/100000 rows.*2 rows/s);
});

it('a flood of one assistant meets the rate limit of its team', async () => {
  const limited = await startTestServer({ flags: { rateLimit: '5' }, browser: false });
  const member = await limited.team();
  const assistant = await connectAssistant(limited.url, member.token);
  const flood = await Promise.allSettled(Array.from({ length: 20 }, () => assistant.use('list_templates')));
  const rejected = flood.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(rejected.length).toBeGreaterThan(10);
  expect(rejected.every((reason) => reason.includes('Too Many Requests'))).toBe(true);
});

it('can be turned off', async () => {
  const off = await startTestServer({ flags: { noMcp: '1' }, browser: false });
  const { token } = await off.team();
  const response = await fetch(`${off.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: message('tools/list'),
  });
  expect(response.status).toBe(404);
});
