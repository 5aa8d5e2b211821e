/** Signing in, and the messages of commands without a server or with one that lacks a feature. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOnTerminal, run } from '../support/run.ts';
import { type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
let server: RunningServe;

beforeAll(async () => {
  server = await startServe(dataDir);
});

describe('login', () => {
  const env = { PDFAPI_CONFIG_DIR: join(folder, 'config') };

  it('reports a token that the server does not know', async () => {
    const other = await startServe(join(folder, 'other'));
    for (const token of [other.token ?? '', 'of-another-form']) {
      const { stdout, stderr, exitCode } = await run(['login', '--url-base', server.url, '--token-stdin'], {
        cwd: folder,
        env,
        input: token,
      });
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
      expect(stderr).toContain(`${server.url} does not accept this token.`);
      expect(stderr).not.toContain('Sign in');
      expect(stderr).toContain('pdfapi admin token create');
    }
    await other.stop();
  });

  it('prompts again on a terminal, after a mistyped token and after an unknown one', async () => {
    const { stdout, exitCode } = await answerOnTerminal(
      ['login', '--url-base', server.url],
      { cwd: folder, env },
      { question: 'API token', keys: 'of-another-form\r' },
      { question: /does not accept this token[\s\S]*API token/, keys: `${server.token?.slice(0, -1)}!\r` },
      { question: /mistyped[\s\S]*API token/, keys: `${server.token}\r` },
    );
    expect(stdout).toContain('saved as profile default');
    expect(exitCode).toBe(0);
  });
});

describe('without a server', () => {
  const alone = { PDFAPI_CONFIG_DIR: join(folder, 'nowhere') };

  it.each([['usage'], ['whoami']])('%s explains how to get one, and mentions no folders', async (command) => {
    const { stderr, exitCode } = await run([command], { cwd: folder, env: alone });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Sign in: pdfapi login');
    expect(stderr).not.toMatch(/folder|renders/);
  });

  it('generate explains that a path renders locally', async () => {
    const { stderr } = await run(['generate', '12'], { cwd: folder, env: alone });
    expect(stderr).toContain('Sign in: pdfapi login');
    expect(stderr).toContain('A path such as ./invoice renders locally.');
  });

  it('profiles list reports that there are none', async () => {
    const { stdout, stderr, exitCode } = await run(['profiles', 'list'], { cwd: folder, env: alone });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toContain('No profiles yet. Create one with pdfapi login.');
    const json = await run(['profiles', 'list', '--json'], { cwd: folder, env: alone });
    expect(json).toMatchObject({ stdout: '[]\n', stderr: '' });
  });

  it('config list explains its timeout', async () => {
    const { stdout, stderr } = await run(['config', 'list'], { cwd: folder, env: alone });
    expect(stdout).toContain('timeout\t2m\n');
    expect(stderr).toContain('timeout and retries apply to requests to a server; local renders have 30s');
  });
});

it('explains why an option does not work with a server', async () => {
  const { stderr, exitCode } = await run(['generate', 'invoice', '--strict', '--landscape'], {
    cwd: folder,
    env: { PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--landscape and --strict work only for local renders');
  expect(stderr).toContain('pdfapi templates pull');
});

it.each(['--attach=page.html', '--no-compact', '--no-strict', '--no-twig'])(
  'explains that html %s does not work with a server',
  async (option) => {
    writeFileSync(join(folder, 'page.html'), '<p>Hello</p>');
    const { stderr, exitCode } = await run(['html', 'page.html', option], {
      cwd: folder,
      env: { PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${option.split('=')[0]} works only for local renders`);
  },
);
