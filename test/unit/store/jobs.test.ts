import { expect, it } from 'vitest';
import { jobLimits } from '../../../src/contract/limits.ts';
import type { ClaimedRow, NewJobRow } from '../../../src/store/jobs/job-records.ts';
import type { Store } from '../../../src/store/store.ts';
import { claimKey, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');

const noObject: NewJobRow = { error: Buffer.from('{"message":"No object.","code":"invalid_data"}') };

const rowsOf = (count: number): NewJobRow[] =>
  Array.from({ length: count }, (_, index) => ({ input: Buffer.from(`{"row":${index + 1}}`) }));

async function open(
  store: TestStore,
  teamId: number,
  options: object = {},
  kind: 'request' | 'batch' = 'batch',
) {
  const tokenId = (await store.tokens.create({ teamId })).id;
  return await store.jobs.create({
    teamId,
    tokenId,
    kind,
    route: 'generate',
    templateId: 7,
    version: 1,
    options: { ...options },
  });
}

async function started(store: TestStore, teamId: number, count: number, options: object = {}) {
  const { id } = await open(store, teamId, options);
  await store.jobs.append(id, { offset: 0, rows: rowsOf(count) });
  return await store.jobs.start(id);
}

/** Charges a claimed row, as the delivery of its document does. */
async function finish(
  store: Store,
  { claim, job }: ClaimedRow,
  warnings: readonly string[] = [],
): Promise<void> {
  const held = await store.ledger.hold({ teamId: job.teamId, amount: 1, at });
  if (held.kind !== 'held') throw new Error(held.kind);
  const document = {
    id: Buffer.from(`${claim.jobId} ${claim.number}`.padEnd(30)).toString('base64url').slice(0, 60),
    teamId: job.teamId,
    filename: `${claim.number}.pdf`,
    size: 3,
    createdAt: at,
    expiresAt: job.expiresAt,
    sha256: null,
  };
  await store.documents.write(document.id, Buffer.from('PDF'));
  await store.ledger.settle(held.hold, { at, document, row: claim, warnings });
}

const claimed = async (store: Store): Promise<ClaimedRow> => {
  const row = await store.jobs.claims.next(at);
  if (!row) throw new Error('There is no work.');
  return row;
};

const endLeases = (store: TestStore) =>
  store.sql("UPDATE job_rows SET lease_until = 1 WHERE state = 'running'");

it('runs each row once, charges it once, and ends with the last', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const { id } = await started(store, team.id, 3);
  expect(await store.jobs.get(id)).toMatchObject({ state: 'queued', total: 3, done: 0, failed: 0 });
  for (const number of [1, 2, 3]) {
    const row = await claimed(store);
    expect(row).toMatchObject({ claim: { jobId: id, number }, attempts: 1 });
    expect((await store.jobs.inputs.read(id, number)).toString()).toBe(`{"row":${number}}`);
    await finish(store, row);
  }
  expect(await store.jobs.claims.next(at)).toBeUndefined();
  expect(await store.jobs.get(id)).toMatchObject({ state: 'finished', done: 3, failed: 0, finishedAt: at });
  expect(await store.jobs.claims.hasWork()).toBe(false);
  expect((await store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post')).toHaveLength(3);
  expect(await store.ledger.verify()).toEqual([]);
});

it('reports the end of each job to webhooks, once, and none of its rows', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const webhook = await store.webhooks.create({ teamId: team.id, url: 'https://hooks.example.com/' });
  const { id } = await started(store, team.id, 2);
  await finish(store, await claimed(store));
  const row = await claimed(store);
  await store.jobs.claims.fail(row.claim, { message: 'No.', code: 'invalid_data' }, { at });
  const second = await started(store, team.id, 1);
  await store.jobs.cancel(second.id);
  await store.jobs.cancel(second.id);
  const deliveries = await store.deliveries.list(webhook.id, { limit: 10 });
  expect(deliveries.map(({ payload }) => JSON.parse(payload).data.job_id).sort()).toEqual(
    [id, second.id].sort(),
  );
  const [, ended] = [second.id, id].map((each) => deliveries.find(({ payload }) => payload.includes(each)));
  expect(JSON.parse(ended?.payload ?? '')).toEqual({
    type: 'job.finished',
    timestamp: at.toISOString(),
    data: {
      job_id: id,
      kind: 'batch',
      state: 'finished',
      total: 2,
      done: 1,
      failed: 1,
      filename: null,
      size: null,
      error: null,
    },
  });
});

it('keeps the first warnings of a row with it', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const { id } = await started(store, team.id, 3);
  const warnings = Array.from({ length: 30 }, (_, index) => `${index} ${'ü'.repeat(600)}`);
  await finish(store, await claimed(store));
  await finish(store, await claimed(store), ['No glyph for “\u{e123}”.']);
  await finish(store, await claimed(store), warnings);
  const job = await store.jobs.get(id);
  if (!job) throw new Error('The job is gone.');
  const rows = await store.jobs.rows(job, { after: 0, limit: 10 });
  expect(rows.map((row) => row.warnings)).toEqual([
    [],
    ['No glyph for “\u{e123}”.'],
    warnings.slice(0, 20).map((text) => text.slice(0, 500)),
  ]);
  const warned = await store.jobs.rows(job, { after: 0, limit: 10, hasWarnings: true });
  expect(warned.map(({ number }) => number)).toEqual([2, 3]);
});

