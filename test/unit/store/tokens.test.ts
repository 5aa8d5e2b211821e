import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTokenWellFormed } from '../../../src/contract/token.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const start = new Date('2026-03-10T12:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

it('authenticates a token as its team', () => {
  const store = openTestStore({ now: () => start });
  const team = store.team();
  const other = store.tokens.create({ teamId: store.team().id });
  const created = store.tokens.create({ teamId: team.id, name: 'ci', scopes: ['templates:write'] });
  expect(created).toMatchObject({ teamId: team.id, name: 'ci', createdAt: start, lastUsedAt: null });
  expect(isTokenWellFormed(created.token)).toBe(true);
  expect(store.tokens.authenticate(created.token, start)).toEqual({
    tokenId: created.id,
    team,
    scopes: ['templates:write'],
  });
  expect(store.tokens.authenticate(other.token, start)?.scopes).toEqual([]);
});

it('sees later changes of the team', () => {
  const store = openTestStore();
  const team = store.team();
  const { token } = store.tokens.create({ teamId: team.id });
  store.again().teams.set(team.id, { plan: 'pro', verified: true });
  expect(store.tokens.authenticate(token, start)?.team).toMatchObject({
    plan: 'pro',
    quota: 15_000,
    verified: true,
  });
});

it('stores the hash and never the token', () => {
  const store = openTestStore();
  const { token, ...shown } = store.tokens.create({ teamId: store.team().id, name: 'ci' });
  store.close();
  const bytes = readFileSync(join(store.dataDirectory, 'database.sqlite'));
  expect(bytes.includes(token)).toBe(false);
  expect(bytes.includes(createHash('sha256').update(token).digest())).toBe(true);
  expect(store.again().tokens.list()).toEqual([shown]);
});

it('rejects a token that is malformed, unknown, expired or revoked', () => {
  const store = openTestStore({ now: () => start });
  const teamId = store.team().id;
  const unknown = openTestStore();
  const stranger = unknown.tokens.create({ teamId: unknown.team().id });
  const expiring = store.tokens.create({ teamId, expiresAt: after(60) });
  const revoked = store.tokens.create({ teamId });
  expect(store.tokens.authenticate(revoked.token, start)).toBeDefined();
  store.tokens.revoke(revoked.id);
  expect(store.tokens.authenticate(expiring.token, after(59.999))).toBeDefined();
  const last = expiring.token.at(-1) === 'a' ? 'b' : 'a';
  for (const token of [
    '',
    'x',
    stranger.token,
    revoked.token,
    ` ${expiring.token}`,
    expiring.token.slice(0, -1) + last,
  ]) {
    expect(store.tokens.authenticate(token, start)).toBeUndefined();
  }
  expect(store.tokens.authenticate(expiring.token, after(60))).toBeUndefined();
});

it('records the last use to the minute', () => {
  const store = openTestStore();
  const { token } = store.tokens.create({ teamId: store.team().id });
  const lastUsed = () => store.again().tokens.list()[0]?.lastUsedAt;
  store.tokens.authenticate(token, start);
  expect(lastUsed()).toEqual(start);
  store.tokens.authenticate(token, after(59));
  expect(lastUsed()).toEqual(start);
  store.tokens.authenticate(token, after(60));
  expect(lastUsed()).toEqual(after(60));
});

it('lists the tokens of a team, revoked ones too, and a second revocation changes nothing', () => {
  let now = start;
  const store = openTestStore({ now: () => now });
  const [one, two] = [store.team(), store.team()];
  const a = store.tokens.create({ teamId: one.id });
  const b = store.tokens.create({ teamId: two.id });
  store.tokens.revoke(a.id);
  now = after(10);
  expect(store.tokens.revoke(a.id)).toMatchObject({ id: a.id, revokedAt: start });
  expect(store.tokens.list(one.id)).toMatchObject([{ id: a.id, revokedAt: start }]);
  expect(store.tokens.list().map(({ id }) => id)).toEqual([a.id, b.id]);
});

it.each(['', 'a\nb', 'x'.repeat(101)])('rejects the name %j', (name) => {
  const store = openTestStore();
  const teamId = store.team().id;
  expect(() => store.tokens.create({ teamId, name })).toThrow(
    expect.objectContaining({ code: 'invalid_option', errors: { name: [expect.any(String)] } }),
  );
  expect(store.tokens.list()).toEqual([]);
});

it('reports an unknown token or team', () => {
  const store = openTestStore();
  expect(() => store.tokens.revoke(4)).toThrow(
    expect.objectContaining({ code: 'token_not_found', message: 'There is no token with the id 4.' }),
  );
  expect(() => store.tokens.create({ teamId: 4 })).toThrow(
    expect.objectContaining({ code: 'team_not_found' }),
  );
});
