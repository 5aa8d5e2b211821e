/** `GET /templates`. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-03-01T10:00:00Z');
const publicUrl = 'https://pdf.example.com/behind';
const server = await startTestServer({
  browser: false,
  now: clock.now,
  flags: { publicUrl, rateLimit: '0' },
});
const member = await server.team();
for (let number = 1; number <= 101; number++) {
  if (number > 3) clock.advance(1);
  await server.template(member.team, `<p>${number}</p>`, { name: `t${number}` });
}
const link = (page: number) => `${publicUrl}/api/v1/templates?page=${page}`;

it('returns 50 per page, newest first and then by id, and defaults to the first page', async () => {
  const { status, json } = await member.get('templates');
  expect(status).toBe(200);
  const names = json.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `t${101 - index}`));
  expect(json.meta).toEqual({ current_page: 1, last_page: 3, per_page: 50, total: 101 });
  expect(json.links).toEqual({ first: link(1), last: link(3), prev: null, next: link(2) });
  const last = await member.get('templates?page=3');
  expect(last.json.data.map(({ name }: { name: string }) => name)).toEqual(['t1']);
  const second = await member.get('templates?page=2');
  // t3, t2 and t1 have the same timestamp.
  expect(second.json.data.slice(-2).map(({ name }: { name: string }) => name)).toEqual(['t3', 't2']);
  expect(second.json.links).toMatchObject({ prev: link(1), next: link(3) });
});

it('moves a template that is pushed again to the top', async () => {
  const other = await server.team();
  await server.template(other.team, 'a', { name: 'a' });
  clock.advance(1);
  await server.template(other.team, 'b', { name: 'b' });
  clock.advance(1);
  await server.template(other.team, 'a again', { name: 'a' });
  const { json } = await other.get('templates');
  expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
});

it('returns 200 with empty data beyond the last page', async () => {
  for (const page of ['4', '5000', '999999999999999']) {
    const { status, json } = await member.get(`templates?page=${page}`);
    expect([status, json.data]).toEqual([200, []]);
    expect(json.meta).toEqual({ current_page: Number(page), last_page: 3, per_page: 50, total: 101 });
    expect(json.links).toEqual({ first: link(1), last: link(3), prev: link(3), next: null });
  }
});

it('reports a last page of at least 1', async () => {
  const { json } = await (await server.team()).get('templates');
  expect(json.data).toEqual([]);
  expect(json.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 0 });
  expect(json.links).toEqual({ first: link(1), last: link(1), prev: null, next: null });
});

it.each(['0', '-1', '1.5', 'abc', '', ' 1', '1e3', '01', '9999999999999999999', '1&page=2', '%00'])(
  'rejects page=%s with a 422 that names the field',
  async (page) => {
    const { status, json } = await member.get(`templates?page=${page}`);
    expect(status).toBe(422);
    expect(Object.keys(json.errors)).toEqual(['page']);
    expect(json.message).toMatch(/^The page must be /);
  },
);

it('ignores other query parameters, since proxies add some', async () => {
  expect((await member.get('templates?utm_source=x&page=2')).status).toBe(200);
});

it('shows a team its own templates only', async () => {
  const other = await server.team();
  const id = await server.template(other.team, 'a');
  const { json } = await other.get('templates');
  expect(json.data.map((template: { id: number }) => template.id)).toEqual([id]);
});

it('never uses X-Forwarded-Host or Forwarded in a link', async () => {
  const { json } = await member.get('templates', {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil',
  });
  expect(JSON.stringify(json)).not.toContain('evil');
});
