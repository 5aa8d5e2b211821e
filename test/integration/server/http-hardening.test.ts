/** Hardening of the HTTP layer: every response has the API's format, and rejected requests are not charged. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({
  browser: false,
  flags: { rateLimit: '0', bodyLimit: '64KB' },
  timeouts: { headers: 700, request: 1_500, check: 100 },
});
const limited = await startTestServer({ browser: false, timeouts: { linger: 300 } });
const member = await server.team();
const id = await server.template(member.team, '<p>a</p>');
const generate = `/api/v1/templates/${id}/generate`;
const head = (more = '') =>
  `POST ${generate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: application/json\r\n${more}`;
const raw = (...parts: (string | Uint8Array | number)[]) => rawRequest(server.url, ...parts);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

it('returns 404 for an unknown route', async () => {
  for (const path of [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/templates',
    '/nothing',
    '/documents/a',
    '/docs/none',
    '/api/v1/TEMPLATES',
    '/api/v1/templates/',
    '/api/v1//templates',
    '/healthz/',
  ]) {
    const { status, json } = await member.get(path);
    const { hint, ...body } = json;
    expect([path, status, body]).toEqual([path, 404, { message: 'Not found.', code: 'not_found' }]);
    const isSlip = path === '/api/v1/templates/' || path === '/healthz/';
    const advice = `This path has no trailing slash: ${path.slice(0, -1)}`;
    expect([path, hint]).toEqual([path, isSlip ? advice : undefined]);
  }
});

it.each([
  ['DELETE', '/api/v1/templates', 'GET, HEAD'],
  ['POST', `/api/v1/templates/${id}`, 'GET, HEAD'],
  ['GET', generate, 'POST'],
  ['GET', '/api/v1/templates/merge', 'POST'],
  ['HEAD', '/api/v1/html-to-pdf', 'POST'],
  ['OPTIONS', '/api/v1/html-to-pdf', 'POST'],
  ['PATCH', '/api/v1/usage', 'GET, HEAD'],
  ['PROPFIND', '/api/v1/usage', 'GET, HEAD'],
  ['PUT', '/documents/a/b.pdf', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['POST', '/openapi.json', 'GET, HEAD'],
  ['DELETE', '/billing', 'GET, HEAD, POST'],
])('returns 405 with Allow for %s %s', async (method, path, allow) => {
  const answer = await member.send(path, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  if (method !== 'HEAD') expect(answer.json.message).toBe(`The method must be one of: ${allow}.`);
});

it('sends no CORS headers to other origins', async () => {
  const answer = await member.send('usage', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  });
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it.each([
  '/api/v1/templates',
  '/api/v1/usage',
  '/healthz',
  '/version',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/billing',
])('responds to HEAD %s as to GET, without the body', async (path) => {
  const [get, answer] = [await member.get(path), await member.send(path, { method: 'HEAD' })];
  expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
  for (const name of ['content-type', 'cache-control', 'x-content-type-options']) {
    expect(answer.headers.get(name)).toBe(get.headers.get(name));
  }
  if (path !== '/metrics')
    expect(answer.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

it.each([
  ['announced', `Content-Length: ${10 * 1024 * 1024}\r\n\r\n`, 'a'.repeat(10 * 1024 * 1024)],
  [
    'chunked',
    'Transfer-Encoding: chunked\r\n\r\n',
    `${(200_000).toString(16)}\r\n${'a'.repeat(200_000)}\r\n${(5_000_000).toString(16)}\r\n${'b'.repeat(5_000_000)}\r\n0\r\n\r\n`,
  ],
])(
  'returns 413 for a body over the limit (%s), and a client that is still sending receives it',
  async (_how, more, body) => {
    const answer = await raw(head(`Connection: close\r\n${more}`), body);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(bodyOf(answer)).toEqual({
      message: 'The request body is too large: it may have at most 65,536 bytes.',
      code: 'body_too_large',
    });
  },
);

it('reuses a connection whose body was too large', async () => {
  const tooMuch = head(`Content-Length: 100000\r\n\r\n${'a'.repeat(100_000)}`);
  const answer = await raw(`${tooMuch}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect([...answer.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['413', '200']);
});

it('disconnects a client that keeps sending after its 413', async () => {
  const endless = connect(Number(new URL(limited.url).port), '127.0.0.1');
  endless.on('error', () => {});
  endless.write(
    `POST /api/v1/html-to-pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${(await limited.team()).token}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`,
  );
  const sending = setInterval(() => endless.write('a'.repeat(0x4000)), 20);
  await new Promise((resolve) => endless.on('close', resolve).resume());
  clearInterval(sending);
});

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'nonsense',
  '',
])('returns 415 for a body of type %j', async (type) => {
  const answer = await raw(
    `POST ${generate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\n${type ? `Content-Type: ${type}\r\n` : ''}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 415 /);
  expect(bodyOf(answer)).toEqual({
    message: 'The request body must be JSON: Content-Type: application/json.',
    code: 'unsupported_type',
  });
});

it('accepts JSON with a charset and in any case', async () => {
  const { json } = await member.post(generate, '{"output":"x"}', {
    'content-type': 'Application/JSON; Charset=UTF-8',
  });
  expect(json.message).toBe('The output must be one of: base64, url, binary, upload, png, jpeg, webp.');
});

it.each(['gzip', 'br', 'identity', 'x'])(
  'returns 415 for a body with Content-Encoding: %s',
  async (encoding) => {
    const { status, json } = await member.post(generate, gzipSync('{}'), { 'content-encoding': encoding });
    expect([status, json.message]).toEqual([415, 'The request body must not be compressed.']);
  },
);

it.each(['POST /api/v1/nope', 'PUT /api/v1/usage', 'DELETE /api/v1/templates/1', 'POST /nope'])(
  'reports a wrong path or method for %s before a wrong body type',
  async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await member.send(path, { method, body: 'a=b', headers: form });
    expect(status).toBe(path.endsWith('nope') ? 404 : 405);
    const compressed = { 'content-encoding': 'gzip' };
    expect((await member.send(path, { method, body: 'a', headers: compressed })).status).toBe(status);
  },
);

it('returns 405 without requiring a token', async () => {
  expect((await server.stranger().get('templates/merge')).status).toBe(405);
  expect((await server.stranger().send('usage', { method: 'PUT' })).status).toBe(405);
});

it('sends the rate limit headers with errors that occur before the route runs', async () => {
  const caller = await limited.team();
  const answers = [
    await caller.post('html-to-pdf', gzipSync('{}'), { 'content-encoding': 'gzip' }),
    await caller.post('html-to-pdf', 'a=b', { 'content-type': 'text/plain' }),
    await caller.post('html-to-pdf', Buffer.alloc(11 * 1024 * 1024)),
    await caller.send('html-to-pdf', { method: 'GET' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])).toEqual([
    [415, '59'],
    [415, '58'],
    [413, '57'],
    [405, '56'],
  ]);
});

it('treats keys such as __proto__ as plain data', async () => {
  const body = `{ "data": { "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } } }, "output": "x" }`;
  expect((await member.post(generate, body)).status).toBe(422);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it.each([
  ['GET / HTTP/9.9\r\n\r\n', 400],
  ['\x16\x03\x01\x02\x00', 400],
  ['GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['GET /healthz HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
  [`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('responds to invalid HTTP (%j) with an error in JSON', async (bytes, status) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/X-Request-Id: [\da-f-]{36}\r\n/);
  expect(bodyOf(answer)).toEqual({ message: expect.any(String), code: expect.any(String) });
});

it('returns 408 if the headers do not arrive in time', async () => {
  for (const parts of [
    ['GET /healthz HT'],
    ['GET /healthz HTTP/1.1\r\nA: b\r\n', 200, 'C: d\r\n', 200, 'E: f\r\n'],
  ]) {
    const answer = await raw(...parts);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(bodyOf(answer)).toEqual({
      message: 'The request did not arrive in time.',
      code: 'request_timeout',
    });
  }
});

it('returns 408 if the body does not arrive in time', async () => {
  const answer = await raw(head('Content-Length: 1000\r\n\r\n'), '{ "data":', 500, ' ', 500, ' ');
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
});

it('closes a connection on which nothing is sent', async () => {
  const answer = await raw('');
  expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/);
});

it('accepts requests without a Host, with an unknown Expect, and with a target in absolute form', async () => {
  const ask = (text: string) => raw(`${text}Connection: close\r\n\r\n`);
  expect(await ask('GET /healthz HTTP/1.1\r\n')).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask('GET /healthz HTTP/1.0\r\n')).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n')).toMatch(
    /^HTTP\/1.1 200 /,
  );
  expect(await ask('GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\n')).toMatch(
    /^HTTP\/1.1 200 /,
  );
  // Read as the path `/`, which answers balancers.
  expect(await ask('GET * HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

const allowOf = (answer: string) => /^Allow: (.*)\r$/im.exec(answer)?.[1];
const line = (text: string) => `${text} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

it.each([
  ['QUERY /healthz', 405, 'GET, HEAD'],
  ['QUERY /api/v1/usage', 405, 'GET, HEAD'],
  ['QUERY /nope', 404, undefined],
  ['FOO /api/v1/usage', 405, 'GET, HEAD'],
  ['FOO /api/v1/html-to-pdf?a=b', 405, 'POST'],
  ['get /healthz', 405, 'GET, HEAD'],
  ['FOO /api/v1/nope', 404, undefined],
  ['FOO /nope', 404, undefined],
  ['F@O /healthz', 501, undefined],
])('responds to %s, a method that no route has, with %i', async (request, status, allow) => {
  const answer = await raw(line(request));
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(allowOf(answer)).toBe(allow);
  expect(bodyOf(answer)).toEqual({
    message: expect.any(String),
    code: { 404: 'not_found', 405: 'method_not_allowed', 501: 'unknown_method' }[status],
  });
});

it('counts a request with an unknown method towards the limit of its team, or of its IP address', async () => {
  const caller = await limited.team();
  const ask = (more = '') =>
    rawRequest(limited.url, `FOO /api/v1/usage HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`);
  const remaining = (answer: string) => /^X-Ratelimit-Remaining: (\d+)\r$/m.exec(answer)?.[1];
  const own = `Authorization: Bearer ${caller.token}\r\n`;
  expect([remaining(await ask(own)), remaining(await ask(own))]).toEqual(['59', '58']);
  const strangers = Number(remaining(await ask()));
  expect(Number(remaining(await ask()))).toBe(strangers - 1);
  expect((await caller.get('usage')).headers.get('x-ratelimit-remaining')).toBe('57');
});

it('does not log an unknown method as an error', async () => {
  const lines: string[] = [];
  const logged = await startTestServer({ browser: false, onLog: (text) => lines.push(text) });
  await rawRequest(logged.url, line('QUERY /healthz'));
  await rawRequest(logged.url, line('QUERY /nope'));
  // This server has no browser, and logs that.
  const errors = lines.map((text) => JSON.parse(text)).filter(({ level }) => level >= 50);
  expect(errors.filter(({ code }) => code !== 'browser_missing')).toEqual([]);
});

const expecting = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${more}\r\n`;
const token = `Authorization: Bearer ${member.token}\r\n`;
const asJson = 'Content-Type: application/json\r\n';

it.each([
  ['without a token', '/api/v1/html-to-pdf', `${asJson}Content-Length: 2\r\n`, 401],
  ['to no route', '/api/v1/nope', `${token}${asJson}Content-Length: 2\r\n`, 404],
  ['with a wrong method', '/api/v1/usage', `${token}${asJson}Content-Length: 2\r\n`, 405],
  ['with too much', '/api/v1/html-to-pdf', `${token}${asJson}Content-Length: 99999\r\n`, 413],
  ['of another type', '/api/v1/html-to-pdf', `${token}Content-Type: text/csv\r\nContent-Length: 2\r\n`, 415],
  [
    'compressed',
    '/api/v1/html-to-pdf',
    `${token}${asJson}Content-Encoding: gzip\r\nContent-Length: 2\r\n`,
    415,
  ],
])('rejects a request %s without 100 Continue', async (_what, path, more, status) => {
  const answer = await raw(expecting(path, more));
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/^Connection: close\r$/im);
  expect(answer).not.toContain('100 Continue');
});

it('sends 100 Continue for a request with valid headers', async () => {
  const more = `${token}${asJson}Content-Length: 14\r\nConnection: close\r\n`;
  const answer = await raw(expecting('/api/v1/html-to-pdf', more), 100, '{"output":"x"}');
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 422 /);
  const kept = await raw(
    expecting('/api/v1/html-to-pdf', `${token}${asJson}Content-Length: 2\r\n`),
    100,
    '{}',
    100,
    line('GET /healthz'),
  );
  expect([...kept.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['100', '422', '200']);
});

it('sends 100 Continue for a form, and then validates the form', async () => {
  const body =
    '--B\r\nContent-Disposition: form-data; name="files"; filename="document.html"\r\n\r\n<p>x</p>\r\n' +
    '--B\r\nContent-Disposition: form-data; name="output"\r\n\r\nx\r\n--B--\r\n';
  const asForm = 'Content-Type: Multipart/Form-Data; boundary=B\r\n';
  const more = `${token}${asForm}Content-Length: ${body.length}\r\nConnection: close\r\n`;
  const answer = await raw(expecting('/api/v1/html-to-pdf', more), 100, body);
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 422 /);
  expect(answer).toContain(
    '"output":["The output must be one of: base64, url, binary, upload, png, jpeg, webp."]',
  );
  const tooLarge = `${token}${asForm}Content-Length: 99999\r\n`;
  expect(await raw(expecting('/api/v1/html-to-pdf', tooLarge))).toMatch(/^HTTP\/1.1 413 /);
  const elsewhere = await raw(expecting('/api/v1/templates/merge', more));
  expect(elsewhere).toMatch(/^HTTP\/1.1 415 /);
  expect(elsewhere).not.toContain('multipart');
});

it('never uses the Host header in a link', async () => {
  const answer = await raw(
    `GET /api/v1/templates HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nAuthorization: Bearer ${member.token}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer).not.toContain('evil');
});

it('responds to pipelined requests in order', async () => {
  const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const answer = await raw(ask('/healthz') + ask('/nothing') + ask('/version', 'Connection: close\r\n'));
  expect([...answer.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
});

it('reveals no path, stack trace or SQL when the server itself fails', async () => {
  const failing = await startTestServer({ browser: false });
  const caller = await failing.team();
  const template = await failing.template(caller.team, 'a');
  // Removes tables that the two requests need while the server runs.
  const { default: Sqlite } = await import('better-sqlite3');
  const sqlite = new Sqlite(`${failing.dataDir}/database.sqlite`);
  sqlite.exec('PRAGMA foreign_keys = OFF; DROP TABLE template_files; DROP TABLE usage_days');
  sqlite.close();
  for (const answer of [await caller.get('usage'), await caller.post(`templates/${template}/generate`, {})]) {
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        message: 'PDF generation failed.',
        code: 'server_failed',
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  }
});

it('a persistent connection serves 30 rejected requests without a warning of a listener leak', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  // Rejected before the body is read, because there is not a token.
  const body = Buffer.alloc(300_000, ' ');
  for (let count = 0; count < 30; count++) {
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${limited.url}/api/v1/html-to-pdf`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
        (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
      );
      sent.on('error', reject).end(body);
    });
    expect(status).toBe(401);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
