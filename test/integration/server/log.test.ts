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

it('names the token of each request by its id, also of refused ones and of the studio, and never the token', async () => {
  const member = await server.team();
  const { token, id } = await server.store.tokens.create({
    teamId: member.team.id,
    scopes: ['templates:write'],
  });
  const authorization = `Bearer ${token}`;
  const headers = { authorization, origin: server.url, 'content-type': 'application/json' };
  const { length } = lines;
  await fetch(`${server.url}/api/v1/usage`, { headers });
  await fetch(`${server.url}/api/v1/html-to-pdf`, { method: 'POST', headers, body: '{}' });
  await fetch(`${server.url}/manage/v1/webhooks`, { headers });
  const body = JSON.stringify({ token });
  const signedIn = await fetch(`${server.url}/studio/session`, { method: 'POST', headers, body });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  await fetch(`${server.url}/studio/api/session`, { headers: { cookie } });
  await fetch(`${server.url}/api/v1/usage`, { headers: { authorization: 'Bearer wrong' } });
  const since = () => lines.slice(length).filter(({ msg }) => msg === 'request');
  await vi.waitFor(() => expect(since()).toHaveLength(6));
  const facts = { team: member.team.id, token: id };
  expect(since()).toMatchObject([
    { path: '/api/v1/usage', status: 200, ...facts },
    { path: '/api/v1/html-to-pdf', status: 422, ...facts },
    { path: '/manage/v1/webhooks', status: 403, ...facts },
    { path: '/studio/session', status: 200, ...facts },
    { path: '/studio/api/session', status: 200, ...facts },
    { path: '/api/v1/usage', status: 401 },
  ]);
  expect(since().at(-1)).not.toHaveProperty('token');
  expect(JSON.stringify(lines)).not.toContain(token);
});

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
