/** The browser of `pdfapi mcp` runs while it has work, and for a while after that. */
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalEngine } from '../../../../../src/cli/commands/mcp/local-engine.ts';
import { readContext } from '../../../../../src/cli/context.ts';
import type { Session } from '../../../../../src/cli/session.ts';
import { ShutdownHooks } from '../../../../../src/cli/shutdown.ts';

it('ends its browser after a while without a document, and starts another for the next one', async () => {
  const shutdown = new ShutdownHooks();
  onTestFinished(() => shutdown.run());
  const terminal = { activity: () => {}, warn: () => {} };
  const session = { context: readContext(process), shutdown, terminal, globals: {} } as unknown as Session;
  const engine = openLocalEngine(session, { sandbox: process.env.PDFAPI_NO_SANDBOX !== '1', idleMs: 20 });
  const use = async () => await engine.use(async ({ browser }) => (await browser.ready()).pid);
  const first = await use();
  await expect.poll(() => existsSync(`/proc/${first}`), { timeout: 10_000 }).toBe(false);
  expect(await use()).not.toBe(first);
});
