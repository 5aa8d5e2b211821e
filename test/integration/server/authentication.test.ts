/** Authentication by token. */
import { expect, it } from 'vitest';
import { routes } from '../../../src/contract/api/routes.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-03-01T10:00:00Z');
const server = await startTestServer({ browser: false, now: clock.now, flags: { rateLimit: '10000' } });
const member = await server.team();
const id = await server.template(member.team, '<p>mine</p>', { name: 'mine' });
const unauthenticated = { message: 'Unauthenticated.', code: 'unauthenticated' };

const paths = Object.values(routes).map(({ method, path }) => ({
  method,
  path: `/api/v1${path.replace('{template_id}', String(id))}`,
}));

it('returns the same 401 for a missing, malformed, unknown, expired or revoked token on every route', async () => {
  const expired = await server.store.tokens.create({ teamId: member.team.id, expiresAt: clock.now() });
  const revoked = await server.store.tokens.create({ teamId: member.team.id });
  await server.store.tokens.revoke(revoked.id);
  const unknown = (await import('../../../src/contract/token.ts')).makeToken(
    (bytes) => new Uint8Array(bytes),
  );
  const mistyped = `${member.token.slice(0, -1)}${member.token.endsWith('a') ? 'b' : 'a'}`;
  const headers = [
    {},
    ...[
      '',
      'Bearer',
      'Bearer  ',
      `Basic ${member.token}`,
      member.token,
      'Bearer x',
      `Bearer ${member.token} x`,
    ],
    ...[expired.token, revoked.token, unknown, mistyped].map((token) => `Bearer ${token}`),
  ].map((header) => (typeof header === 'string' ? { authorization: header } : header));
  for (const { method, path } of paths) {
    for (const header of headers) {
      const answer = await server.stranger().send(path, { method, headers: header });
      expect([answer.status, answer.json], `${method} ${path} ${JSON.stringify(header)}`).toEqual([
        401,
        unauthenticated,
      ]);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('10000');
    }
  }
});

it('tells in WWW-Authenticate how a token is sent, or that it is not accepted', async () => {
  const challenge = async (headers: Record<string, string>) =>
    (await server.stranger().get('usage', headers)).headers.get('www-authenticate');
  const missing = 'Bearer realm="pdfapi: send the header Authorization: Bearer <token>"';
  expect(await challenge({})).toBe(missing);
  expect(await challenge({ authorization: member.token })).toBe(missing);
  expect(await challenge({ 'x-api-key': member.token })).toBe(missing);
  expect(await challenge({ authorization: 'Bearer x' })).toBe(
    'Bearer realm="pdfapi", error="invalid_token", error_description="The token is mistyped, unknown, expired or revoked"',
  );
});

it('accepts the scheme name in any case', async () => {
  const answer = await server.stranger().get('usage', { authorization: `bearer ${member.token}` });
  expect(answer.status).toBe(200);
});

it('accepts spaces around a token, but nothing before the scheme name', async () => {
  const ask = async (authorization: string) =>
    (await server.stranger().get('usage', { authorization })).status;
  expect(await ask(`Bearer   ${member.token}`)).toBe(200);
  expect(await ask(`x Bearer ${member.token}`)).toBe(401);
});

it('returns 404 for an unknown path, even without a token', async () => {
  const { status, headers } = await server.stranger().get('no/such/route');
  expect([status, headers.get('x-ratelimit-limit')]).toEqual([404, '10000']);
});

it('accepts a token until its expiry, and records its last use', async () => {
  const { store } = server;
  const token = await store.tokens.create({
    teamId: member.team.id,
    expiresAt: new Date(clock.now().getTime() + 60_000),
  });
  const caller = server.stranger(token.token);
  expect((await caller.get('usage')).status).toBe(200);
  expect((await store.tokens.list(member.team.id)).find((each) => each.id === token.id)?.lastUsedAt).toEqual(
    clock.now(),
  );
  clock.advance(1);
  expect((await caller.get('usage')).status).toBe(401);
});

it('rejects an account with an unverified email address with 403 on every route', async () => {
  const unverified = await server.team({ verified: false });
  for (const { method, path } of paths) {
    const { status, json } = await unverified.send(path, { method });
    expect([status, json], path).toEqual([
      403,
      { message: 'The email address of this account is not verified.', code: 'email_unverified' },
    ]);
  }
});

it('rejects another team’s token on every route that names a template, without details', async () => {
  const other = await server.team();
  const answers = [
    await other.get(`templates/${id}`),
    await other.post(`templates/${id}/generate`, { data: { a: 1 } }),
    await other.post('templates/merge', { templates: [{ id }] }),
  ];
  for (const { status, json } of answers) {
    expect(status).toBe(403);
    expect(json.message).toContain(`Template ${id} belongs to another account.`);
    expect(JSON.stringify(json)).not.toContain('mine');
  }
  expect((await other.get('templates')).json.data).toEqual([]);
  expect((await other.get('usage')).json.data.current_month_usage).toBe(0);
  expect([await member.used(), await other.used()]).toEqual([0, 0]);
});