it('counts the rows that wait and run, and knows since when', async () => {
  let now = at;
  const store = await openTestStore({ now: () => now });
  const [first, second] = [await store.team(), await store.team()];
  const backlog = () => store.jobs.backlog();
  expect(await backlog()).toEqual({ waiting: 0, running: 0, waitingSince: undefined });
  await open(store, first.id);
  await started(store, first.id, 2);
  now = new Date(at.getTime() + 60_000);
  const { id } = await started(store, second.id, 3);
  expect(await backlog()).toEqual({ waiting: 5, running: 0, waitingSince: at });
  const rows = [await claimed(store), await claimed(store), await claimed(store)];
  expect(rows.filter(({ job }) => job.teamId === first.id)).toHaveLength(2);
  expect(await backlog()).toEqual({ waiting: 2, running: 3, waitingSince: now });
  for (const row of rows) await finish(store, row);
  expect(await backlog()).toEqual({ waiting: 2, running: 0, waitingSince: now });
  // Of a job that is to stop, no row waits any more.
  const error = { message: 'Used up.', code: 'quota_exhausted' };
  const [last, stopping] = [await claimed(store), await claimed(store)];
  await store.jobs.claims.fail(last.claim, error, { at: now, stopsJob: true });
  expect(await backlog()).toEqual({ waiting: 0, running: 1, waitingSince: undefined });
  await finish(store, stopping);
  expect((await store.jobs.get(id))?.state).toBe('failed');
  expect(await backlog()).toEqual({ waiting: 0, running: 0, waitingSince: undefined });
});

it('takes the rows of the teams in turn', async () => {
  const store = await openTestStore();
  const [many, few] = [await store.team(), await store.team()];
  await started(store, many.id, 100);
  await finish(store, await claimed(store));
  await finish(store, await claimed(store));
  await started(store, few.id, 2);
  const teams: number[] = [];
  for (let count = 0; count < 5; count++) {
    const row = await claimed(store);
    teams.push(row.job.teamId);
    await finish(store, row);
  }
  expect(teams).toEqual([few.id, many.id, few.id, many.id, many.id]);
});

it('gives no row to two servers, and each row to one', async () => {
  const store = await openTestStore();
  const team = await store.team();
  await started(store, team.id, 40);
  const servers = [store, await store.again(), await store.again()];
  const taken: number[] = [];
  await Promise.all(
    servers.map(async (server) => {
      for (;;) {
        const row = await server.jobs.claims.next(at);
        if (!row) return;
        taken.push(row.claim.number);
        await finish(server, row);
      }
    }),
  );
  expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(await store.ledger.verify()).toEqual([]);
});

