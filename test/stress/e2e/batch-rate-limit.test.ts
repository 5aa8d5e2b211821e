/** A batch stays within the rate limit of a real server. The test takes one window: a minute. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { run } from '../../support/run.ts';
import { ask, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('waits for the next window, and gets at most two 429 responses', { timeout: 150_000 }, async () => {
  const server = await startServe(join(folder, 'data'), ['--rate-limit', '6']);
  const list = (await (await ask(server, server.token, '/api/v1/templates')).json()) as {
    data: { id: number; name: string }[];
  };
  const { id } = list.data.find(({ name }) => name === 'letter') ?? {};
  const rows = Array.from({ length: 9 }, (_, i) => JSON.stringify({ subject: `S${i + 1}` })).join('\n');
  const cwd = temporaryFolder({ 'rows.ndjson': rows });
  const env = {
    PDFAPI_URL: server.url,
    PDFAPI_TOKEN: server.token ?? '',
    PDFAPI_CONFIG_DIR: join(cwd, '.config'),
  };
  // Retries are disabled, so the batch itself must wait.
  const data = join(import.meta.dirname, '../../../templates-examples/letter/data.json');
  const { stdout, stderr, exitCode } = await run(
    ['batch', String(id), 'rows.ndjson', '-d', data, '-o', 'o/', '--retries', '0', '--concurrency', '3'],
    { cwd, env },
  );
  expect(exitCode, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(9);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const refused = [...metrics.matchAll(/status="429"[^}]*\} (\d+)/g)].map(([, times]) => Number(times));
  expect(refused.reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(2);
});
