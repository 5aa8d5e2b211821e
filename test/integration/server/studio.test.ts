/** The studio over HTTP: authorization, and protection against requests from other sites. */
import { expect, it } from 'vitest';
import { webhookEventTypes } from '../../../src/contract/webhooks.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { onPostgres } from '../../support/store/open-test-store.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };

interface Call {
  readonly method?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects.
  json(): Promise<any>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

async function send(
  path: string,
  { method = 'GET', cookie, body, headers = own }: Call = {},
): Promise<Answer> {
  return await fetch(`${server.url}/studio${path}`, {
    method,
    headers: {
      ...headers,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const tokenOf = (teamId: number) => server.store.tokens.create({ teamId, scopes: ['templates:write'] });

async function signIn(token: string): Promise<string> {
  const response = await send('/session', { method: 'POST', body: { token } });
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const sent = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }));

const note = { 'template.html': '<p>Dear {{ name }}</p>', 'data.json': '{ "name": "Ada" }' };

it('the page and its files are public, under a strict policy, and unknown paths return 404', async () => {
  const page = await send('');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect((await send('/')).status).toBe(200);
  const text = await page.text();
  for (const [, path] of text.matchAll(/(?:src|href)="\/studio(\/files\/[^"]+)"/g)) {
    const file = await send(String(path));
    expect([path, file.status]).toEqual([path, 200]);
    const again = await send(String(path), { headers: { 'if-none-match': file.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
  for (const path of [
    '/files/../sessions.ts',
    '/files/%2e%2e/x',
    '/files/',
    '/files/studio',
    '/x',
    '/api/x',
  ]) {
    expect([path, (await send(path)).status]).toEqual([path, 404]);
  }
  expect((await send('', { method: 'POST', body: {} })).status).toBe(405);
});

it('a token with the scope opens a session with an HttpOnly and SameSite=Strict cookie', async () => {
  const { team } = await server.team();
  const { token } = await tokenOf(team.id);
  const response = await send('/session', { method: 'POST', body: { token } });
  expect(await response.json()).toEqual({ data: { team: team.name } });
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^pdfapi_studio=[\w-]{43}; Path=\/studio; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  expect(cookie).not.toContain(token);
  const signedIn = cookie.split(';')[0] ?? '';
  expect((await send('/api/templates', { cookie: signedIn })).status).toBe(200);
  expect((await send('/session', { method: 'DELETE', cookie: signedIn })).status).toBe(200);
  expect((await send('/api/templates', { cookie: signedIn })).status).toBe(401);
});

it('rejects requests without a session, even with a token in a header or a forged cookie', async () => {
  const { team } = await server.team();
  const { token } = await tokenOf(team.id);
  const id = await server.template(team, note);
  const paths = ['/api/session', '/api/templates', `/api/templates/${id}`, '/api/examples'];
  for (const path of [...paths, `/api/templates/${id}/versions/1/files`]) {
    expect((await send(path)).status).toBe(401);
    expect((await send(path, { headers: { ...own, authorization: `Bearer ${token}` } })).status).toBe(401);
    for (const cookie of [
      'pdfapi_studio=',
      'pdfapi_studio=x',
      `pdfapi_studio=${token}`,
      'pdfapi_studio=__proto__',
    ]) {
      expect((await send(path, { cookie })).status).toBe(401);
    }
  }
  const push = { method: 'PUT', body: { name: 'n', files: sent(note) } };
  expect((await send('/api/templates', push)).status).toBe(401);
  expect((await send('/api/preview', { ...push, method: 'POST' })).status).toBe(401);
});

it('rejects unknown tokens, tokens without the scope and those of unverified teams', async () => {
  const member = await server.team();
  const post = (token: unknown) => send('/session', { method: 'POST', body: { token } });
  const plain = await post(member.token);
  expect(plain.status).toBe(403);
  const refusal = await plain.json();
  expect(refusal).toMatchObject({ required_scope: 'templates:write' });
  // The server listens on loopback only, so its clients can use its data directory.
  expect(refusal.command).toBe(
    `pdfapi admin token create --team '${member.team.name}' --scope templates:write${onPostgres ? '' : ` --data-dir ${server.dataDir}`}`,
  );
  expect(plain.headers.get('set-cookie')).toBeNull();
  expect((await post(`${member.token}x`)).status).toBe(401);
  expect((await post(7)).status).toBe(422);
  expect((await post((await tokenOf((await server.team({ verified: false })).team.id)).token)).status).toBe(
    403,
  );
});

it('the sessions of a token end when it is revoked', async () => {
  const { team } = await server.team();
  const { token, id } = await tokenOf(team.id);
  const cookie = await signIn(token);
  expect((await send('/api/session', { cookie })).status).toBe(200);
  await server.store.tokens.revoke(id);
  expect((await send('/api/session', { cookie })).status).toBe(401);
});

it('a session ends after 12 hours', async () => {
  let time = Date.now();
  const later = await startTestServer({ browser: false, now: () => new Date(time) });
  const member = await later.team();
  const { token } = await later.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  const response = await fetch(`${later.url}/studio/session`, {
    method: 'POST',
    headers: { origin: later.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const status = async () => (await fetch(`${later.url}/studio/api/session`, { headers: { cookie } })).status;
  time += 11.9 * 3_600_000;
  expect(await status()).toBe(200);
  time += 0.2 * 3_600_000;
  expect(await status()).toBe(401);
  await later.stop();
});

it('failed sign-ins and requests count towards the rate limit of the API', async () => {
  const limited = await startTestServer({ browser: false, flags: { rateLimit: '5' } });
  const member = await limited.team();
  const { token } = await limited.store.tokens.create({
    teamId: member.team.id,
    scopes: ['templates:write'],
  });
  const guess = async (text: string) =>
    await fetch(`${limited.url}/studio/session`, {
      method: 'POST',
      headers: { origin: limited.url, 'content-type': 'application/json' },
      body: JSON.stringify({ token: text }),
    });
  const cookie = (await guess(token)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await guess(`pdf_${i}`)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const list = async () => await fetch(`${limited.url}/studio/api/templates`, { headers: { cookie } });
  // The sign-in was one of the five requests.
  for (let i = 0; i < 4; i++) expect((await list()).status).toBe(200);
  const refused = await list();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await member.get('usage')).status).toBe(429);
  await limited.stop();
});

it('rejects requests that another site sends with the cookie', async () => {
  const { team } = await server.team();
  const { token } = await tokenOf(team.id);
  const cookie = await signIn(token);
  const push = { method: 'PUT', cookie, body: { name: 'forged', files: sent(note) } };
  const foreign = [
    {},
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: server.url, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    // Another port of this host.
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    expect((await send('/api/templates', { ...push, headers: headers as never })).status).toBe(403);
    expect((await send('/api/preview', { ...push, method: 'POST', headers: headers as never })).status).toBe(
      403,
    );
    const login = { method: 'POST', body: { token }, headers: headers as never };
    expect((await send('/session', login)).status).toBe(403);
    expect((await send('/session', { method: 'DELETE', cookie, headers: headers as never })).status).toBe(
      403,
    );
  }
  expect(await server.store.templates.byName(team.id, 'forged')).toBeUndefined();
  expect((await send('/api/templates', push)).status).toBe(200);
});

it("another team's templates are not reachable", async () => {
  const [mine, theirs] = [await server.team(), await server.team()];
  const id = await server.template(theirs.team, note, { name: 'secret' });
  const cookie = await signIn((await tokenOf(mine.team.id)).token);
  const list = await (await send('/api/templates', { cookie })).json();
  expect(JSON.stringify(list)).not.toContain('secret');
  for (const path of ['', '/versions/1', '/versions/1/files']) {
    expect((await send(`/api/templates/${id}${path}`, { cookie })).status).toBe(403);
  }
  const publish = { method: 'PUT', cookie, body: { version: 1 } };
  expect((await send(`/api/templates/${id}/published`, publish)).status).toBe(403);
  // The hash of a file does not give another team access to it.
  const { hash } = [...(await server.store.templates.digests(id, 1)).values()][0] ?? {};
  const files = [{ path: 'template.html', hash: hash?.toString('hex') }];
  const stolen = await send('/api/preview', { method: 'POST', cookie, body: { name: 'secret', files } });
  expect(stolen.status).toBe(422);
});

it('a preview renders files that are not saved yet, and is not charged', async () => {
  const member = await server.team();
  const cookie = await signIn((await tokenOf(member.team.id)).token);
  const preview = (files: Readonly<Record<string, string>>) =>
    send('/api/preview', { method: 'POST', cookie, body: { name: 'note', files: sent(files) } });
  const answer = await preview({
    ...note,
    'template.html': '<p>Dear {{ name }}<script>console.log("noticed")</script>',
  });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).pages[0]).toContain('Dear Ada');
  const warnings: string[] = JSON.parse(decodeURIComponent(answer.headers.get('x-warnings') ?? '[]'));
  expect(warnings[0]).toBe('console.log: noticed');
  expect(warnings[1]).toMatch(/^template\.html:1:1: The document does not name its language/);
  expect(await server.store.templates.byName(member.team.id, 'note')).toBeUndefined();
  expect(await member.used()).toBe(0);

  const wrong = await preview({ ...note, 'template.html': '<p>\n{{ name | lowre }}' });
  expect(wrong.status).toBe(422);
  expect((await wrong.json()).findings).toMatchObject([{ file: 'template.html', line: 2 }]);
  const data = await preview({ ...note, 'data.json': '{\n "name": }' });
  expect((await data.json()).findings).toMatchObject([{ file: 'data.json', line: 2 }]);
});

it('a preview without a picture that the template names has a warning, and a draft without it a thumbnail', async () => {
  const member = await server.team();
  const cookie = await signIn((await tokenOf(member.team.id)).token);
  const files = sent({
    'template.html':
      '<html lang="en"><title>x</title><p>Dear {{ name }}</p><img src="assets/logo.png" alt="Logo">',
    'data.json': '{ "name": "Ada" }',
  });
  const answer = await send('/api/preview', { method: 'POST', cookie, body: { name: 'note', files } });
  expect(answer.status).toBe(200);
  expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).pages[0]).toContain('Dear Ada');
  const warnings = decodeURIComponent(answer.headers.get('x-warnings') ?? '[]');
  expect(warnings).toMatch(/template\.html:1:\d+: assets\/logo\.png did not load/);
  const push = { method: 'PUT', cookie, body: { name: 'note', files } };
  const { data } = await (await send('/api/templates', push)).json();
  expect(data).toMatchObject({ has_errors: true, findings: [{ file: 'template.html', line: 1 }] });
  expect((await send(`/api/templates/${data.id}/thumbnail`, { cookie })).status).toBe(200);
  const publish = { method: 'PUT', cookie, body: { version: data.version } };
  const refused = await send(`/api/templates/${data.id}/published`, publish);
  expect([refused.status, (await refused.json()).findings]).toEqual([422, data.findings]);

  const open = sent({ 'template.html': '{% for a in b %}', 'schema.json': '{' });
  const broken = await send('/api/templates', { ...push, body: { name: 'note', files: open } });
  expect(broken.status).toBe(200);
  expect((await send(`/api/templates/${data.id}/thumbnail`, { cookie })).status).toBe(204);
});

it('a preview is in the language of the template, with translations that are not saved yet', async () => {
  const member = await server.team();
  const cookie = await signIn((await tokenOf(member.team.id)).token);
  const body = {
    name: 'invoice',
    files: sent({
      'template.html': "<title>x</title><p>{{ 'Invoice'|trans }}",
      'template.json': '{ "lang": "de" }',
      'translations/de.json': '{ "Invoice": "Rechnung" }',
    }),
  };
  const answer = await send('/api/preview', { method: 'POST', cookie, body });
  expect(answer.status).toBe(200);
  expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).pages.join()).toContain('Rechnung');
});

it('says what a previewed PDF holds of PDF/A and PDF/UA, free of charge', async () => {
  const member = await server.team();
  const cookie = await signIn((await tokenOf(member.team.id)).token);
  const check = (body: string | Uint8Array, type = 'application/pdf') =>
    fetch(`${server.url}/studio/api/check`, {
      method: 'POST',
      headers: { ...own, cookie, 'content-type': type },
      body: Buffer.from(body),
    });
  const files = {
    ...note,
    'template.json': '{ "pdfua": true }',
    'template.html': '<!doctype html><html lang="en"><title>Note</title><h1>Note</h1>',
  };
  const made = await send('/api/preview', {
    method: 'POST',
    cookie,
    body: { name: 'note', files: sent(files) },
  });
  const held = await check(new Uint8Array(await made.arrayBuffer()));
  expect((await held.json()).data).toEqual({
    levels: [{ name: 'PDF/UA-1', isClaimed: true, findings: [] }],
  });
  const { levels } = (await (await check(buildPdf(minimalObjects))).json()).data;
  expect(
    levels.map(({ name, isClaimed }: { name: string; isClaimed: boolean }) => [name, isClaimed]),
  ).toEqual([
    ['PDF/A-2b', false],
    ['PDF/UA-1', false],
  ]);
  expect(levels[0].findings).toContainEqual(expect.objectContaining({ rule: '6.6.2.1-1' }));
  for (const [wrong, status] of [
    [await check('no PDF'), 422],
    [await check('{}', 'application/json'), 422],
    [await check('no PDF', 'text/plain'), 415],
  ] as const) {
    expect(wrong.status).toBe(status);
  }
  expect((await send('/api/check', { method: 'POST' })).status).toBe(401);
  expect(await member.used()).toBe(0);
});

it('a newer preview of the same page ends an endless one', async () => {
  const { team } = await server.team();
  const cookie = await signIn((await tokenOf(team.id)).token);
  const preview = (html: string) =>
    send('/api/preview', {
      method: 'POST',
      cookie,
      body: { name: 'n', files: sent({ 'template.html': html }) },
    });
  const endless = preview('<script>window.pdfapiReady = new Promise(() => {})</script>');
  // Waits until the endless render is running.
  while (!(await isRendering())) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await preview('<p>next</p>')).status).toBe(200);
  expect((await endless).status).toBe(500);
});

