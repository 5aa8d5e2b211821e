/** `Idempotency-Key`: the first response is replayed and charged once. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-05-10T08:00:00Z');
const server = await startTestServer({ now: clock.now, flags: { rateLimit: '0' }, hasDocumentFiles: true });
const member = await server.team();
const generate = `templates/${await server.template(member.team, '<p>{{ random() }}</p>')}/generate`;
let count = 0;
const newKey = () => ({ 'idempotency-key': `key ${++count}` });

it.each(['base64', 'binary', 'url'])('%s: replays the first response, charged once', async (output) => {
  const key = newKey();
  const before = await member.used();
  const first = await member.post(generate, { output }, key);
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
  clock.advance(1);
  const again = await member.post(generate, { output }, key);
  expect(again.status).toBe(200);
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  for (const name of ['content-type', 'content-length', 'content-disposition']) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
  expect(await member.used()).toBe(before + 1);
  const another = await member.post(generate, { output }, newKey());
  expect(another.bytes.equals(first.bytes)).toBe(false);
});

it('rejects the same key with another body or for another route with 422', async () => {
  const key = newKey();
  await member.post(generate, { data: { a: 1 } }, key);
  const used = await member.used();
  const answers = [
    await member.post(generate, { data: { a: 2 } }, key),
    await member.post(generate, { data: { a: 1 }, output: 'binary' }, key),
    await member.post('html-to-pdf', { html: 'a' }, key),
    await member.post(generate, '{ "data": { "a": 1 } }', key),
  ];
  for (const { status, json } of answers) {
    expect([status, Object.keys(json.errors)]).toEqual([422, ['Idempotency-Key']]);
    expect(json.message).toContain('its method, path or body is not the same, byte for byte');
  }
  expect(await member.used()).toBe(used);
});

it('returns 409 while the first request is still running, and charges once', async () => {
  const key = newKey();
  const before = await member.used();
  const body = { html: slow(600) };
  const answers = await Promise.all(Array.from({ length: 4 }, () => member.post('html-to-pdf', body, key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const waits = answers
    .filter(({ status }) => status === 409)
    .map(({ headers }) => headers.get('retry-after'));
  expect(waits).toEqual(['1', '1', '1']);
  expect((await member.post('html-to-pdf', body, key)).status).toBe(200);
  expect(await member.used()).toBe(before + 1);
});

it('replays a 422 of the document, but not a 402', async () => {
  const key = newKey();
  const wrong = { html: '{{ 1 // 0 }}' };
  const first = await member.post('html-to-pdf', wrong, key);
  const again = await member.post('html-to-pdf', wrong, key);
  expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([
    422,
    first.json,
    'true',
  ]);

  const poor = await server.team({ plan: 'discovery', quota: 0 });
  const html = { html: 'a' };
  const sameKey = newKey();
  expect((await poor.post('html-to-pdf', html, sameKey)).status).toBe(402);
  await server.store.ledger.addCredits(poor.team.id, 1);
  expect((await poor.post('html-to-pdf', html, sameKey)).status).toBe(200);
});

it('is scoped to a team: another team may use the same key', async () => {
  const key = newKey();
  const other = await server.team();
  expect((await member.post('html-to-pdf', { html: 'a' }, key)).status).toBe(200);
  expect((await other.post('html-to-pdf', { html: 'b' }, key)).status).toBe(200);
  expect(await other.used()).toBe(1);
});

it('keeps responses for 24 hours', async () => {
  const key = newKey();
  const first = await member.post(generate, {}, key);
  // Hour by hour, because a clock that jumps by a day is not trusted.
  for (let hour = 1; hour < 24; hour++) {
    clock.advance(60);
    await member.post(generate, {}, newKey());
  }
  clock.advance(59);
  expect((await member.post(generate, {}, key)).bytes.equals(first.bytes)).toBe(true);
  clock.advance(1);
  const used = await member.used();
  expect((await member.post(generate, {}, key)).bytes.equals(first.bytes)).toBe(false);
  expect(await member.used()).toBe(used + 1);
});

const open = (url: string) => server.stranger().get(new URL(url).pathname + new URL(url).search);

it('returns a valid URL of the same document if the first URL has expired', async () => {
  const key = newKey();
  const body = { output: 'url', url_expiry: 2 };
  const first = await member.post(generate, body, key);
  const pdf = await open(first.json.url);
  clock.advance(1);
  expect((await member.post(generate, body, key)).json).toEqual(first.json);
  for (const minutes of [5, 60, 22 * 60]) {
    clock.advance(minutes);
    expect((await open(first.json.url)).status).toBe(410);
    const { status, json } = await member.post(generate, body, key);
    expect([status, { ...json, url: '', expires_at: '' }]).toEqual([
      200,
      { ...first.json, url: '', expires_at: '' },
    ]);
    expect(Date.parse(json.expires_at)).toBe(clock.now().getTime() + 2 * 60_000);
    expect((await open(json.url)).bytes.equals(pdf.bytes)).toBe(true);
  }
});

it('keeps the document for a new URL that outlives the key', async () => {
  const key = newKey();
  const body = { output: 'url', url_expiry: 60 };
  const first = await member.post(generate, body, key);
  clock.advance(24 * 60 - 10);
  const again = await member.post(generate, body, key);
  expect(again.json.url).not.toBe(first.json.url);
  clock.advance(50);
  await server.store.documents.sweep(clock.now());
  expect((await open(again.json.url)).status).toBe(200);
  clock.advance(10);
  expect((await open(again.json.url)).status).toBe(410);
  await server.store.documents.sweep(clock.now());
  const id = new URL(first.json.url).pathname.split('/')[2] ?? '';
  expect(await server.store.documents.get(id)).toBeUndefined();
});

it('returns a URL that the current signing keys accept', async () => {
  const key = newKey();
  const first = await member.post(generate, { output: 'url' }, key);
  await server.store.rotateSigningKey();
  await server.store.rotateSigningKey();
  expect((await open(first.json.url)).status).toBe(403);
  const again = await member.post(generate, { output: 'url' }, key);
  expect((await open(again.json.url)).status).toBe(200);
});

it('deletes the document of a request without a key when its URL expires', async () => {
  const { json } = await member.post(generate, { output: 'url', url_expiry: 1 });
  const id = new URL(json.url).pathname.split('/')[2] ?? '';
  clock.advance(1);
  await server.store.documents.sweep(clock.now());
  expect(await server.store.documents.get(id)).toBeUndefined();
});

it('replays the first response even if the template’s schema has changed', async () => {
  const name = 'changing';
  const files = { 'template.html': '<p>{{ random() }}</p>' };
  const id = await server.template(member.team, files, { name });
  const key = newKey();
  const first = await member.post(`templates/${id}/generate`, { output: 'binary' }, key);
  await server.template(member.team, { ...files, 'schema.json': '{ "required": ["must"] }' }, { name });
  expect((await member.post(`templates/${id}/generate`, {})).status).toBe(422);
  const again = await member.post(`templates/${id}/generate`, { output: 'binary' }, key);
  expect([again.status, again.bytes.equals(first.bytes)]).toEqual([200, true]);
});

it('replays a merge and a document with properties after the team moved to a smaller plan', async () => {
  const falling = await server.team();
  const id = await server.template(falling.team, '<p>{{ random() }}</p>');
  const [one, two] = [newKey(), newKey()];
  const merge = { templates: [{ id }] };
  const metadata = { metadata: { title: 'a' } };
  const merged = await falling.post('templates/merge', merge, one);
  const generated = await falling.post(`templates/${id}/generate`, metadata, two);
  await server.store.teams.set(falling.team.id, { plan: 'discovery' });
  expect((await falling.post('templates/merge', merge)).status).toBe(403);
  expect((await falling.post('templates/merge', merge, one)).json).toEqual(merged.json);
  expect((await falling.post(`templates/${id}/generate`, metadata, two)).json).toEqual(generated.json);
});

it('releases the key of a request that was rejected before rendering', async () => {
  const key = newKey();
  expect((await member.post('html-to-pdf', {}, key)).status).toBe(422);
  expect((await member.post('templates/99999/generate', {}, key)).status).toBe(404);
  expect((await member.post('html-to-pdf', { html: 'a' }, key)).status).toBe(200);
});

it('returns 410 if the document of the first response is lost', async () => {
  const key = newKey();
  await member.post(generate, {}, key);
  const folder = join(server.dataDir, 'documents');
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const { status, json } = await member.post(generate, {}, key);
  expect([status, json.message]).toEqual([
    410,
    'The document of the first response no longer exists. Send a new Idempotency-Key.',
  ]);
});

it.each(['', 'x'.repeat(256)])('rejects the key %j', async (key) => {
  const { status, json } = await member.post(generate, {}, { 'idempotency-key': key });
  expect([status, json.message]).toEqual([422, 'The Idempotency-Key must have 1 to 255 characters.']);
});

it('accepts a key of 255 characters', async () => {
  expect((await member.post(generate, {}, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(200);
});

it('rejects a key that is given twice', async () => {
  const answer = await rawRequest(
    server.url,
    `POST /api/v1/${generate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: application/json\r\n` +
      'Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  );
  expect(answer).toMatch(/^HTTP\/1.1 422 /);
  expect(answer).toContain('The Idempotency-Key must be given once.');
});

function slow(ms: number): string {
  return `<script>const end = performance.now() + ${ms}; while (performance.now() < end);</script>`;
}
