/** A server that serves its owner: `pdfapi serve --unlimited`, and what a limited one says of lifting its limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bin, run } from '../support/run.ts';
import { ask, type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs an `admin` command on the data directory of a server. */
const admin =
  ({ dataDir }: Pick<RunningServe, 'dataDir'>) =>
  async (...args: string[]) => {
    const { stdout } = await run(['admin', ...args, '--data-dir', dataDir, '--json'], { cwd: folder });
    return JSON.parse(stdout);
  };

const html = { html: '<p>x', output: 'binary' };

describe('serve --unlimited', () => {
  it('counts, but has no quota, no rate limit and no check of addresses, and is remembered', async () => {
    const dataDir = join(folder, 'owner');
    const first = await startServe(dataDir, ['--unlimited', '--rate-limit', '2']);
    expect(first.plan).toBe('unlimited');
    for (let count = 0; count < 4; count++) {
      const answer = await ask(first, first.token, '/api/v1/html-to-pdf', html);
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    }
    const merged = await ask(first, first.token, '/api/v1/templates/merge', {
      templates: [{ id: 1 }],
      metadata: { title: 'x' },
    });
    expect(merged.status).not.toBe(403);
    const usage = await (await ask(first, first.token, '/api/v1/usage')).json();
    expect(usage).toMatchObject({
      data: {
        plan: 'unlimited',
        current_month_usage: expect.any(Number),
        quota_limit: 2_147_483_647,
        quota_percentage: 0,
        overage_count: 0,
        has_quota_remaining: true,
      },
    });

    const { token, ...sales } = await admin(first)('team', 'create', 'sales', '--token');
    expect(sales).toMatchObject({ plan: 'unlimited', quota: 2_147_483_647, verified: false });
    expect((await ask(first, token, '/api/v1/html-to-pdf', html)).status).toBe(200);
    const table = await run(['admin', 'team', 'list', '--data-dir', dataDir], { cwd: folder });
    expect(table.stdout).toMatch(/^2\tsales\tunlimited\t1\tnone\t0\tnone\t/m);
    const trial = await admin(first)('team', 'create', 'trial', '--plan', 'discovery', '--verified');
    expect(trial).toMatchObject({ plan: 'discovery', quota: 100 });
    await first.stop();

    const second = await startServe(dataDir);
    expect(second.plan).toBe('unlimited');
    expect(await admin(second)('team', 'create', 'later')).toMatchObject({ plan: 'unlimited' });
    await second.stop();

    const third = await startServe(dataDir, [], { PDFAPI_UNLIMITED: '0' });
    expect(third.plan).toBe('pro');
    expect(await admin(third)('team', 'create', 'last')).toMatchObject({ plan: 'discovery' });
    // Teams keep the plan that they were given.
    expect(await admin(third)('team', 'show', 'sales')).toMatchObject({ plan: 'unlimited' });
    await third.stop();
  });

  it('shows the limits in its banner, or that there are none', async () => {
    const banner = async (...args: string[]) => {
      const child = execa(process.execPath, [bin, 'serve', '--port', '0', ...args], {
        reject: false,
        stdin: 'ignore',
      });
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
      });
      await vi.waitUntil(() => text.includes('docs '), { timeout: 60_000 });
      child.kill('SIGTERM');
      await child;
      return text;
    };
    const dataDir = join(folder, 'banner');
    expect(await banner('--data-dir', dataDir)).toContain(
      'limits   15,000 PDFs a month, 60 requests a minute (plan pro); none with serve --unlimited\n',
    );
    expect(await banner('--data-dir', dataDir, '--unlimited')).toContain('limits   none (plan unlimited)\n');
  });
});

