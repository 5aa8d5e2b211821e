/** Random requests never cause a 500, reveal nothing internal, and are charged only for a PDF. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { routes } from '../../../src/contract/api/routes.ts';
import { rounds } from '../../support/rounds.ts';
import type { Answer } from '../../support/server/caller.ts';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '1000000000', bodyLimit: '256KB' } });
const member = await server.team();
const template = await server.template(member.team, '<p>{{ name }}</p>');
const theirs = await server.template((await server.team()).team, '<p>theirs</p>');
const runs = rounds(100);

afterAll(async () => {
  const faults = await server.store.ledger.verify();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** Traces of internals: stack traces, local paths, SQL, environment variables. */
const leaks =
  /node_modules|\bat \w.*:\d+:\d+|\/(?:tmp|work|home|root|usr|var|etc|proc)\/|SQLITE|SELECT |INSERT |better-sqlite|\.ts\b|\.sqlite|ZodError|undefined is not|\[object Object\]|PDFAPI_/;

/** `callerOf` also checks each response against the OpenAPI document. */
function checkRefused(path: string, { status, headers, bytes }: Answer): void {
  const told = `${path} → ${status} ${bytes.toString('utf8', 0, 300)}`;
  expect(status, told).not.toBe(500);
  expect(headers.get('x-request-id'), told).toMatch(/^[\da-f-]{36}$/);
  if (status >= 400) {
    expect(bytes.toString(), told).not.toMatch(leaks);
  }
  // The path as it is sent: `fetch` resolves `..`.
  if (/^\/api\/v1(\/|$)/.test(new URL(`${server.url}${path}`).pathname)) {
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(headers.get(`x-ratelimit-${name}`), told).toMatch(/^\d+$/);
    }
  }
}

/** Sends a request and checks the ledger: only a 200 of a route that renders may change it. */
async function ask(
  path: string,
  request: RequestInit & { headers?: Record<string, string> },
): Promise<Answer> {
  const before = await member.used();
  const answer = await member.send(path, request);
  checkRefused(path, answer);
  const cost = answer.status === 200 && request.method === 'POST' ? (await member.used()) - before : 0;
  expect((await member.used()) - before).toBe(cost);
  if (answer.status !== 200) expect(await member.used()).toBe(before);
  return answer;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '\0',
    '\ud800',
    'é',
    '💥',
    "'; DROP TABLE teams;--",
    '../../secrets/x',
    '{{ 7 * 7 }}',
    '%00',
    '\r\nX: y',
  ),
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e308, -1e308, 2 ** 53, template, theirs, 999_999),
);
/** Values of the wrong type for most fields. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, true, [], [[]], 1.5, -1),
  fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 5 }),
);
const field = fc.oneof(
  fc.constantFrom(
    'html',
    'data',
    'config',
    'templates',
    'output',
    'filename',
    'url_expiry',
    'metadata',
    'id',
    'page',
  ),
  text,
);
const nearSchema = fc
  .tuple(
    fc.dictionary(field, fc.oneof(text, number, wrong, fc.jsonValue({ maxDepth: 6 })), { maxKeys: 6 }),
    field,
    wrong,
  )
  .map(([body, name, value]) => JSON.stringify({ ...body, [name]: value, 'not a field': 1 }));
const bodies: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  nearSchema,
  fc.json({ maxDepth: 10 }).map((json) => `[${json}]`),
  fc.string({ unit: 'binary', maxLength: 200 }).map((junk) => `{${junk}`),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => new Uint8Array([0xff, ...bytes])),
  fc.integer({ min: 65, max: 50_000 }).map((depth) => '['.repeat(depth)),
  fc
    .integer({ min: 65, max: 10_000 })
    .map((depth) => `{"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
  fc.constantFrom(
    '{"html":1e99999}',
    '{"url_expiry":123456789012345678901234567890}',
    '{"a":"\\ud800"}',
    '\ufeff',
    ' ',
  ),
);
const segment = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    'templates',
    'merge',
    'generate',
    'usage',
    'html-to-pdf',
    String(template),
    String(theirs),
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%ff',
    '%',
    '*',
    ';a=b',
  ),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 4 }).map((segments) => `/api/v1/${segments.join('/')}`),
  fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`),
  fc
    .tuple(segment, segment, fc.string({ maxLength: 20 }))
    .map(([a, b, query]) => `/documents/${a}/${b}?${encodeURI(query.toWellFormed())}`),
  fc
    .tuple(segment, fc.string({ maxLength: 20 }))
    .map(
      ([team, query]) => `/billing/${team}?expires=1&signature=${encodeURIComponent(query.toWellFormed())}`,
    ),
);
const headerName = fc.constantFrom(
  'accept',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'x-forwarded-for',
  'accept-version',
  'if-none-match',
  'range',
  'cookie',
  'origin',
  'x-request-id',
  'x-http-method-override',
);
const headerValue = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }).map((value) => value.trim() || 'x'),
  fc.constantFrom('application/json', '*/*', 'bytes=0-', 'gzip', '1.0.0', 'é', 'x'.repeat(300)),
);
const headers = fc.dictionary(headerName, headerValue, { maxKeys: 3, noNullPrototype: true });
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

