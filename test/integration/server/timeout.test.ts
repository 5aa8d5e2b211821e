/** Documents that never end: 504, nothing is charged, and no worker is leaked. */
import { expect, it, vi } from 'vitest';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '1', timeout: '4s' } });
await server.server.browser();
const settled = ({ team }: Member) =>
  vi.waitFor(
    async () =>
      expect((await server.store.ledger.entries(team.id)).map(({ kind }) => kind).slice(0, 2)).toEqual([
        'hold',
        'void',
      ]),
    { timeout: 10_000, interval: 20 },
  );

it('returns 504 for a document that exceeds its time, charges nothing, and keeps serving', async () => {
  const member = await server.team();
  const { status, json } = await member.post('html-to-pdf', { html: '<script>for (;;);</script>' });
  expect([status, json.message]).toEqual([
    504,
    expect.stringMatching(/^No PDF within 4 s.* The limit is the server’s, and its operator can raise it\.$/),
  ]);
  await settled(member);
  expect(await member.used()).toBe(0);
  expect((await member.post('html-to-pdf', { html: 'after' })).status).toBe(200);
});

it('a document of a merge that never ends leaks no worker when another one fails', async () => {
  const member = await server.team();
  const endless = await server.template(member.team, '<script>for (;;);</script>');
  const leaving = await server.template(
    member.team,
    '<script>location.href = "https://example.com/"</script>',
  );
  const { status } = await member.post('templates/merge', { templates: [{ id: leaving }, { id: endless }] });
  expect([422, 504]).toContain(status);
  await settled(member);
  expect(await member.used()).toBe(0);
  expect((await member.post('html-to-pdf', { html: 'after' })).status).toBe(200);
});
