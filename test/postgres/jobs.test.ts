/** Two servers that run the rows of the same jobs. Their killing is tested in `stress/nodes`. */
import { expect, it } from 'vitest';
import type { Caller } from '../support/server/caller.ts';
import { type Member, startTestServer, type TestServer } from '../support/server/start-test-server.ts';

const flags = { rateLimit: '0', workers: '2', timeout: '60s' };
const rowCount = 12;

const first = await startTestServer({ flags });

interface ShownRow {
  readonly number: number;
  readonly state: string;
  readonly attempts: number;
}

/**
 * Starts a batch, each of whose rows takes `ms`. An idle server looks for rows every six seconds, so a test in which two
 * servers share the rows needs a batch that takes longer.
 */
async function started(member: Member, ms: number): Promise<string> {
  const script = `<script>window.pdfapiReady = new Promise((go) => setTimeout(go, ${ms}))</script>`;
  const template_id = await first.template(member.team, `<p>{{ n }}</p>${script}`);
  const rows = Array.from({ length: rowCount }, (_, n) => ({ n }));
  return (await member.post('batches', { template_id, rows })).json.data.id;
}

async function ended(caller: Caller, id: string) {
  for (;;) {
    const { json } = await caller.get(`jobs/${id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}

const rowsOf = async (caller: Caller, id: string): Promise<readonly ShownRow[]> =>
  (await caller.get(`jobs/${id}/rows`)).json.data;

/** Every row has one charge and one document, and nothing is left of an attempt. */
async function expectEachOnce(server: TestServer, member: Member, id: string) {
  const entries = await server.store.ledger.entries(member.team.id);
  expect(entries.filter(({ kind }) => kind === 'post')).toHaveLength(rowCount);
  const documents = await server.sql('SELECT document_id FROM job_rows WHERE job_id = ?', id);
  expect(new Set(documents.map((row) => row.document_id)).size).toBe(rowCount);
  expect(await server.sql('SELECT id FROM documents WHERE team_id = ?', member.team.id)).toHaveLength(
    rowCount,
  );
  expect(await server.sql('SELECT id FROM pending_holds WHERE team_id = ?', member.team.id)).toEqual([]);
  expect(await server.store.ledger.verify()).toEqual([]);
}

it('finish every row of a job once, together', async () => {
  const finished = new Map<string, number[]>([
    ['first', []],
    ['second', []],
  ]);
  const noting = (name: string) => (line: string) => {
    const { msg, row } = JSON.parse(line);
    if (msg === 'row finished') finished.get(name)?.push(row);
  };
  const [one, two] = await Promise.all(
    ['first', 'second'].map((name) =>
      startTestServer({ databaseUrl: first.databaseUrl, flags, onLog: noting(name) }),
    ),
  );
  // What this test counts is run by these two only.
  await first.server.stop();
  if (!one || !two) throw new Error('A server is missing.');
  const member = await first.team();
  const caller = one.stranger(member.token);
  const id = await started({ ...member, ...caller }, 1_000);
  expect(await ended(caller, id)).toMatchObject({
    state: 'finished',
    progress: { total: rowCount, done: rowCount, failed: 0 },
  });
  const all = Array.from({ length: rowCount }, (_, index) => index + 1);
  const rows = [...finished.values()].flat();
  expect(rows.sort((a, b) => a - b)).toEqual(all);
  expect([...finished.values()].every((each) => each.length > 0)).toBe(true);
  expect((await rowsOf(two.stranger(member.token), id)).map(({ attempts }) => attempts)).toEqual(
    all.map(() => 1),
  );
  await expectEachOnce(first, member, id);
  await one.stop();
  await two.stop();
});

it('finish every row of a job once, also if one of them stops in the middle', async () => {
  const leaving = await startTestServer({ databaseUrl: first.databaseUrl, flags });
  const staying = await startTestServer({ databaseUrl: first.databaseUrl, flags });
  const member = await first.team();
  const caller = staying.stranger(member.token);
  const id = await started({ ...member, ...caller }, 1_500);
  // With two workers, a server gives one to jobs.
  await expect
    .poll(async () => (await rowsOf(caller, id)).filter(({ state }) => state === 'running').length, {
      timeout: 30_000,
      interval: 100,
    })
    .toBe(2);
  await leaving.server.stop();
  expect(await ended(caller, id)).toMatchObject({
    state: 'finished',
    progress: { total: rowCount, done: rowCount, failed: 0 },
  });
  // A row that a server gave back does not count as an attempt.
  expect(
    (await rowsOf(caller, id)).every(({ state, attempts }) => state === 'finished' && attempts === 1),
  ).toBe(true);
  const entries = await first.store.ledger.entries(member.team.id);
  expect(entries.filter(({ kind }) => kind === 'void').length).toBeGreaterThan(0);
  await expectEachOnce(first, member, id);
  await leaving.stop();
  await staying.stop();
});
