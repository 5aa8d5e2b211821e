/** `GET /templates/{template_id}`. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-03-01T10:00:00.750Z');
const server = await startTestServer({ browser: false, now: clock.now });
const member = await server.team();

it('returns the template’s fields, with a UTC offset in every timestamp', async () => {
  const name = 'Größe & Co';
  const id = await server.template(member.team, 'a', { name, type: 'editor', hasBasePdf: true });
  clock.advance(61);
  await server.template(member.team, 'b', { name, type: 'editor', hasBasePdf: true });
  const { status, json } = await member.get(`templates/${id}`);
  expect(status).toBe(200);
  expect(json).toEqual({
    data: {
      id,
      name,
      type: 'editor',
      has_base_pdf: true,
      created_at: '2026-03-01T10:00:00+00:00',
      updated_at: '2026-03-01T11:01:00+00:00',
    },
  });
});

it('returns 404 for an unknown template, with the id as it was sent', async () => {
  for (const id of ['999999', 'abc', '0', '-1', '1.5', '9'.repeat(20), 'x%2Fy']) {
    const { status, json } = await member.get(`templates/${id}`);
    expect([status, json.message]).toEqual([404, `Template ${decodeURIComponent(id)} not found.`]);
  }
});

it('returns 403 for a template of another account, without details', async () => {
  const id = await server.template((await server.team()).team, 'a', { name: 'their secret' });
  const { status, json } = await member.get(`templates/${id}`);
  expect([status, json]).toEqual([
    403,
    { message: `Template ${id} belongs to another account.`, code: 'foreign_template' },
  ]);
});
