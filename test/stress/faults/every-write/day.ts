/** A day of a server in two seconds: what clients ask of it, what they were promised, and whether that is kept. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newDocumentId } from '../../../../src/store/documents.ts';
import { openStore, type Store } from '../../../../src/store/store.ts';
import { editorJson, text } from '../../../support/pdfme/editor-files.ts';
import { type Answer, callerOf } from '../../../support/server/caller.ts';
import { type ServingProcess, startServing } from '../serving-process.ts';
import { temporaryFiles } from '../temporary-files.ts';
import { type FailMode, hurried } from './replay.ts';

export interface Customer {
  readonly teamId: number;
  readonly token: string;
  readonly templateId: number;
}

interface Request {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its `Idempotency-Key`; one without is not sent again. */
  readonly key?: string;
  readonly status: 200 | 202 | 422;
  /** PDFs. */
  readonly amount: number;
}

interface Asked {
  readonly request: Request;
  /** Undefined if the connection broke off. */
  readonly status: number | undefined;
  /** Of the PDF that was promised. */
  readonly hash: string | undefined;
  /** The address at which the document is promised. */
  readonly address: string | undefined;
}

export interface Day {
  readonly asked: readonly Asked[];
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly log: string;
}

const quota = 3;
const credits = 100;

/** Fills a new data directory with a team, a template, and a document that has expired. */
export async function prepareDay(dataDirectory: string): Promise<Customer> {
  const store = await openStore({ dataDirectory });
  try {
    const { id: teamId } = await store.teams.create({ name: 'customer', plan: 'pro', verified: true, quota });
    await store.ledger.addCredits(teamId, credits);
    const files = new Map([['editor.json', Buffer.from(editorJson([[text('a', '{{ text }}')]]))]]);
    const { id: templateId } = await store.templates.push({
      teamId,
      name: 'receipt',
      type: 'editor',
      hasBasePdf: false,
      files,
      publish: true,
    });
    await addExpired(store, teamId);
    return { teamId, templateId, token: (await store.tokens.create({ teamId })).token };
  } finally {
    await store.close();
  }
}

async function addExpired({ documents, ledger }: Store, teamId: number): Promise<void> {
  const held = await ledger.hold({ teamId, amount: 1, at: new Date() });
  assert.equal(held.kind, 'held');
  const id = newDocumentId();
  const [filename, size, past] = ['old.pdf', 3, new Date(Date.now() - 60_000)];
  const sha256 = await documents.write(id, Buffer.from('old'));
  const document = { id, teamId, filename, size, createdAt: past, expiresAt: past, sha256 };
  await ledger.settle(held.hold, {
    at: new Date(),
    document,
    event: undefined,
    idempotency: undefined,
    row: undefined,
    warnings: [],
  });
}

/** A fault may keep the server from starting. */
export async function playDay(
  dataDir: string,
  customer: Customer,
  environment: NodeJS.ProcessEnv,
): Promise<Day> {
  const serving = await startServing(dataDir, { environment, giveUpMs: 15_000 }).catch(endedAtStart);
  if (typeof serving === 'string') return { asked: [], exitCode: null, log: serving };
  const gone = once(serving.child, 'exit');
  const asked: Asked[] = [];
  for (const request of requestsOf(customer)) asked.push(await ask(serving, customer, request));
  await Promise.race([gone, untilQuiet(dataDir, serving, customer)]);
  serving.child.kill('SIGTERM');
  const [exitCode] = (await gone) as [number | null];
  return { asked, exitCode, log: serving.log() };
}

/** Returns the log of a server that ended at its start. */
export function endedAtStart(error: unknown): string {
  if (error instanceof Error && error.message.startsWith('the server ended at its start'))
    return error.message;
  throw error;
}

function requestsOf({ templateId }: Customer): Request[] {
  const path = `templates/${templateId}/generate`;
  const data = (value: string) => ({ data: { text: value } });
  return [
    { name: 'base64', path, body: { ...data('1'), output: 'base64' }, key: 'a', status: 200, amount: 1 },
    { name: 'address', path, body: { ...data('2'), output: 'url' }, key: 'b', status: 200, amount: 1 },
    { name: 'without a key', path, body: { ...data('3'), output: 'url' }, status: 200, amount: 1 },
    {
      name: 'merge',
      path: 'templates/merge',
      body: {
        templates: [
          { id: templateId, ...data('4') },
          { id: templateId, ...data('5') },
        ],
        output: 'binary',
      },
      key: 'c',
      status: 200,
      amount: 2,
    },
    { name: 'mistake', path, body: { ...data('6'), output: 'nothing' }, key: 'd', status: 422, amount: 0 },
    {
      name: 'job',
      path,
      body: { ...data('7'), output: 'url' },
      headers: { prefer: 'respond-async' },
      key: 'e',
      status: 202,
      amount: 1,
    },
    {
      name: 'batch',
      path: 'batches',
      body: { template_id: templateId, output: 'merged', rows: [{ text: '8' }, { text: '9' }] },
      key: 'f',
      status: 202,
      amount: 2,
    },
  ];
}