describe('a refusal by a limit', () => {
  const refused = async (server: RunningServe) => {
    await admin(server)('team', 'create', 'poor', '--quota', 'prepaid', '--verified');
    const { token } = await admin(server)('token', 'create', '--team', 'poor');
    const answer = await ask(server, token, '/api/v1/html-to-pdf', html);
    expect(answer.status).toBe(402);
    return { answer, token: token as string };
  };
  const command = ({ dataDir }: RunningServe, lift: string) =>
    `pdfapi admin team set poor ${lift} --data-dir ${dataDir}`;

  it('names the command that lifts it in the log, in a header and in the hint of a command', async () => {
    const server = await startServe(join(folder, 'hints'));
    const { answer, token } = await refused(server);
    expect(answer.headers.get('pdfapi-hint')).toBe(command(server, '--quota none'));
    expect(Object.keys((await answer.json()) as object).sort()).toEqual([
      'code',
      'message',
      'purchase_url',
      'usage',
    ]);
    await vi.waitUntil(() => server.log().includes(`"status":402`));
    expect(server.log()).toContain(`"advice":"${command(server, '--quota none')}"`);
    const asCommand = async (...args: string[]) =>
      await run(args, { cwd: folder, env: { PDFAPI_URL: server.url, PDFAPI_TOKEN: token }, input: '<p>x' });
    const printed = await asCommand('html', '-', '-o', 'x.pdf');
    expect(printed.exitCode).toBe(12);
    expect(printed.stderr).toContain(`On your own server, lift it: ${command(server, '--quota none')}`);
    const merge = await ask(server, token, '/api/v1/templates/merge', { templates: [{ id: 1 }] });
    expect([merge.status, merge.headers.get('pdfapi-hint')]).toEqual([
      403,
      command(server, '--plan unlimited'),
    ]);

    await admin(server)('team', 'set', 'poor', '--rate-limit', '1', '--quota', 'none');
    await ask(server, token, '/api/v1/usage');
    const limited = await ask(server, token, '/api/v1/usage');
    expect([limited.status, limited.headers.get('pdfapi-hint')]).toEqual([
      429,
      command(server, '--rate-limit none'),
    ]);
    await admin(server)('team', 'set', 'poor', '--plan', 'unlimited', '--rate-limit', 'server');
    expect((await ask(server, token, '/api/v1/html-to-pdf', html)).status).toBe(200);
  });

  it('is told how to verify its address', async () => {
    const server = await startServe(join(folder, 'unverified'));
    await admin(server)('team', 'create', 'poor', '--plan', 'pro');
    const { token } = await admin(server)('token', 'create', '--team', 'poor');
    const answer = await ask(server, token, '/api/v1/html-to-pdf', html);
    expect([answer.status, answer.headers.get('pdfapi-hint')]).toEqual([403, command(server, '--verified')]);
    await admin(server)('team', 'set', 'poor', '--verified');
    expect((await ask(server, token, '/api/v1/html-to-pdf', html)).status).toBe(200);
  });

  it('names the command in the log of a job', async () => {
    const server = await startServe(join(folder, 'job'));
    const { token } = await refused(server);
    const started = await fetch(`${server.url}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify(html),
    });
    expect(started.status).toBe(202);
    await vi.waitUntil(() => server.log().includes('row failed'));
    expect(server.log()).toMatch(/"advice":"pdfapi admin team set poor --quota none [^"]+".*row failed/);
  });

  it('is not told how to lift it where credits are sold', async () => {
    const server = await startServe(join(folder, 'shop'), ['--purchase-url', 'https://shop.example.com/']);
    const { answer } = await refused(server);
    expect(answer.headers.get('pdfapi-hint')).toBeNull();
    await vi.waitUntil(() => server.log().includes(`"status":402`));
    expect(server.log()).toContain(`"advice":"${command(server, '--quota none')}"`);
  });
});

it('serve --unlimited gives nothing to another team in place of the first, and its end gives back the plan', async () => {
  const dataDir = join(folder, 'first');
  const first = await startServe(dataDir);
  await admin(first)('team', 'set', 'default', '--plan', 'basic');
  await admin(first)('team', 'create', 'customer', '--verified');
  await first.stop();
  const owner = await startServe(dataDir, ['--unlimited']);
  expect(owner.plan).toBe('unlimited');
  await owner.stop();
  const shop = await startServe(dataDir, [], { PDFAPI_UNLIMITED: '0' });
  expect(shop.plan).toBe('basic');
  await admin(shop)('team', 'delete', 'default', '--yes');
  await shop.stop();
  const last = await startServe(dataDir, ['--unlimited']);
  expect(last.plan).toBeNull();
  expect(await admin(last)('team', 'show', 'customer')).toMatchObject({ plan: 'discovery' });
});

it('admin team set warns of what still limits the team', async () => {
  const server = await startServe(join(folder, 'warned'), ['--unlimited']);
  const team = async (...args: string[]) =>
    (await run(['admin', 'team', ...args, '--data-dir', server.dataDir], { cwd: folder })).stderr;
  await team('create', 'a', '--quota', '5', '--rate-limit', '7');
  expect(await team('set', 'a', '--plan', 'unlimited')).toMatch(/own quota stays.*own rate limit stays/s);
  expect(await team('set', 'a', '--plan', 'pro')).toContain('pdfapi admin team set a --verified');
  expect(await team('set', 'a', '--quota', '0')).toContain('--quota prepaid');
});

it('admin team create --token prints the token as the last line', async () => {
  const server = await startServe(join(folder, 'token'), ['--unlimited']);
  const { stdout } = await run(
    [
      'admin',
      'team',
      'create',
      'sales',
      '--token',
      '--scope',
      'templates:write',
      '--data-dir',
      server.dataDir,
    ],
    {
      cwd: folder,
    },
  );
  const token = stdout.trim().split('\n').at(-1) ?? '';
  expect((await ask(server, token, '/manage/v1/templates')).status).toBe(200);
});

describe('--quota and --rate-limit', () => {
  it('take none for no limit, which 0 means too', async () => {
    const server = await startServe(join(folder, 'none'), ['--quota', 'basic=none,discovery=0']);
    const quota = async (...args: string[]) => (await admin(server)('team', ...args)).quota;
    const none = 2_147_483_647;
    expect(await quota('create', 'a', '--plan', 'basic')).toBe(none);
    expect(await quota('create', 'b')).toBe(none);
    expect(await quota('set', 'b', '--quota', '7')).toBe(7);
    expect(await quota('set', 'b', '--quota', 'none')).toBe(none);
    expect(await quota('set', 'b', '--quota', '0')).toBe(none);
    expect(await quota('set', 'b', '--quota', 'prepaid')).toBe(0);
    expect((await admin(server)('team', 'set', 'b', '--rate-limit', 'none')).rate_limit).toBe(0);
    const wrong = await run(['admin', 'team', 'set', 'b', '--quota', 'lots', '--data-dir', server.dataDir], {
      cwd: folder,
    });
    expect(wrong.stderr).toContain('"none" for no limit, or "prepaid" for credits only');
  });
});
