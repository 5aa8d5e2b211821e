/** The report of `pdfapi doctor` on the server and the data directory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { examine } from '../../support/cli/commands/doctor/examine.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startServe } from '../../support/running-server.ts';

it('passes without a server and without a data directory', async () => {
  const { ok, found, exitCode } = await examine({});
  expect(found.server).toBe('ok: none: documents are rendered locally');
  expect(found.data).toMatch(/^ok: none/);
  expect([ok, exitCode]).toEqual([true, 0]);
  expect(found.token).toBeUndefined();
});

it('warns of a misspelt variable', async () => {
  const { ok, found, exitCode } = await examine({ PDFAPI_TOKNE: 'x', PDFAPI_WORKERS: '2' });
  expect(found.environment).toBe(
    'warning: PDFAPI_TOKNE is not a pdfapi variable. Did you mean "PDFAPI_TOKEN"?',
  );
  expect([ok, exitCode]).toEqual([true, 0]);
});

it('exits with 3 for a token that the server rejects, and does not show it', async () => {
  const { url } = await startServe(join(temporaryFolder(), 'data'));
  const { ok, found, exitCode, output } = await examine({
    PDFAPI_URL: url,
    PDFAPI_TOKEN: 'other-secret-1234',
  });
  expect(found.server).toMatch(/^ok/);
  expect(found.token).toMatch(/^failed/);
  expect([ok, exitCode]).toEqual([false, 3]);
  expect(output).not.toContain('other-secret');
});

it('exits with 10 for an unreachable server; a missing token is a warning', async () => {
  const gone = await examine({ PDFAPI_URL: 'http://127.0.0.1:9', PDFAPI_TOKEN: 'secret' });
  expect(gone.found.server).toMatch(/^failed: .*cannot be reached/);
  expect(gone.exitCode).toBe(10);
  const without = await examine({ PDFAPI_URL: 'http://127.0.0.1:9' });
  expect(without.found.server).toMatch(/^warning: .*no token/);
  expect(without.exitCode).toBe(0);
});

it('exits with 2 for an unknown profile', async () => {
  const { found, exitCode } = await examine({ PDFAPI_PROFILE: 'nowhere' });
  expect(found.server).toContain('failed: There is no profile "nowhere"');
  expect(exitCode).toBe(2);
});

it('warns of a server clock that is ten minutes behind', async () => {
  const usage = {
    current_month_usage: 1,
    quota_limit: 10,
    quota_percentage: 10,
    pack_credits: 0,
    has_quota_remaining: true,
    plan: 'basic',
    daily_usage: Array.from({ length: 31 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      count: 0,
    })),
    overage_count: 0,
  };
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/openapi.json' ? {} : { data: usage }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { found, exitCode } = await examine({
    PDFAPI_URL: `http://127.0.0.1:${port}`,
    PDFAPI_TOKEN: 'secret',
  });
  expect(found.clock).toMatch(/^warning: the server is (599|600|601) s behind this machine$/);
  expect(found.version).toBeUndefined();
  expect(exitCode).toBe(0);
});
