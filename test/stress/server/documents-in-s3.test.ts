/** Documents in S3: what callers see while it works, while it fails, and after it has lost something. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig, readDocumentsPlace } from '../../../src/server/config.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startTestS3 } from '../../support/s3/test-s3.ts';
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const s3 = await startTestS3();
afterAll(() => s3.close());
afterEach(() => s3.fail(undefined));
const clock = testClock('2026-05-10T08:00:00Z');
const log: string[] = [];
const options = { now: clock.now, environment: s3.environment, onLog: (line: string) => log.push(line) };
const flags = { documents: s3.address, rateLimit: '0' };
const server = await startTestServer({ ...options, flags });
const member = await server.team();
const html = '<p>Hello</p>';

const post = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  member.post('html-to-pdf', { html, ...body }, headers);

const download = (
  url: string,
  from: TestServer = server,
  init: Parameters<ReturnType<TestServer['stranger']>['send']>[1] = {},
) => {
  const { pathname, search } = new URL(url);
  return from.stranger().send(`${pathname}${search}`, init);
};

function documentRows(): number {
  const sqlite = new Sqlite(join(server.dataDir, 'database.sqlite'), { readonly: true });
  try {
    return (sqlite.prepare('SELECT count(*) AS count FROM documents').get() as { count: number }).count;
  } finally {
    sqlite.close();
  }
}

const nameOf = (url: string, prefix = 'some/prefix') => `${prefix}/${new URL(url).pathname.split('/')[2]}`;

/** Servers with databases of their own need prefixes of their own. */
const below = (prefix: string) => ({ ...flags, documents: s3.address.replace('some/prefix', prefix) });

it('a document is an object until it expires', async () => {
  const { status, json } = await post({ output: 'url', filename: 'a.pdf', url_expiry: 1 });
  expect(status).toBe(200);
  const object = s3.objects.get(nameOf(json.url));
  expect([object?.type, object?.bytes.length]).toEqual(['application/pdf', json.size]);
  const found = await download(json.url);
  expect([found.status, found.bytes.equals(object?.bytes ?? Buffer.alloc(0))]).toEqual([200, true]);
  expect(found.headers.get('content-security-policy')).toBe('sandbox');
  clock.advance(1);
  expect(await server.store.documents.sweep(clock.now())).toBeGreaterThan(0);
  expect(s3.objects.has(nameOf(json.url))).toBe(false);
});

