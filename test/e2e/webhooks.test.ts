/** `pdfapi webhooks …` against a server, whose deliveries arrive at a receiver on this machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { onTerminal, run } from '../support/run.ts';
import { ask, type RunningServe, startServe } from '../support/running-server.ts';
import { openReceiver, verify } from '../support/server/webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let server: RunningServe;

beforeAll(async () => {
  server = await startServe(join(folder, 'data'), ['--allow-host', '127.0.0.1']);
});

const environment = (token = server.token) => ({ PDFAPI_URL: server.url, PDFAPI_TOKEN: String(token) });
const webhooks = (...args: string[]) => run(['webhooks', ...args], { cwd: folder, env: environment() });

async function json(...args: string[]) {
  const { stdout, stderr, exitCode } = await webhooks(...args, '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

it('adds, changes, tests and removes a webhook, and shows and repeats its deliveries', async () => {
  const receiver = await openReceiver();
  const added = await json('add', receiver.url, '--event', 'document.finished', '--description', 'orders');
  const { id, secret } = added;
  expect(added).toMatchObject({ url: receiver.url, events: ['document.finished'], description: 'orders' });
  expect(await json('list')).toEqual([{ ...added, secret: undefined }]);
  expect((await webhooks('secret', String(id))).stdout).toBe(`${secret}\n`);

  const tested = await json('test', String(id));
  expect(tested).toMatchObject({ type: 'webhook.test', state: 'pending' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 15_000 });
  expect(verify(secret, receiver.received[0] as never).type).toBe('webhook.test');
  await vi.waitFor(
    async () =>
      expect(await json('deliveries', String(id))).toMatchObject([{ id: tested.id, state: 'delivered' }]),
    { timeout: 20_000, interval: 500 },
  );

  const rotated = await json('rotate-secret', String(id));
  expect(await json('redeliver', String(id), tested.id)).toMatchObject({ id: tested.id, attempts: 0 });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 15_000 });
  for (const each of [secret, rotated.secret]) verify(each, receiver.received[1] as never);

  await ask(server, server.token, '/api/v1/html-to-pdf', { html: 'a' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), { timeout: 15_000 });
  expect(verify(rotated.secret, receiver.received[2] as never).type).toBe('document.finished');

  const changed = await json('set', String(id), '--event', '*', '--disable');
  expect(changed).toMatchObject({
    id,
    events: ['*'],
    description: 'orders',
    disabled_at: expect.any(String),
  });
  expect((await webhooks('test', String(id), '--json')).exitCode).toBe(5);
  const listed = await webhooks('list');
  expect(listed.stdout).toBe(`${id}\t${receiver.url}\t*\tdisabled\torders\t${added.created_at}\n`);
  const terminal = await onTerminal(['webhooks', 'list'], { cwd: folder, env: environment() });
  expect(terminal.stdout).toContain('ADDRESS');

  const unconfirmed = await webhooks('remove', String(id));
  expect([unconfirmed.exitCode, unconfirmed.stderr]).toEqual([
    2,
    expect.stringContaining('pdfapi webhooks remove'),
  ]);
  expect((await webhooks('remove', String(id), '--yes')).stdout).toBe(`${id}\n`);
  expect(await json('list')).toEqual([]);
});

it('explains what is wrong', async () => {
  const failure = async (...args: string[]) => {
    const { exitCode, stderr } = await webhooks(...args, '--json');
    return [exitCode, JSON.parse(stderr).error];
  };
  expect(await failure('add', 'http://10.0.0.1/')).toMatchObject([
    5,
    {
      code: 'invalid_request',
      message: 'The url cannot be used: 10.0.0.1 is not a public address of another machine.',
    },
  ]);
  expect(await failure('show', '999')).toMatchObject([4, { code: 'webhook_not_found' }]);
  expect(await failure('set', '999')).toMatchObject([2, { message: 'Nothing to change was given.' }]);
  expect((await webhooks('add', 'https://example.com', '--event', 'document.made')).exitCode).toBe(2);
  expect((await webhooks('deliveries', '1', '--limit', '101')).exitCode).toBe(2);
});

it('names the command that creates a token with the scope', async () => {
  const made = await run(
    ['admin', 'token', 'create', '--data-dir', join(folder, 'data'), '--team', 'default'],
    { cwd: folder },
  );
  const { exitCode, stderr } = await run(['webhooks', 'list'], {
    cwd: folder,
    env: environment(made.stdout.trim()),
  });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('pdfapi admin token create --team <team> --scope webhooks:write');
});
