/** `/healthz`, `/readyz`, `/version` and `/metrics` for operators and their monitoring. */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { onPostgres } from '../../support/store/open-test-store.ts';

const lines: string[] = [];
const server = await startTestServer({ onLog: (line) => lines.push(line) });
const stranger = server.stranger();
const member = await server.team();

const clock = onPostgres ? { clock: 'ok' } : {};

it('is alive but not ready without a browser', async () => {
  const without = await startTestServer({ browser: false });
  const caller = without.stranger();
  expect(await caller.get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
  const ready = await caller.get('/readyz');
  expect([ready.status, ready.json]).toEqual([
    503,
    {
      status: 'not ready',
      checks: { browser: 'not ready: no browser was found', database: 'ok', disk: 'ok', ...clock },
    },
  ]);
  await without.stop();
});

it('returns 503 with Retry-After or 504 if no browser starts, and charges nothing', async () => {
  const without = await startTestServer({ browser: false, flags: { timeout: '2s' } });
  const caller = await without.team();
  const { status, json, headers } = await caller.post('html-to-pdf', { html: 'a' });
  expect([503, 504]).toContain(status);
  expect(JSON.stringify(json)).not.toContain('nowhere');
  if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await caller.used()).toBe(0);
  await without.stop();
});

it('is ready when browser, database and disk are', async () => {
  await server.server.browser();
  await vi.waitFor(
    async () => {
      const { status, json } = await stranger.get('/readyz');
      expect([status, json]).toEqual([
        200,
        { status: 'ready', checks: { browser: 'ok', database: 'ok', disk: 'ok', ...clock } },
      ]);
    },
    { timeout: 10_000, interval: 250 },
  );
});

it('is ready as soon as the browser answers, whatever was said before', async () => {
  const starting = await startTestServer();
  const readiness = async () => (await starting.stranger().get('/readyz')).status;
  expect(await readiness()).toBe(503);
  await starting.server.browser();
  await delay(150);
  expect(await readiness()).toBe(200);
  await starting.stop();
});

it('returns its version', async () => {
  const { json } = await stranger.get('/version');
  expect(json).toEqual({ version: '0.0.0-test', api: 'v1', node: process.version });
});

it('counts requests, renders and charges, and names no team, token or template', async () => {
  await member.post('html-to-pdf', { html: '<p>a</p>' });
  await member.post('html-to-pdf', { html: '{{ x' });
  await member.get('templates/424242');
  const { headers, bytes } = await stranger.get('/metrics');
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  const text = bytes.toString();
  expect(text).toMatch(
    /^pdfapi_http_requests_total\{method="POST",route="\/api\/v1\/html-to-pdf",status="200"\} 1$/m,
  );
  expect(text).toMatch(
    /^pdfapi_http_requests_total\{method="POST",route="\/api\/v1\/html-to-pdf",status="422"\} 1$/m,
  );
  expect(text).toMatch(/^pdfapi_renders_total\{outcome="rendered"\} 1$/m);
  expect(text).toMatch(/^pdfapi_renders_total\{outcome="refused"\} 1$/m);
  expect(text).toMatch(/^pdfapi_credits_charged_total 1$/m);
  expect(text).toMatch(/^pdfapi_browser_ready 1$/m);
  for (const secret of [member.token, member.team.name, '424242']) expect(text).not.toContain(secret);
});

it('counts the rows of jobs', async () => {
  const metrics = async () => (await stranger.get('/metrics')).bytes.toString();
  expect(await metrics()).toMatch(/^pdfapi_job_rows_waiting 0$/m);
  const template_id = await server.template(member.team, '<p>{{ 1 / n }}</p>');
  const rows = [{ n: 1 }, { n: 0 }, { n: 2 }];
  const { json } = await member.post('batches', { template_id, rows });
  await expect
    .poll(async () => (await member.get(`jobs/${json.data.id}?wait=10`)).json.data.state, { timeout: 30_000 })
    .toBe('finished');
  const text = await metrics();
  expect(text).toMatch(/^pdfapi_job_rows_total\{outcome="finished"\} 2$/m);
  expect(text).toMatch(/^pdfapi_job_rows_total\{outcome="failed"\} 1$/m);

  // An open batch does not wait for a server. One that is started does.
  const old = await server.store.jobs.create({
    teamId: member.team.id,
    tokenId: (await server.store.tokens.create({ teamId: member.team.id })).id,
    kind: 'batch',
    route: 'unknown',
    options: {},
  });
  await server.store.jobs.append(old.id, { offset: 0, rows: [{ input: Buffer.from('{}') }] });
  expect(await metrics()).toMatch(/^pdfapi_job_rows_waiting 0$/m);
  await server.sql("UPDATE jobs SET state = 'queued', created_at = created_at - 60000 WHERE id = ?", old.id);
  await server.sql('UPDATE job_rows SET lease_until = 9000000000000 WHERE job_id = ?', old.id);
  const waiting = await metrics();
  expect(waiting).toMatch(/^pdfapi_job_rows_waiting 1$/m);
  expect(waiting).toMatch(/^pdfapi_job_rows_running 0$/m);
  const [, seconds] = /^pdfapi_job_oldest_waiting_seconds ([\d.]+)$/m.exec(waiting) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  await server.store.jobs.cancel(old.id);
});