it.each([
  ['refuses connections', async () => await s3.goAway()],
  ['is overloaded', async () => s3.fail({ status: 503, code: 'SlowDown' })],
  ['rejects the credentials', async () => s3.fail({ status: 403, code: 'InvalidAccessKeyId' })],
  ['has no such bucket', async () => s3.fail({ status: 404, code: 'NoSuchBucket' })],
  ['ends connections', async () => s3.fail('cut')],
])('while the storage %s, a document is not charged; afterwards it is, once', async (what, breakIt) => {
  const before = [await member.used(), documentRows(), s3.objects.size];
  const key = { 'idempotency-key': `key-${newDocumentId()}` };
  await breakIt();
  log.length = 0;
  for (const answer of [await post({ output: 'url' }), await post({ output: 'binary' }, key)]) {
    expect([answer.status, answer.json]).toEqual([
      503,
      { message: 'Documents cannot be stored or read right now.', code: 'documents_unavailable' },
    ]);
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(log.join('\n')).toContain(`s3://documents/some/prefix at ${s3.endpoint}`);
  expect(log.join('\n')).not.toContain(s3.credentials.secretAccessKey);
  expect([await member.used(), documentRows(), s3.objects.size]).toEqual(before);
  const last = (await server.store.ledger.entries(member.team.id)).slice(-2);
  expect(last.map(({ kind }) => kind)).toEqual(['hold', 'void']);
  // What needs no storage is rendered.
  expect((await post({ output: 'base64' })).status).toBe(200);

  s3.fail(undefined);
  if (what === 'refuses connections') await s3.comeBack();
  const answers = [await post({ output: 'binary' }, key), await post({ output: 'binary' }, key)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true');
  expect(answers[1]?.bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  const [used = 0, rows = 0, objects = 0] = before;
  expect([await member.used(), documentRows(), s3.objects.size]).toEqual([used + 2, rows + 1, objects + 1]);
  expect(await server.store.ledger.verify()).toEqual([]);
});

it('a download fails with 503 while the storage fails, and with 410 once the object is gone', async () => {
  const key = { 'idempotency-key': newDocumentId() };
  const { json } = await post({ output: 'url' }, key);
  await s3.goAway();
  const away = await download(json.url);
  expect([away.status, away.json.code, away.headers.get('retry-after')]).toEqual([
    503,
    'documents_unavailable',
    '2',
  ]);
  expect((await post({ output: 'url' }, key)).json.code).toBe('documents_unavailable');
  await s3.comeBack();
  expect((await download(json.url)).status).toBe(200);
  expect((await post({ output: 'url' }, key)).status).toBe(200);

  s3.fail({ status: 404, code: 'NoSuchBucket' });
  expect((await download(json.url)).status).toBe(503);
  s3.fail(undefined);
  s3.objects.delete(nameOf(json.url));
  const gone = await download(json.url);
  expect([gone.status, gone.json.code]).toEqual([410, 'expired']);
  const replayed = await post({ output: 'url' }, key);
  expect([replayed.status, replayed.json.code]).toEqual([410, 'document_gone']);
});

it('a job waits for a storage that is away, however often its row was tried', async () => {
  await s3.goAway();
  const { id } = (await post({}, { prefer: 'respond-async' })).json.data;
  const tried = () =>
    log.filter((line) => line.includes(id) && /row (?:given back|failed)/.test(line)).length;
  const tryAgain = (attempts: number) =>
    server.sql('UPDATE job_rows SET attempts = ?, lease_until = 0 WHERE job_id = ?', attempts, id);
  await expect.poll(tried, { timeout: 30_000 }).toBe(1);
  await tryAgain(2);
  await expect.poll(tried, { timeout: 30_000 }).toBe(2);
  await s3.comeBack();
  await tryAgain(2);
  const ended = async () => (await member.get(`jobs/${id}?wait=20`)).json.data;
  await expect
    .poll(ended, { timeout: 30_000 })
    .toMatchObject({ state: 'finished', progress: { done: 1, failed: 0 } });
});

it('a download that the storage cuts off fails with 503', async () => {
  const { json } = await post({ output: 'url' });
  s3.fail('short', { method: 'GET' });
  const { status, json: failure } = await download(json.url);
  expect([status, failure.code]).toEqual([503, 'documents_unavailable']);
});

it('a server removes what has no row and outlived every document by the clock of the storage', async () => {
  const folder = 'some/other/';
  const [old, young, foreign] = [newDocumentId(), newDocumentId(), 'backup.tar'];
  const put = (name: string, days: number) =>
    s3.objects.set(`${folder}${name}`, {
      bytes: Buffer.from('%PDF'),
      type: undefined,
      modifiedAt: new Date(Date.now() + s3.skewMs - days * 24 * 3_600_000),
    });
  s3.skewMs = -5 * 3_600_000;
  s3.pageSize = 2;
  const dataDir = temporaryFolder();
  const settings = { ...options, flags: below('some/other'), dataDir };
  const first = await startTestServer(settings);
  const { json } = await (await first.team()).post('html-to-pdf', { html, output: 'url' });
  await first.stop();
  put(old, 8.1);
  put(young, 7.9);
  put(foreign, 9);
  put(`deeper/${old}`, 9);
  const tidy = await startTestServer({ ...settings, browser: false, timeouts: { sweep: 200 } });
  await vi.waitFor(() => expect(s3.objects.has(`${folder}${old}`)).toBe(false), { timeout: 10_000 });
  const left = [...s3.objects.keys()].filter((name) => name.startsWith(folder));
  expect(left.sort()).toEqual(
    [young, foreign, `deeper/${old}`, new URL(json.url).pathname.split('/')[2]]
      .map((name) => `${folder}${name}`)
      .sort(),
  );
  await tidy.stop();
  s3.skewMs = 0;
  s3.pageSize = 1000;
});

it('a first start beside the documents of another service is refused, and removes nothing', async () => {
  await post({ output: 'url' });
  const before = s3.objects.size;
  await expect(startTestServer({ ...options, flags, browser: false })).rejects.toMatchObject({
    code: 'database_corrupt',
    message: expect.stringContaining('documents in the storage'),
    hint: expect.stringContaining('admin restore'),
  });
  expect(s3.objects.size).toBe(before);
});

it('a living document is kept, however old it is', async () => {
  const { json } = await post({ output: 'url', url_expiry: 1440 });
  const object = s3.objects.get(nameOf(json.url));
  if (object) object.modifiedAt = new Date(Date.now() - 48 * 3_600_000);
  const { config } = readConfig({ dataDir: server.dataDir, documents: s3.address }, {});
  const documents = readDocumentsPlace(config, s3.environment);
  // Has not looked for leftovers yet.
  const node = await openStore({ dataDirectory: server.dataDir, documents, now: clock.now });
  onTestFinished(() => node.close());
  await node.documents.sweep(clock.now());
  expect(s3.log.some((line) => line.includes('list-type=2'))).toBe(true);
  expect((await download(json.url)).status).toBe(200);
});

it('with --documents-redirect, a download leads to the storage', async () => {
  const redirecting = await startTestServer({
    ...options,
    flags: { ...below('some/redirect'), documentsRedirect: '1' },
  });
  const caller = await redirecting.team();
  const { json } = await caller.post('html-to-pdf', { html, output: 'url', filename: 'report-1.pdf' });
  const answer = await download(json.url, redirecting, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
  const location = answer.headers.get('location') ?? '';
  expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60');
  const found = await fetch(location);
  expect([found.status, (await found.arrayBuffer()).byteLength]).toEqual([200, json.size]);
  expect(found.headers.get('content-type')).toBe('application/pdf');
  expect(found.headers.get('content-disposition')).toBe('attachment;filename="report-1.pdf"');
  // What was signed cannot be changed.
  expect((await fetch(location.replace('report-1', 'report-2'))).status).toBe(403);
  expect((await fetch(location.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);

  const head = await download(json.url, redirecting, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(json.size)]);
  s3.objects.delete(nameOf(json.url, 'some/redirect'));
  expect((await download(json.url, redirecting, { redirect: 'manual' })).status).toBe(410);
  await redirecting.stop();
});

it('closing a store ends a sweep that waits for the storage', async () => {
  const { config } = readConfig({ dataDir: server.dataDir, documents: s3.address }, {});
  const documents = readDocumentsPlace(config, s3.environment);
  const node = await openStore({ dataDirectory: server.dataDir, documents, now: clock.now });
  s3.fail('silent');
  const before = s3.log.length;
  const sweeping = expect(node.documents.sweep(clock.now())).rejects.toMatchObject({
    code: 'documents_unavailable',
    message: expect.stringContaining('the server is stopping'),
  });
  await vi.waitFor(() => expect(s3.log.length).toBeGreaterThan(before));
  await node.close();
  await sweeping;
});

it('a server starts while its storage is away', async () => {
  const settings = { ...options, flags: below('some/third'), browser: false, dataDir: temporaryFolder() };
  await (await startTestServer(settings)).stop();
  await s3.goAway();
  await (await startTestServer(settings)).stop();
  await s3.comeBack();
});
