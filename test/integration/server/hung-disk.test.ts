import type { PathLike } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { replaceFsPromise } from '../../support/replace-fs-promise.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

it('says in /readyz that the disk of a mount that hangs does not answer, and asks it once', async () => {
  // No test can mount a file system that hangs.
  const hung = Promise.withResolvers<never>();
  const asked = vi.fn((_folder: PathLike) => hung.promise);
  replaceFsPromise('statfs', asked);
  const server = await startTestServer({ browser: false, hasDocumentFiles: true });
  const ask = async () => (await server.stranger().get('/readyz')).json.checks.disk;
  expect(await ask()).toBe('no answer within 1.5 s');
  await vi.waitFor(async () => expect((await server.stranger().get('/readyz')).status).toBe(503), {
    timeout: 10_000,
  });
  // Servers of other files may still run in this process.
  const own = asked.mock.calls.filter(([folder]) => String(folder).startsWith(server.dataDir));
  expect(own).toHaveLength(1);
  await server.stop();
});
