/** Environments that services, containers and other users have: each works, or names the setting that helps. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';
import { startStubServer } from './stub-server.ts';

it('names --data-dir if there is no home for the data of a server', async () => {
  // No folder can be made in it, as in that of a user without an account.
  const env = { HOME: '/dev/null', XDG_DATA_HOME: '', XDG_CACHE_HOME: temporaryFolder() };
  const { exitCode, stderr } = await run(['serve', '--port', '0'], { cwd: temporaryFolder(), env });
  expect(exitCode).toBe(9);
  expect(stderr).toContain('--data-dir');
});

it.runIf(existsSync('/proc/self'))(
  'names the folder if the system makes none in the home of the user',
  { timeout: 60_000 },
  async () => {
    const env = { HOME: '/proc', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' };
    const serve = await run(['serve', '--port', '0'], { cwd: temporaryFolder(), env });
    expect(serve.exitCode).toBe(9);
    expect(serve.stderr).toContain('/proc/.local/share/pdfapi');
    const completion = await run(['completion', 'install', 'fish'], { cwd: temporaryFolder(), env });
    expect(completion.exitCode).toBe(9);
    expect(completion.stderr).toContain('/proc/.config/fish');
  },
);

it('names PDFAPI_CONFIG_DIR if the settings of the user cannot be read', async () => {
  const folder = temporaryFolder({ 'page.html': 'Text' });
  symlinkSync('config.json', join(folder, 'config.json'));
  const { exitCode, stderr } = await run(['html', 'page.html'], {
    cwd: folder,
    env: { PDFAPI_CONFIG_DIR: folder },
  });
  expect(exitCode).toBe(9);
  expect(stderr).toContain('PDFAPI_CONFIG_DIR');
});

it('asks a server on this machine without the proxy of the environment', async () => {
  const server = await startStubServer(() => ({ body: { data: [] } }));
  const env = {
    PDFAPI_URL: server.url,
    PDFAPI_TOKEN: 'a',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  };
  const { exitCode, stderr } = await run(['templates', 'list'], { cwd: temporaryFolder(), env });
  expect(exitCode, stderr).toBe(0);
  expect(server.requests.length).toBeGreaterThan(0);
});

it('shows dates of scripts in the time zone of TZ, and those of templates in UTC or in the zone that they name', async () => {
  const env = { TZ: 'America/New_York' };
  const html = `<p>{{ "2026-01-10T12:00:00Z"|date("H:i e") }}</p>
    <p>{{ "2026-01-10T12:00:00Z"|date("H:i e", "America/New_York") }}</p>
    <p id="shown"></p><script>shown.textContent = new Date("2026-01-10T12:00:00Z").getHours() + " o’clock"</script>`;
  const expected = ['12:00 UTC', '07:00 America/New_York', '7 o’clock'];
  const cwd = temporaryFolder({ 'page.html': html, 'data.json': '{}' });
  const { exitCode } = await run(['html', 'page.html', '--data', 'data.json', '-o', 'page.pdf'], {
    cwd,
    env,
  });
  expect(exitCode).toBe(0);
  const server = await startServe(join(cwd, 'data'), [], env);
  const response = await ask(server, server.token, '/api/v1/html-to-pdf', { html, output: 'binary' });
  const served = new Uint8Array(await response.arrayBuffer());
  for (const pdf of [readFileSync(join(cwd, 'page.pdf')), served]) {
    const [page = ''] = (await readPdf(pdf)).pages;
    for (const text of expected) expect(page).toContain(text);
  }
});
