/** `Idempotency-Key` (decisions.md, "Generation"): the first answer again, charged once. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rawRequest } from './raw-request.ts';
import { startTestServer } from './start-test-server.ts';
import { testClock } from './test-clock.ts';

const clock = testClock('2026-05-10T08:00:00Z');
const server = await startTestServer({ now: clock.now, flags: { rateLimit: '0' } });
const member = server.team();
const generate = `templates/${server.template(member.team, '<p>{{ random() }}</p>')}/generate`;
let count = 0;
const newKey = () => ({ 'idempotency-key': `key ${++count}` });

it.each(['base64', 'binary', 'url'])('%s: gives the first answer again, charged once', async (output) => {
  const key = newKey();
  const before = member.used();
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
  expect(member.used()).toBe(before + 1);
  const another = await member.post(generate, { output }, newKey());
  expect(another.bytes.equals(first.bytes)).toBe(false);
});

it('refuses the same key with another body or for another route with 422', async () => {
  const key = newKey();
  await member.post(generate, { data: { a: 1 } }, key);
  const used = member.used();
  const answers = [
    await member.post(generate, { data: { a: 2 } }, key),
    await member.post(generate, { data: { a: 1 }, output: 'binary' }, key),
    await member.post('html-to-pdf', { html: 'a' }, key),
  ];
  for (const { status, json } of answers) {
    expect([status, Object.keys(json.errors)]).toEqual([422, ['Idempotency-Key']]);
  }
  expect(member.used()).toBe(used);
});

it('answers 409 while the first request is still running, and charges once', async () => {
  const key = newKey();
  const before = member.used();
  const body = { html: slow(600) };
  const answers = await Promise.all(Array.from({ length: 4 }, () => member.post('html-to-pdf', body, key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await member.post('html-to-pdf', body, key)).status).toBe(200);
  expect(member.used()).toBe(before + 1);
});

it('keeps a 422 of the document, and no answer that refuses the caller or fails for our reasons', async () => {
  const key = newKey();
  const wrong = { html: '{{ 1 // 0 }}' };
  const first = await member.post('html-to-pdf', wrong, key);
  const again = await member.post('html-to-pdf', wrong, key);
  expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([
    422,
    first.json,
    'true',
  ]);

  const poor = server.team({ plan: 'discovery', quota: 0 });
  const html = { html: 'a' };
  const sameKey = newKey();
  expect((await poor.post('html-to-pdf', html, sameKey)).status).toBe(402);
  server.store.ledger.addCredits(poor.team.id, 1);
  expect((await poor.post('html-to-pdf', html, sameKey)).status).toBe(200);
});

it('is a matter of one team: another may use the same key', async () => {
  const key = newKey();
  const other = server.team();
  expect((await member.post('html-to-pdf', { html: 'a' }, key)).status).toBe(200);
  expect((await other.post('html-to-pdf', { html: 'b' }, key)).status).toBe(200);
  expect(other.used()).toBe(1);
});

it('keeps answers for 24 hours', async () => {
  const key = newKey();
  const first = await member.post(generate, {}, key);
  clock.advance(24 * 60 - 1);
  expect((await member.post(generate, {}, key)).bytes.equals(first.bytes)).toBe(true);
  clock.advance(1);
  const used = member.used();
  expect((await member.post(generate, {}, key)).bytes.equals(first.bytes)).toBe(false);
  expect(member.used()).toBe(used + 1);
});

it('gives the address of a document again after it has expired', async () => {
  const key = newKey();
  const first = await member.post(generate, { output: 'url', url_expiry: 1 }, key);
  clock.advance(5);
  const again = await member.post(generate, { output: 'url', url_expiry: 1 }, key);
  expect(again.json).toEqual(first.json);
});

it('says so where the document of the first answer is lost', async () => {
  const key = newKey();
  await member.post(generate, {}, key);
  const folder = join(server.dataDir, 'documents');
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const { status, json } = await member.post(generate, {}, key);
  expect([status, json.message]).toEqual([
    410,
    'The document of the first answer is gone. Send a new Idempotency-Key.',
  ]);
});

it.each(['', 'x'.repeat(256)])('refuses the key %j', async (key) => {
  const { status, json } = await member.post(generate, {}, { 'idempotency-key': key });
  expect([status, json.message]).toEqual([422, 'The Idempotency-Key must have 1 to 255 characters.']);
});

it('takes a key of 255 characters', async () => {
  expect((await member.post(generate, {}, { 'idempotency-key': 'x'.repeat(255) })).status).toBe(200);
});

it('refuses a key that is given twice', async () => {
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
