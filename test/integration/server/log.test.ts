/** Log lines of failed requests: clients must not be able to fill the log. */
import { expect, it, vi } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const lines: Record<string, unknown>[] = [];
const server = await startTestServer({
  flags: { rateLimit: '0', workers: '1', queue: '1' },
  onLog: (line) => void lines.push(JSON.parse(line)),
});
await server.server.browser();

/** Level `warn` of the logger, and everything above it. */
const warn = 40;

it('does not log a full queue as a warning or an error', async () => {
  const member = await server.team();
  const html = '<script>const end = performance.now() + 300; while (performance.now() < end);</script>';
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => member.post('html-to-pdf', { html: `<p>busy</p>${html}` })),
  );
  const refused = answers.filter(({ status }) => status === 503).length;
  expect(refused).toBeGreaterThan(0);
  // Each rejected request has a log line with its status.
  await vi.waitFor(() => expect(lines.filter(({ status }) => status === 503).length).toBe(refused));
  // The line about the browser's version and age does not belong to these requests.
  const others = lines.filter(({ msg }) => !String(msg).startsWith('the browser is running'));
  expect(others.filter(({ level }) => Number(level) >= warn)).toEqual([]);
});
