/** What becomes of the rows of jobs when their server stops, fails, or loses them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { jobLimits } from '../../../src/contract/limits.ts';
import type { Caller } from '../../support/server/caller.ts';
import { type Member, startTestServer, type TestServer } from '../../support/server/start-test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const flags = { rateLimit: '0', workers: '2', timeout: '60s' };

const slowFor = (ms: number) =>
  `<p>{{ n }}</p><script>window.pdfapiReady = new Promise((go) => setTimeout(go, ${ms}))</script>`;

async function ended(caller: Caller, id: string) {
  for (;;) {
    const { json } = await caller.get(`jobs/${id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}

/** Starts a batch, and waits until one of its rows runs. */
async function running(server: TestServer, member: Member, html: string, rows: number): Promise<string> {
  const template_id = await server.template(member.team, html);
  const body = { template_id, rows: Array.from({ length: rows }, (_, n) => ({ n })) };
  const { json } = await member.post('batches', body);
  const { id } = json.data;
  await expect
    .poll(async () => (await server.store.ledger.entries(member.team.id)).map(({ kind }) => kind), {
      timeout: 30_000,
    })
    .toContain('hold');
  return id;
}

const kinds = async ({ store }: TestServer, { team }: Member) =>
  (await store.ledger.entries(team.id)).map(({ kind }) => kind);

it('gives a running row back when its server stops, uncharged, and finishes it after the next start', async () => {
  const first = await startTestServer({ dataDir, flags });
  const member = await first.team();
  const id = await running(first, member, slowFor(4_000), 2);
  await first.stop();
  const second = await startTestServer({ dataDir, databaseUrl: first.databaseUrl, flags });
  // The second server may have begun the next attempt.
  expect((await kinds(second, member)).slice(0, 2)).toEqual(['hold', 'void']);
  const caller = second.stranger(member.token);
  expect(await ended(caller, id)).toMatchObject({ state: 'finished', progress: { done: 2, failed: 0 } });
  const rows = (await caller.get(`jobs/${id}/rows`)).json.data;
  expect(rows.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 1]);
  expect((await kinds(second, member)).filter((kind) => kind === 'post')).toHaveLength(2);
  expect(await second.store.ledger.verify()).toEqual([]);
  await second.stop();
});

const server = await startTestServer({ flags });

it('ends a running row whose job was cancelled by another process', async () => {
  const member = await server.team();
  const id = await running(server, member, slowFor(50_000), 1);
  await server.store.jobs.cancel(id);
  await expect
    .poll(() => kinds(server, member), { timeout: 30_000, interval: 200 })
    .toEqual(['hold', 'void']);
});

it('fails a row that ended its server again and again', async () => {
  const member = await server.team();
  const template_id = await server.template(member.team, '<p>{{ n }}</p>');
  const { id } = (await member.post('batches?open=1', { template_id })).json.data;
  await member.send(`batches/${id}/rows?offset=0`, {
    method: 'POST',
    body: '{ "n": 1 }\n{ "n": 2 }\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await server.sql(
    "UPDATE job_rows SET state = 'running', attempts = ? WHERE job_id = ? AND number = 1",
    jobLimits.attempts,
    id,
  );
  await member.post(`batches/${id}/start`);
  expect(await ended(member, id)).toMatchObject({ state: 'finished', progress: { done: 1, failed: 1 } });
  const [row] = (await member.get(`jobs/${id}/rows?state=failed`)).json.data;
  expect(row).toMatchObject({ number: 1, error: { code: 'row_crashed' } });
  expect(await member.used()).toBe(1);
});

it('tries again if the server cannot render, and then fails the row', async () => {
  const broken = await startTestServer({ flags, browser: false });
  const member = await broken.team();
  const answer = await member.post('html-to-pdf', { html: '<p>x</p>' }, { prefer: 'respond-async' });
  const { id } = answer.json.data;
  const job = await ended(member, id);
  expect(job).toMatchObject({ state: 'failed', error: { code: 'browser_failed' } });
  const [row] = (await member.get(`jobs/${id}/rows`)).json.data;
  expect(row.attempts).toBe(jobLimits.attempts);
  expect(await member.used()).toBe(0);
  expect(await kinds(broken, member)).toEqual(Array(jobLimits.attempts).fill(['hold', 'void']).flat());
});