const posts = Object.values(routes)
  // Those of a job need one.
  .filter(({ method, path }) => method === 'POST' && !path.includes('{job_id}'))
  .map(({ path }) => `/api/v1${path.replace('{template_id}', String(template))}`);

it('rejects any invalid body with 422 on every POST route', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posts), bodies, async (address, body) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await ask(address, { method: 'POST', body: body as string, headers });
      expect(status).toBe(422);
    }),
    { numRuns: runs },
  );
});

it('returns an expected status for any method, path and headers', async () => {
  await fc.assert(
    fc.asyncProperty(method, path, headers, async (method, address, headers) => {
      const { status } = await ask(address, { method, headers });
      expect([200, 303, 400, 401, 403, 404, 405, 410, 415, 422]).toContain(status);
    }),
    { numRuns: runs },
  );
});

it('returns an expected status for any page of the list, and any template id', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (page, id) => {
      const list = await ask(`/api/v1/templates?page=${encodeURIComponent(page.toWellFormed())}`, {});
      expect([200, 422]).toContain(list.status);
      const one = await ask(`/api/v1/templates/${encodeURIComponent(id.toWellFormed())}`, {});
      expect([200, 403, 404]).toContain(one.status);
    }),
    { numRuns: runs / 2 },
  );
});

it('renders random data and settings, or rejects them with 422, and charges only a PDF', async () => {
  const data = fc.dictionary(text, fc.jsonValue({ maxDepth: 5 }), { maxKeys: 5 });
  const html = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '{{ a|json_encode|raw }}',
      '{% for k, v in _context %}{{ k }}{% endfor %}',
      '<script>document.write(1)</script>',
      '{{',
      '<!--',
      '<frameset>',
      '<p style="break-before: page">',
    ),
  );
  const config = fc.record(
    {
      format: fc.constantFrom('A6', 'letter', 'LEGAL'),
      orientation: fc.constantFrom('portrait', 'landscape'),
      margins: fc.dictionary(
        fc.constantFrom('top', 'right', 'bottom', 'left'),
        fc.integer({ min: 0, max: 500 }),
        { noNullPrototype: true },
      ),
      header: text,
      footer: text,
      metadata: fc.dictionary(fc.constantFrom('title', 'author', 'subject', 'keywords', 'creator'), text, {
        noNullPrototype: true,
      }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(
      html,
      data,
      config,
      fc.constantFrom('base64', 'url', 'binary'),
      async (html, data, config, output) => {
        const before = await member.used();
        const body = JSON.stringify({ html, data, config, output });
        const answer = await ask('/api/v1/html-to-pdf', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        });
        expect([200, 422]).toContain(answer.status);
        expect((await member.used()) - before).toBe(answer.status === 200 ? 1 : 0);
      },
    ),
    { numRuns: Math.ceil(runs / 6) },
  );
});

it('returns no 5xx for any bytes on its port, and keeps running', async () => {
  const start = fc.constantFrom(
    'GET /api/v1/usage HTTP/1.1\r\n',
    'POST /api/v1/html-to-pdf HTTP/1.1\r\nHost: x\r\n',
    '',
  );
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ minLength: 1, maxLength: 300 }), async (start, bytes) => {
      const answer = await rawRequest(server.url, start, bytes, '\r\n\r\nGET / HTTP/1.0\r\n\r\n');
      expect(answer).not.toMatch(/HTTP\/1.1 5\d\d/);
      expect(answer).not.toMatch(leaks);
      if (answer !== '') expect(answer).toMatch(/x-request-id: /i);
    }),
    { numRuns: runs / 5 },
  );
  expect((await server.stranger().get('/healthz')).status).toBe(200);
});