it('stays exact while servers finish, fail, give back and cancel at the same time', async () => {
  const store = await openTestStore();
  const servers = [store, await store.again(), await store.again()];
  const teams = [await store.team(), await store.team()];
  const ids: string[] = [];
  for (const team of [...teams, ...teams]) ids.push((await started(store, team.id, 12)).id);
  let steps = 0;
  const work = async (server: Store) => {
    for (;;) {
      const row = await server.jobs.claims.next(at);
      if (!row) return;
      steps += 1;
      const { claim } = row;
      if (steps === 20) await server.jobs.cancel(ids[0] ?? '');
      if (steps % 7 === 0)
        await server.jobs.claims.fail(claim, { message: 'Bad.', code: 'invalid_data' }, { at });
      else if (steps % 5 === 0) {
        await server.jobs.claims.release(claim, { at, pauseMs: 0, isCounted: false });
      } else {
        // Its job may have been cancelled.
        await finish(server, row).catch((error) => expect(error).toMatchObject({ code: 'lease_expired' }));
      }
    }
  };
  await Promise.all(servers.flatMap((server) => [work(server), work(server)]));
  let done = 0;
  for (const [index, id] of ids.entries()) {
    const job = await store.jobs.get(id);
    expect(job?.state).toBe(index === 0 ? 'cancelled' : 'finished');
    if (job && index > 0) expect(job.done + job.failed).toBe(12);
    if (!job) continue;
    done += job.done;
    const rows = await store.jobs.rows(job, { state: 'finished', after: 0, limit: 100 });
    expect(rows).toHaveLength(job.done);
  }
  const posts = await store.sql("SELECT id FROM entries WHERE kind = 'post'");
  expect(posts).toHaveLength(done);
  expect(await store.ledger.verify()).toEqual([]);
});