it('logs a line for each request, without body, token or signature', async () => {
  const { json } = await member.post('html-to-pdf', { html: 'SECRET-BODY', output: 'url' });
  const { pathname, search } = new URL(json.url);
  const answer = await stranger.get(`${pathname}${search}`);
  const id = answer.headers.get('x-request-id');
  await vi.waitFor(() => expect(lines.some((line) => line.includes(String(id)))).toBe(true));
  const line = JSON.parse(lines.find((each) => each.includes(String(id))) ?? '{}');
  expect(line).toMatchObject({ requestId: id, method: 'GET', path: pathname, status: 200 });
  const all = lines.join('\n');
  for (const secret of [member.token, 'SECRET-BODY', search, 'signature=']) expect(all).not.toContain(secret);
});

it('repeats no token that is in the path, whole or encoded, in the log or in the response', async () => {
  const seen = lines.length;
  const wrong = [
    member.token,
    `api/v1/${member.token}/x`,
    member.token.replace('_', '%5F'),
    `%70d%66_${member.token.slice(4)}`,
    // A route, were it not for the slash, which a hint tells.
    `api/v1/templates/${member.token}/`,
  ];
  for (const path of wrong) {
    const { status, bytes } = await stranger.get(`/${path}`);
    expect([status, bytes.includes(member.token.slice(4))]).toEqual([404, false]);
  }
  await vi.waitFor(() =>
    expect(lines.slice(seen).filter((line) => line.includes('"status":404'))).toHaveLength(wrong.length),
  );
  const secret = member.token.slice('pdf_'.length);
  expect(lines.slice(seen).join('\n')).not.toContain(secret);
  expect(lines.slice(seen).join('\n')).toContain('"path":"/api/v1/pdf_…/x"');
});

it('says at once that it is not ready when a check fails by itself, and notices without being asked', async () => {
  const logged: string[] = [];
  const dataDir = join(mkdtempSync(join(tmpdir(), 'pdfapi-test-')), 'data');
  onTestFinished(() => rmSync(join(dataDir, '..'), { recursive: true }));
  const other = await startTestServer({ dataDir, onLog: (line) => logged.push(line) });
  const ask = async () => await other.stranger().get('/readyz');
  await other.server.browser();
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 10_000 });
  renameSync(dataDir, `${dataDir}-away`);
  // Without a request.
  await vi.waitFor(() => expect(logged.join('\n')).toContain('"msg":"not ready"'), { timeout: 15_000 });
  const away = await ask();
  expect([away.status, away.json.checks.disk]).toEqual([503, 'unknown']);
  renameSync(`${dataDir}-away`, dataDir);
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 10_000 });
  // No response says that it is ready and that something is wrong.
  renameSync(dataDir, `${dataDir}-away`);
  await vi.waitFor(
    async () => {
      const { status, json } = await ask();
      const states = Object.values(json.checks);
      expect(status === 200).toBe(states.every((state) => state === 'ok'));
      expect(status).toBe(503);
    },
    { timeout: 15_000 },
  );
  renameSync(`${dataDir}-away`, dataDir);
  await other.stop();
});

it('gives every request a new id, and ignores one that the client sends', async () => {
  const first = await stranger.get('/healthz', { 'x-request-id': 'mine' });
  const second = await stranger.get('/healthz');
  expect(first.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
});

/** Starts a server whose browser is this script. Returns its log lines about the browser, and its readiness. */
async function serverWith(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const path = join(folder, 'browser');
  writeFileSync(path, script, { mode: 0o755 });
  const logged: { level: number; msg: string; [field: string]: unknown }[] = [];
  const broken = await startTestServer({
    flags: { browser: path },
    onLog: (line) => logged.push(JSON.parse(line)),
  });
  onTestFinished(() => broken.stop());
  const browserLines = () => logged.filter(({ msg }) => msg.includes('the browser'));
  const readiness = async () => (await broken.stranger().get('/readyz')).json.checks.browser;
  return { path, browserLines, readiness };
}

it('reports in the log and in /readyz why its browser does not start', async () => {
  const { browserLines, readiness, path } = await serverWith(
    '#!/bin/sh\necho "no such display" >&2\nexit 3\n',
  );
  await vi.waitFor(() => expect(browserLines()).not.toEqual([]), { timeout: 10_000 });
  const [line] = browserLines();
  expect(line).toMatchObject({
    level: 50,
    code: 'browser_failed',
    reason: 'The browser could not be started: it ended with 3: no such display',
  });
  const said = await readiness();
  expect(said).toBe('not ready: it ended right after starting');
  expect(said).not.toContain(path);
  // The start is retried, and the same reason is not logged again.
  await delay(1_500);
  expect(browserLines()).toHaveLength(1);
});

it('logs that its browser is slow to start', async () => {
  const { browserLines } = await serverWith('#!/bin/sh\nexec sleep 60\n');
  await vi.waitFor(() => expect(browserLines()).not.toEqual([]), { timeout: 20_000 });
  expect(browserLines()).toMatchObject([
    { level: 40, msg: expect.stringContaining('not started within 5 s') },
  ]);
});

it('logs which browser runs, and how old it is', async () => {
  const line = lines
    .map((each) => JSON.parse(each))
    .find(({ msg }) => msg.startsWith('the browser is running'));
  expect(line).toMatchObject({ version: expect.stringMatching(/\d+\.\d+\.\d+/), weeks: expect.any(Number) });
});
