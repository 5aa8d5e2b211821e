/** Teams and their credits as an operator sees them while the server runs with its own settings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/run.ts';
import { ask, type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
let server: RunningServe;

/** The local URL of the server. Its public URL is not reachable. */
let url: string;

beforeAll(async () => {
  server = await startServe(dataDir, ['--quota', 'discovery=20', '--public-url', 'https://pdf.example.com']);
  url = (JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8')) as { address: string }).address;
});

async function admin(...args: string[]) {
  const { stdout, stderr, exitCode } = await run(['admin', ...args, '--data-dir', dataDir, '--json'], {
    cwd: folder,
  });
  return {
    exitCode,
    result: stdout === '' ? undefined : JSON.parse(stdout),
    error: stderr === '' ? undefined : JSON.parse(stderr).error,
  };
}

it('serve --json prints the local address beside the public one', async () => {
  expect(server).toMatchObject({ url: 'https://pdf.example.com', listening: url });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

describe('the quota of a team', () => {
  it('is the one that the running server grants, with its origin', async () => {
    await admin('team', 'create', 'free', '--verified');
    await admin('team', 'create', 'own', '--verified', '--quota', '7');
    await admin('team', 'create', 'paying', '--verified', '--plan', 'basic');
    const { token } = (await admin('token', 'create', '--team', 'free')).result;
    const usage = await (await ask({ ...server, url }, token, '/api/v1/usage')).json();
    expect(usage).toMatchObject({ data: { quota_limit: 20 } });
    const list = async () =>
      ((await admin('team', 'list')).result as { name: string; quota: number; quota_from: string }[])
        .filter(({ name }) => name !== 'default')
        .map(({ name, quota, quota_from }) => [name, quota, quota_from]);
    expect(await list()).toEqual([
      ['free', 20, 'server'],
      ['own', 7, 'team'],
      ['paying', 5000, 'plan'],
    ]);
    const table = await run(['admin', 'team', 'list', '--data-dir', dataDir], { cwd: folder });
    expect(table.stdout).toMatch(/^2\tfree\tdiscovery\t0\t20\t0\tserver\t-\tyes\tserver$/m);
  });

  it('is the plan’s for a server that is not running, or that of PDFAPI_QUOTA', async () => {
    const idle = join(folder, 'idle');
    const stopped = await startServe(idle, ['--quota', 'pro=9']);
    const show = async (env: Record<string, string> = {}) =>
      JSON.parse(
        (await run(['admin', 'team', 'show', 'default', '--data-dir', idle, '--json'], { cwd: folder, env }))
          .stdout,
      );
    expect(await show({ PDFAPI_QUOTA: 'pro=8' })).toMatchObject({ quota: 9, quota_from: 'server' });
    await stopped.stop('SIGKILL');
    expect(await show()).toMatchObject({ quota: 15_000, quota_from: 'plan' });
    expect(await show({ PDFAPI_QUOTA: 'pro=8' })).toMatchObject({ quota: 8, quota_from: 'PDFAPI_QUOTA' });
  });
});

describe('credits', () => {
  it('added by mistake are removed and recorded, and never go below zero', async () => {
    await admin('team', 'create', 'buyer', '--verified');
    await admin('credits', 'add', 'buyer', '100');
    const corrected = await admin('credits', 'correct', 'buyer', '30', '--note', 'typed one zero too many');
    expect(corrected.result).toEqual({ team: 'buyer', removed: 30, credits: 70 });
    const plain = await run(['admin', 'credits', 'correct', 'buyer', '20', '--data-dir', dataDir], {
      cwd: folder,
    });
    expect(plain.stdout).toBe('50\n');
    const tooMany = await admin('credits', 'correct', 'buyer', '51');
    expect(tooMany.exitCode).toBe(5);
    expect(tooMany.error.message).toContain('50');
    expect((await admin('credits', 'correct', 'buyer', '0')).exitCode).toBe(2);
    expect((await admin('team', 'show', 'buyer')).result.credits).toBe(50);
    const negative = await admin('credits', 'add', 'buyer', '-5');
    expect(negative.exitCode).toBe(2);
    expect(negative.error.hint).toContain('pdfapi admin credits correct');
  });
});