it('gives a row whose lease ended to another server, and refuses the charge of the first', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { id } = await started(store, team.id, 1);
  const first = await claimed(store);
  expect(await store.jobs.claims.next(at)).toBeUndefined();
  await endLeases(store);
  const second = await claimed(await store.again());
  expect(second).toMatchObject({ claim: { number: 1 }, attempts: 2 });
  expect(await store.jobs.claims.renew(first.claim)).toBe(false);
  expect(await store.jobs.claims.renew(second.claim)).toBe(true);
  await expect(finish(store, first)).rejects.toMatchObject({ code: 'lease_expired' });
  await store.jobs.claims.fail(first.claim, { message: 'Late.', code: 'timeout' }, { at });
  await finish(store, second);
  expect(await store.jobs.get(id)).toMatchObject({ state: 'finished', done: 1, failed: 0 });
  expect((await store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post')).toHaveLength(1);
});

it('counts an attempt unless the row was given back', async () => {
  const store = await openTestStore();
  await started(store, (await store.team()).id, 1);
  const first = await claimed(store);
  await store.jobs.claims.release(first.claim, { at, pauseMs: 0, isCounted: false });
  const second = await claimed(store);
  expect(second.attempts).toBe(1);
  await store.jobs.claims.release(second.claim, { at, pauseMs: 0, isCounted: true });
  const third = await claimed(store);
  expect(third.attempts).toBe(2);
  await store.jobs.claims.release(third.claim, { at, pauseMs: 60_000, isCounted: true });
  expect(await store.jobs.claims.next(at)).toBeUndefined();
});

it('cancels at once: nothing is begun any more, and what runs is not charged', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const { id } = await started(store, team.id, 3);
  await finish(store, await claimed(store));
  const running = await claimed(store);
  const job = await store.jobs.cancel(id);
  expect(job).toMatchObject({ state: 'cancelled', done: 1, failed: 0, finishedAt: at });
  expect(await store.jobs.claims.renew(running.claim)).toBe(false);
  await expect(finish(store, running)).rejects.toMatchObject({ code: 'lease_expired' });
  expect(await store.jobs.claims.next(at)).toBeUndefined();
  const rows = await store.jobs.rows(job, { after: 0, limit: 10 });
  expect(rows.map(({ state }) => state)).toEqual(['finished', 'cancelled', 'cancelled']);
  expect(await store.jobs.rows(job, { state: 'cancelled', after: 0, limit: 10 })).toHaveLength(2);
  expect(await store.jobs.rows(job, { state: 'queued', after: 0, limit: 10 })).toHaveLength(0);
  expect(await store.jobs.cancel(id)).toEqual(job);
  expect((await store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post')).toHaveLength(1);
});

it('begins no further row after a failure that stops the job, and ends when the running ones have', async () => {
  const store = await openTestStore();
  const { id } = await started(store, (await store.team()).id, 5);
  const [first, second] = [await claimed(store), await claimed(store)];
  const error = { message: 'Used up.', code: 'quota_exhausted' };
  await store.jobs.claims.fail(first.claim, error, { at, stopsJob: true });
  expect(await store.jobs.claims.next(at)).toBeUndefined();
  expect(await store.jobs.get(id)).toMatchObject({ state: 'running' });
  await finish(store, second);
  const job = await store.jobs.get(id);
  expect(job).toMatchObject({ state: 'failed', done: 1, failed: 4, error });
  if (!job) return;
  const failed = await store.jobs.rows(job, { state: 'failed', after: 0, limit: 10 });
  expect(failed.map(({ number, error }) => [number, error?.code])).toEqual([
    [1, 'quota_exhausted'],
    [3, 'quota_exhausted'],
    [4, 'quota_exhausted'],
    [5, 'quota_exhausted'],
  ]);
  // Pages go through rows that failed and rows that were not begun in one order.
  const page = async (after: number) =>
    (await store.jobs.rows(job, { state: 'failed', after, limit: 2 })).map(({ number }) => number);
  expect([await page(0), await page(3), await page(5)]).toEqual([[1, 3], [4, 5], []]);
});

it('ends a stopped job also when its last running row is given back', async () => {
  const store = await openTestStore();
  const { id } = await started(store, (await store.team()).id, 3);
  const [first, second] = [await claimed(store), await claimed(store)];
  await store.jobs.claims.fail(
    first.claim,
    { message: 'Used up.', code: 'quota_exhausted' },
    { at, stopsJob: true },
  );
  await store.jobs.claims.release(second.claim, { at, pauseMs: 0, isCounted: false });
  expect(await store.jobs.get(id)).toMatchObject({ state: 'failed', done: 0, failed: 3 });
});

it('merges after the last row, unless a row failed that must not be skipped', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const error = { message: 'Bad.', code: 'invalid_data' };
  const run = async (options: object) => {
    const { id } = await started(store, team.id, 2, { output: 'merged', ...options });
    await finish(store, await claimed(store));
    await store.jobs.claims.fail((await claimed(store)).claim, error, { at });
    return id;
  };
  expect(await store.jobs.get(await run({}))).toMatchObject({
    state: 'failed',
    done: 1,
    failed: 1,
    error: { code: 'rows_failed' },
  });
  const id = await run({ on_error: 'skip' });
  expect(await store.jobs.get(id)).toMatchObject({ state: 'running', done: 1, failed: 1 });
  const merge = await claimed(store);
  expect(merge.claim).toMatchObject({ jobId: id, number: 0 });
  const document = {
    id: 'merged-document-of-this-job',
    teamId: team.id,
    filename: 'all.pdf',
    size: 9,
    createdAt: at,
    expiresAt: merge.job.expiresAt,
    sha256: null,
  };
  await store.jobs.claims.finishMerge(merge.claim, document, at);
  const job = await store.jobs.get(id);
  expect(job).toMatchObject({
    state: 'finished',
    document: { id: document.id, filename: 'all.pdf', size: 9 },
  });
  if (job) expect(await store.jobs.rows(job, { after: -1, limit: 10 })).toHaveLength(2);
});

it('fails a job all of whose rows could not be read, when it is started', async () => {
  const store = await openTestStore();
  const { id } = await open(store, (await store.team()).id);
  await store.jobs.append(id, {
    offset: 0,
    rows: [noObject],
  });
  expect(await store.jobs.start(id)).toMatchObject({ state: 'failed', total: 1, failed: 1 });
});

it('adds rows that are sent again only once', async () => {
  const store = await openTestStore();
  const { id } = await open(store, (await store.team()).id);
  await store.jobs.append(id, { offset: 0, rows: [...rowsOf(2), noObject] });
  expect(
    await store.jobs.append(id, { offset: 1, rows: [...rowsOf(1), noObject, ...rowsOf(2)] }),
  ).toMatchObject({
    total: 5,
    failed: 1,
  });
  await expect(store.jobs.append(id, { offset: 6, rows: rowsOf(1) })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: { offset: ['The offset must be at most 5, the number of rows so far.'] },
  });
  await store.jobs.start(id);
  await expect(store.jobs.append(id, { offset: 5, rows: rowsOf(1) })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

it('stores thousands of rows, and inputs of any size, as they were given', async () => {
  const store = await openTestStore();
  const { id } = await open(store, (await store.team()).id);
  const large = Buffer.alloc(2_500_000, 'abcdefg');
  await store.jobs.append(id, { offset: 0, rows: [...rowsOf(2_345), { input: large }] });
  expect(await store.jobs.get(id)).toMatchObject({ total: 2_346 });
  expect((await store.jobs.inputs.read(id, 2_345)).toString()).toBe('{"row":2345}');
  expect((await store.jobs.inputs.read(id, 2_346)).equals(large)).toBe(true);
});

it('limits the rows of a job and the unfinished jobs of a team', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { id } = await open(store, team.id);
  const tooMany = Array<NewJobRow>(jobLimits.rows + 1).fill({ input: Buffer.from('{}') });
  await expect(store.jobs.append(id, { offset: 0, rows: tooMany })).rejects.toMatchObject({
    errors: { rows: ['A job may have at most 100,000 rows.'] },
  });
  const large = { input: Buffer.alloc(jobLimits.inputBytes / 256 + 1) };
  await expect(
    store.jobs.append(id, { offset: 0, rows: Array<NewJobRow>(256).fill(large) }),
  ).rejects.toMatchObject({
    errors: { rows: ['The rows of a job may have at most 256 MiB together.'] },
  });
  expect(await store.sql('SELECT job_id FROM job_bodies')).toEqual([]);
  await expect(store.jobs.start(id)).rejects.toMatchObject({
    errors: { rows: ['A job must have at least one row.'] },
  });
  for (let count = 1; count < jobLimits.open; count++) await open(store, team.id);
  await expect(open(store, team.id)).rejects.toMatchObject({ code: 'too_many_jobs' });
  await open(store, (await store.team()).id);
  await store.jobs.cancel(id);
  await open(store, team.id);
});

it('stores the response for the key of a request together with the start of its job', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { id } = await open(store, team.id);
  await store.jobs.append(id, { offset: 0, rows: rowsOf(1) });
  const request = { teamId: team.id, key: 'k', requestHash: 'h', at };
  const claim = await claimKey(store, request);
  const toResponse = () => ({ status: 202, body: '{}', documentId: null });
  await store.idempotency.release(claim);
  await expect(store.jobs.start(id, { claim, toResponse })).rejects.toMatchObject({ code: 'lease_expired' });
  expect(await store.jobs.get(id)).toMatchObject({ state: 'open' });
  await store.jobs.start(id, { claim: await claimKey(store, request), toResponse });
  expect(await store.idempotency.begin(request)).toMatchObject({ kind: 'replay', response: { status: 202 } });
});

it('lists the jobs of a team, newest first', async () => {
  let time = at.getTime();
  const store = await openTestStore({ now: () => new Date(time++) });
  const team = await store.team();
  const ids = [
    (await open(store, team.id)).id,
    (await open(store, team.id)).id,
    (await open(store, team.id)).id,
  ];
  await open(store, (await store.team()).id);
  const page = await store.jobs.list(team.id, 1, 2);
  expect(page.total).toBe(3);
  expect(page.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect((await store.jobs.list(team.id, 2, 2)).items.map(({ id }) => id)).toEqual([ids[0]]);
});

it('removes jobs a day after their end, with their rows and documents', async () => {
  let now = at;
  const store = await openTestStore({ now: () => now });
  const team = await store.team();
  const { id } = await started(store, team.id, 2);
  const [first, second] = [await claimed(store), await claimed(store)];
  await finish(store, first);
  await finish(store, second);
  const waiting = await started(store, team.id, 1);
  const documents = (await store.sql('SELECT id FROM documents')).map((row) => String(row.id));
  expect(documents).toHaveLength(2);
  now = new Date(at.getTime() + jobLimits.keptHours * 3_600_000 - 1);
  expect(await store.jobs.removal.sweep(now)).toBe(0);
  now = new Date(now.getTime() + 1);
  expect(await store.jobs.removal.sweep(now)).toBe(1);
  expect(await store.jobs.get(id)).toBeUndefined();
  for (const document of documents) expect(await store.documents.has(document)).toBe(false);
  expect(await store.sql('SELECT job_id FROM job_rows')).toEqual([{ job_id: waiting.id }]);
  // One that never ends goes too.
  now = new Date(at.getTime() + jobLimits.maxDays * 86_400_000);
  expect(await store.jobs.removal.sweep(now)).toBe(1);
  expect(await store.sql('SELECT id FROM jobs')).toEqual([]);
});

it('discards a job that was not started, and no other', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { id } = await open(store, team.id);
  await store.jobs.append(id, { offset: 0, rows: rowsOf(1) });
  await store.jobs.removal.discard(id);
  expect(await store.jobs.get(id)).toBeUndefined();
  const job = await started(store, team.id, 1);
  await store.jobs.removal.discard(job.id);
  expect(await store.jobs.get(job.id)).toMatchObject({ state: 'queued' });
});

it('removes a job within two hours that no response has promised, and keeps one that was opened or started', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.teams.create({ name: 'Acme', plan: 'pro' });
  const forgotten = await open(store, team.id);
  const opened = await open(store, team.id);
  await store.jobs.open(opened.id);
  const begun = await started(store, team.id, 1);
  await store.jobs.removal.sweep(new Date(at.getTime() + 2 * 3_600_000));
  expect(await store.jobs.get(forgotten.id)).toBeUndefined();
  const kept = new Date(at.getTime() + jobLimits.maxDays * 86_400_000);
  expect(await store.jobs.get(opened.id)).toMatchObject({ state: 'open', expiresAt: kept });
  expect(await store.jobs.get(begun.id)).toMatchObject({ state: 'queued', expiresAt: kept });
});

