/** `pdfapi doctor`: what it finds on a machine, and of its server. `pdfapi browser path`, which it is for, too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examine } from '../support/cli/commands/doctor/examine.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';
import { startServe } from '../support/running-server.ts';

it('doctor checks everything that a render needs', async () => {
  const { stdout, exitCode } = await run(['doctor'], { cwd: temporaryFolder() });
  for (const check of ['node', 'browser', 'sandbox', 'fonts', 'print', 'disk']) {
    expect(stdout).toMatch(new RegExp(`^(ok|warning)\t${check}\t`, 'm'));
  }
  expect(exitCode).toBe(0);
});

it('doctor fails if the browser is missing', async () => {
  const env = { PDFAPI_BROWSER: '/nowhere/chromium' };
  const { stdout, stderr, exitCode } = await run(['doctor'], { cwd: temporaryFolder(), env });
  expect(stdout).toMatch(/^failed\tbrowser\t/m);
  expect(stderr).toContain('code: browser_missing (exit 6)');
  expect(exitCode).toBe(6);
});

it('browser path prints the path of an executable', async () => {
  const { stdout } = await run(['browser', 'path'], { cwd: temporaryFolder() });
  expect(existsSync(stdout.trim())).toBe(true);
});

it("checks a server's origin, token, clock and version, and its data directory", async () => {
  const { url, token, dataDir } = await startServe(join(temporaryFolder(), 'data'));
  const env = { PDFAPI_URL: url, PDFAPI_TOKEN: String(token), PDFAPI_DATA_DIR: dataDir };
  const { ok, found, exitCode, output } = await examine(env);
  expect(found.server).toMatch(`ok: ${url}, from PDFAPI_URL; responded in`);
  expect(found.token).toMatch(/^ok: valid, from PDFAPI_TOKEN; plan \w+, 0 of \d+ PDFs this month$/);
  expect(found.clock).toBe('ok: in sync with this machine');
  expect(found.version).toMatch(/^ok: .* same as this command$/);
  expect(found.data).toContain(`free at ${dataDir}`);
  expect([ok, exitCode]).toEqual([true, 0]);
  expect(output).not.toContain(String(token));

  const local = await examine(env, ['--local']);
  expect(local.found.server).toBe('ok: not checked, because of --local');
});