async function isRendering(): Promise<boolean> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return /^pdfapi_\w*running\w* [1-9]/m.test(text);
}

it('saves, reports a conflict, publishes, and lists the versions', async () => {
  const member = await server.team();
  const cookie = await signIn((await tokenOf(member.team.id)).token);
  const push = async (text: string, base: string | null) => {
    const files = sent({ ...note, 'template.html': text });
    const answer = await send('/api/templates', {
      method: 'PUT',
      cookie,
      body: { name: 'note', base, files },
    });
    return { status: answer.status, json: await answer.json() };
  };
  const first = await push('<p>one', null);
  expect(first.status).toBe(200);
  const second = await push('<p>two', first.json.data.hash);
  expect(second.json.data.version).toBe(2);
  const late = await push('<p>three', first.json.data.hash);
  expect(late.status).toBe(409);
  expect(late.json).toMatchObject({ latest_version: 2, latest_hash: second.json.data.hash });
  const { id } = first.json.data;
  await send(`/api/templates/${id}/published`, { method: 'PUT', cookie, body: { version: 1 } });
  const told = await (await send(`/api/templates/${id}`, { cookie })).json();
  expect(told.data.versions).toMatchObject([
    { version: 2, published: false },
    { version: 1, published: true },
  ]);
});

it('offers the examples as starting points', async () => {
  const cookie = await signIn((await tokenOf((await server.team()).team.id)).token);
  const list = await (await send('/api/examples', { cookie })).json();
  expect(list.data).toContainEqual({ name: 'editor-invoice', type: 'editor' });
  const { data } = await (await send('/api/examples/editor-form', { cookie })).json();
  expect(data.files.map(({ path }: { path: string }) => path)).toContain('base.pdf');
  for (const name of ['..', '%2e%2e%2fsrc', 'nothing', '__proto__']) {
    expect((await send(`/api/examples/${name}`, { cookie })).status).toBe(404);
  }
});