it('stores how far a table is printed, until its row ends', async () => {
  const store = await openTestStore();
  const { id: teamId } = await store.teams.create({ name: 'Acme', plan: 'pro' });
  const job = await started(store, teamId, 2);
  const printing = async () => (await store.jobs.get(job.id))?.printing;
  const first = (await store.jobs.claims.next(at)) as ClaimedRow;
  expect(await printing()).toBeNull();
  await store.jobs.claims.report(first.claim, { done: 2_000, total: 5_000 });
  expect(await printing()).toEqual({ row: 1, done: 2_000, total: 5_000 });
  await finish(store, first);
  expect(await printing()).toBeNull();
  // Its claim has ended.
  await store.jobs.claims.report(first.claim, { done: 4_000, total: 5_000 });
  expect(await printing()).toBeNull();
  const second = (await store.jobs.claims.next(at)) as ClaimedRow;
  await store.jobs.claims.report(second.claim, { done: 1, total: 5_000 });
  await store.jobs.claims.release(second.claim, { at, pauseMs: 0, isCounted: true });
  expect(await printing()).toBeNull();
  const again = (await store.jobs.claims.next(at)) as ClaimedRow;
  await store.jobs.claims.report(again.claim, { done: 1, total: 5_000 });
  await store.jobs.claims.fail(again.claim, { message: 'No.', code: 'timeout' }, { at });
  expect(await printing()).toBeNull();
});
