import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isTokenWellFormed } from '../../../src/contract/token.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const start = new Date('2026-03-10T12:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

it('authenticates a token as its team', async () => {
  const store = await openTestStore({ now: () => start });
  const team = await store.team();
  const other = await store.tokens.create({ teamId: (await store.team()).id });
  const created = await store.tokens.create({ teamId: team.id, name: 'ci', scopes: ['templates:write'] });
  expect(created).toMatchObject({ teamId: team.id, name: 'ci', createdAt: start, lastUsedAt: null });
  expect(isTokenWellFormed(created.token)).toBe(true);
  expect(await store.tokens.authenticate(created.token, start)).toEqual({
    tokenId: created.id,
    team,
    scopes: ['templates:write'],
  });
  expect((await store.tokens.authenticate(other.token, start))?.scopes).toEqual([]);
});

it('sees later changes of the team', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { token } = await store.tokens.create({ teamId: team.id });
  await (await store.again()).teams.set(team.id, { plan: 'pro', verified: true });
  expect((await store.tokens.authenticate(token, start))?.team).toMatchObject({
    plan: 'pro',
    quota: 15_000,
    verified: true,
  });
});

it('stores the hash and never the token', async () => {
  const store = await openTestStore();
  const { token, ...shown } = await store.tokens.create({ teamId: (await store.team()).id, name: 'ci' });
  const [row] = await store.sql('SELECT * FROM tokens');
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row?.hash).toEqual(createHash('sha256').update(token).digest());
  expect(await (await store.again()).tokens.list()).toEqual([shown]);
});

it('rejects a token that is malformed, unknown, expired or revoked', async () => {
  const store = await openTestStore({ now: () => start });
  const teamId = (await store.team()).id;
  const unknown = await openTestStore();
  const stranger = await unknown.tokens.create({ teamId: (await unknown.team()).id });
  const expiring = await store.tokens.create({ teamId, expiresAt: after(60) });
  const revoked = await store.tokens.create({ teamId });
  expect(await store.tokens.authenticate(revoked.token, start)).toBeDefined();
  await store.tokens.revoke(revoked.id);
  expect(await store.tokens.authenticate(expiring.token, after(59.999))).toBeDefined();
  const last = expiring.token.at(-1) === 'a' ? 'b' : 'a';
  for (const token of [
    '',
    'x',
    stranger.token,
    revoked.token,
    ` ${expiring.token}`,
    expiring.token.slice(0, -1) + last,
  ]) {
    expect(await store.tokens.authenticate(token, start)).toBeUndefined();
  }
  expect(await store.tokens.authenticate(expiring.token, after(60))).toBeUndefined();
});

it('records the last use to the minute', async () => {
  const store = await openTestStore();
  const { token } = await store.tokens.create({ teamId: (await store.team()).id });
  const lastUsed = async () => (await (await store.again()).tokens.list())[0]?.lastUsedAt;
  await store.tokens.authenticate(token, start);
  expect(await lastUsed()).toEqual(start);
  await store.tokens.authenticate(token, after(59));
  expect(await lastUsed()).toEqual(start);
  await store.tokens.authenticate(token, after(60));
  expect(await lastUsed()).toEqual(after(60));
});

it('lists the tokens of a team, revoked ones too, and a second revocation changes nothing', async () => {
  let now = start;
  const store = await openTestStore({ now: () => now });
  const [one, two] = [await store.team(), await store.team()];
  const a = await store.tokens.create({ teamId: one.id });
  const b = await store.tokens.create({ teamId: two.id });
  await store.tokens.revoke(a.id);
  now = after(10);
  expect(await store.tokens.revoke(a.id)).toMatchObject({ id: a.id, revokedAt: start });
  expect(await store.tokens.list(one.id)).toMatchObject([{ id: a.id, revokedAt: start }]);
  expect((await store.tokens.list()).map(({ id }) => id)).toEqual([a.id, b.id]);
});

it.each(['', 'a\nb', 'x'.repeat(101)])('rejects the name %j', async (name) => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  await expect(store.tokens.create({ teamId, name })).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_option', errors: { name: [expect.any(String)] } }),
  );
  expect(await store.tokens.list()).toEqual([]);
});

it('reports an unknown token or team', async () => {
  const store = await openTestStore();
  await expect(store.tokens.revoke(4)).rejects.toThrow(
    expect.objectContaining({ code: 'token_not_found', message: 'There is no token with the id 4.' }),
  );
  await expect(store.tokens.create({ teamId: 4 })).rejects.toThrow(
    expect.objectContaining({ code: 'team_not_found' }),
  );
});