async function ask({ url, log }: ServingProcess, { token }: Customer, request: Request): Promise<Asked> {
  const { name, path, body, headers = {}, key } = request;
  const caller = callerOf(url, token);
  const keyed = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await caller.post(path, body, { ...headers, ...keyed }).catch(lost);
  if (!answer) return { request, status: undefined, hash: undefined, address: undefined };
  const { status, json } = answer;
  if (status !== request.status) {
    assert.equal(status, 503, `${name}: ${status} ${answer.bytes}\n${log()}`);
    assert.ok(answer.headers.has('retry-after'), `${name}: 503 without Retry-After`);
    return { request, status, hash: undefined, address: undefined };
  }
  if (status !== 200) return { request, status, hash: undefined, address: undefined };
  if (json.url === undefined)
    return { request, status, hash: hashOf(json.pdf ?? answer.bytes), address: undefined };
  const { pathname, search } = new URL(json.url);
  const address = `${pathname}${search}`;
  const document = await caller.get(address).catch(lost);
  return { request, status, hash: document && hashOf(document.bytes), address };
}

/** Loses nothing but connections: an answer that contradicts the OpenAPI document is thrown. */
function lost(error: unknown): undefined {
  if (error instanceof TypeError) return undefined;
  throw error;
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Waits until the jobs have ended and the expired document is removed, but not for what a fault has stopped. */
async function untilQuiet(dataDir: string, { url }: ServingProcess, { token }: Customer): Promise<void> {
  const caller = callerOf(url, token);
  for (let attempt = 0; attempt < 15; attempt++) {
    const jobs: Answer | undefined = await caller.get('jobs').catch(lost);
    if (!jobs) return;
    const isOpen = (jobs.json.data ?? []).some(
      (job: { finished_at: string | null }) => job.finished_at === null,
    );
    if (!isOpen && jobs.status === 200 && !(await hasExpired(dataDir))) return;
    await delay(100);
  }
}

async function hasExpired(dataDirectory: string): Promise<boolean> {
  const store = await openStore({ dataDirectory, checkPages: false });
  try {
    return (await store.documents.expired(new Date())).length > 0;
  } finally {
    await store.close();
  }
}

/**
 * Starts a server on what is left, and throws if a promise is broken. `mode`: the unfinished files of a process that was
 * killed stay, and those of a device that failed.
 */
export async function checkDay(
  dataDir: string,
  customer: Customer,
  { asked }: Pick<Day, 'asked'>,
  mode: FailMode,
): Promise<void> {
  const serving = await startServing(dataDir, { environment: hurried });
  const store = await openStore({ dataDirectory: dataDir, checkPages: false });
  try {
    const caller = callerOf(serving.url, customer.token);
    let [least, most] = [1, 1];
    for (const before of asked) {
      const { request, status, hash, address } = before;
      if (address !== undefined) {
        const document = await caller.get(address);
        assert.equal(document.status, 200, `${request.name}: the document is gone`);
        if (hash !== undefined)
          assert.equal(hashOf(document.bytes), hash, `${request.name}: another document`);
      }
      if (request.key === undefined) {
        if (status === 200) least += request.amount;
        if (status === 200 || status === undefined) most += request.amount;
        continue;
      }
      least += request.amount;
      most += request.amount;
      const again = await ask(serving, customer, request);
      assert.equal(again.status, request.status, `${request.name}, sent again`);
      if (hash !== undefined) assert.equal(again.hash, hash, `${request.name}, sent again: another document`);
    }
    await jobsAreDone(serving, customer, asked.filter(({ request }) => request.status === 202).length);
    const entries = await store.ledger.entries(customer.teamId);
    const posted = entries.filter(({ kind }) => kind === 'post').reduce((sum, { amount }) => sum + amount, 0);
    assert.ok(posted >= least && posted <= most, `${posted} PDFs are charged, and not ${least} to ${most}`);
    const { pack_credits: left } = await store.ledger.usage(customer.teamId, new Date());
    const granted = entries.filter(({ kind }) => kind === 'welcome_pack' || kind === 'top_up');
    const sum = granted.reduce((total, { amount }) => total + amount, 0);
    assert.equal(left, sum - Math.max(0, posted - quota), 'credits that are left');
    const holds = entries.filter(({ kind }) => kind === 'hold').length;
    assert.equal(entries.filter(({ settles }) => settles).length, holds, 'holds that nothing has settled');
    assert.deepEqual(await store.ledger.verify(), []);
    for (let tries = 0; (await store.documents.expired(new Date())).length > 0; tries++) {
      assert.ok(tries < 200, 'an expired document is not removed');
      await delay(100);
    }
    if (mode === 'full')
      assert.deepEqual(temporaryFiles(dataDir, join(dataDir, 'documents')), [], 'temporary files');
  } finally {
    await serving.kill();
    await store.close();
  }
}

async function jobsAreDone({ url }: ServingProcess, { token }: Customer, count: number): Promise<void> {
  const caller = callerOf(url, token);
  const all: { id: string; state: string }[] = (await caller.get('jobs')).json.data;
  // One that was cut off before it was started is removed later.
  const jobs = all.filter(({ state }) => state !== 'open');
  assert.equal(jobs.length, count, 'a job is missing, or there twice');
  for (const { id } of jobs) {
    let job = (await caller.get(`jobs/${id}?wait=30`)).json.data;
    while (job.finished_at === null) job = (await caller.get(`jobs/${id}?wait=30`)).json.data;
    assert.deepEqual([job.state, job.progress.failed], ['finished', 0], JSON.stringify(job));
    const { status, bytes } = await caller.get(`jobs/${id}/result`);
    assert.deepEqual([status, bytes.toString('latin1', 0, 5)], [200, '%PDF-'], 'the result of a job');
  }
}
