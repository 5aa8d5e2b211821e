/** The output forms of a result, and signed downloads. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { signedUrls } from '../../../src/server/billing/signed-url.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-05-10T08:00:00.400Z');
const server = await startTestServer({ now: clock.now, flags: { rateLimit: '0' }, hasDocumentFiles: true });
const member = await server.team();
const html = '<p>Hello</p>';
const generate = `templates/${await server.template(member.team, html)}/generate`;
const files = () => readdirSync(join(server.dataDir, 'documents'));

it('base64 is the default: the PDF is in the response, and no file remains', async () => {
  const { status, headers, json } = await member.post(generate, { output: 'base64' });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect((await member.post(generate, {})).json).toMatchObject({ pdf: expect.any(String) });
  expect(Object.keys(json).sort()).toEqual(['filename', 'pdf', 'size', 'success', 'usage']);
  expect(Buffer.from(json.pdf, 'base64').length).toBe(json.size);
  expect(existsSync(join(server.dataDir, 'documents')) ? files() : []).toEqual([]);
});

it('binary returns the bytes, their length and the given filename', async () => {
  for (const filename of [undefined, 'report-2026.final', '-a_b.pdf']) {
    const answer = await member.post(generate, { output: 'binary', ...(filename ? { filename } : {}) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${filename ?? 'document.pdf'}"`,
    );
    expect((await readPdf(answer.bytes)).pages).toEqual(['Hello']);
  }
});

it('an Accept header does not change the output form', async () => {
  const answer = await member.post(generate, {}, { accept: 'application/pdf' });
  expect([answer.status, answer.json.success]).toEqual([200, true]);
  const binary = await member.post(generate, { output: 'binary' }, { accept: 'application/json' });
  expect(binary.headers.get('content-type')).toBe('application/pdf');
});

it('url returns a URL that is public until it expires, and the next sweep deletes the file', async () => {
  const { status, json } = await member.post(generate, { output: 'url', filename: 'a.pdf' });
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual(['expires_at', 'filename', 'size', 'success', 'url', 'usage']);
  expect(json.expires_at).toBe('2026-05-10T09:00:00+00:00');
  expect(json.url).toMatch(
    new RegExp(
      `^${server.url}/documents/[\\w-]{22,}/a\\.pdf\\?expires=${Date.parse(json.expires_at) / 1000}&signature=`,
    ),
  );
  const answer = await download(json.url);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="a.pdf"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  });
  expect(answer.bytes.length).toBe(json.size);
  expect((await readPdf(answer.bytes)).pages).toEqual(['Hello']);
  const head = await server
    .stranger()
    .send(new URL(json.url).pathname + new URL(json.url).search, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(json.size)]);

  clock.advance(59);
  expect((await download(json.url)).status).toBe(200);
  clock.advance(1);
  const gone = await download(json.url);
  expect([gone.status, gone.json.message]).toEqual([410, 'This address has expired.']);
  expect(files()).toHaveLength(1);
  await server.store.documents.sweep(clock.now());
  expect(files()).toEqual([]);
  expect((await download(json.url)).status).toBe(410);
});

it('url_expiry sets the minutes', async () => {
  for (const minutes of [1, 1440]) {
    const { json } = await member.post(generate, { output: 'url', url_expiry: minutes });
    const seconds = Math.floor(clock.now().getTime() / 1000) + minutes * 60;
    expect(Date.parse(json.expires_at)).toBe(seconds * 1000);
  }
});

it('rejects a modified URL with 403', async () => {
  const { json } = await member.post(generate, { output: 'url', filename: 'a.pdf' });
  const other = (await member.post(generate, { output: 'url', filename: 'a.pdf' })).json;
  const { pathname, search } = new URL(json.url);
  const [, expires = ''] = /expires=(\d+)/.exec(search) ?? [];
  const changed = [
    pathname,
    `${pathname}?`,
    search.replace('?', `${pathname.replace('a.pdf', 'b.pdf')}?`),
    `${new URL(other.url).pathname}${search}`,
    `${pathname}${search.replace(expires, String(Number(expires) + 1))}`,
    `${pathname}${search.replace(expires, `0${expires}`)}`,
    `${pathname}${search.replace(expires, `${expires}.0`)}`,
    `${pathname}${search.slice(0, -1)}${search.endsWith('A') ? 'B' : 'A'}`,
    `${pathname}${search}&a=b`,
    `${pathname}${search}&expires=9999999999`,
    `${pathname}${search.replace(/signature=.*/, 'signature=')}`,
    `${pathname}${search.replace(/signature=\d+\./, 'signature=99.')}`,
    `/documents/..%2f..%2fdatabase.sqlite/a.pdf${search}`,
    `/documents/${'A'.repeat(24)}/a.pdf${search}`,
    `${pathname}${search.replace('?', '?x=1&')}`,
  ];
  for (const path of changed) {
    const { status, json } = await server.stranger().get(path);
    expect([status, json.message], path).toEqual([403, 'The signature of this address is not valid.']);
  }
  expect((await download(json.url)).status).toBe(200);
});

it('accepts URLs that were signed with the previous key after a rotation', async () => {
  const [first, second, third] = ['1', '2', '3'].map((id) => ({ id, secret: Buffer.alloc(32, id) }));
  if (!first || !second || !third) throw new Error();
  const address = await signedUrls(async () => [first]).sign('/documents/a/b.pdf', 100);
  expect(await signedUrls(async () => [second, first]).verify(address, 99_999)).toBe('valid');
  expect(await signedUrls(async () => [second, first]).verify(address, 100_000)).toBe('expired');
  expect(await signedUrls(async () => [third, second]).verify(address, 99_999)).toBe('forged');
});

it('a failed request leaves no file and is not charged', async () => {
  const before = [files().length, await member.used()];
  const answer = await member.post('html-to-pdf', {
    html: '<script>location.href = "https://example.com/"</script>',
    output: 'url',
  });
  expect(answer.status).toBe(422);
  expect([files().length, await member.used()]).toEqual(before);
});

it('deletes expired documents by itself', async () => {
  const tidy = await startTestServer({ now: clock.now, timeouts: { sweep: 50 }, hasDocumentFiles: true });
  const caller = await tidy.team();
  const documents = join(tidy.dataDir, 'documents');
  await caller.post('html-to-pdf', { html, output: 'url', url_expiry: 1 });
  expect(readdirSync(documents)).toHaveLength(1);
  clock.advance(1);
  await vi.waitFor(() => expect(readdirSync(documents)).toEqual([]), { timeout: 10_000 });
  await tidy.stop();
});

const download = (url: string) => {
  const { pathname, search } = new URL(url);
  return server.stranger().get(`${pathname}${search}`);
};