it('manages webhooks for tokens with their scope only, and for no other site', async () => {
  const { team } = await server.team();
  const without = await signIn((await tokenOf(team.id)).token);
  expect((await send('/api/webhooks', { cookie: without })).status).toBe(403);
  const { data: lacking } = await (await send('/api/webhook-options', { cookie: without })).json();
  expect(lacking.command).toMatch(/--scope templates:write webhooks:write/);

  const { token } = await server.store.tokens.create({
    teamId: team.id,
    scopes: ['templates:write', 'webhooks:write'],
  });
  const cookie = await signIn(token);
  const { data: options } = await (await send('/api/webhook-options', { cookie })).json();
  expect(options).toEqual({ events: [...webhookEventTypes] });
  const { id } = await server.store.webhooks.create({ teamId: team.id, url: 'https://example.com/hook' });
  expect((await (await send('/api/webhooks', { cookie })).json()).data).toMatchObject([{ id }]);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const rejected = await send(`/api/webhooks/${id}`, { method: 'DELETE', cookie, headers: foreign });
  expect(rejected.status).toBe(403);
  expect(await server.store.webhooks.list(team.id)).toHaveLength(1);
  expect((await send(`/api/webhooks/${id}`, { method: 'DELETE', cookie })).status).toBe(200);
  expect(await server.store.webhooks.list(team.id)).toEqual([]);
});
