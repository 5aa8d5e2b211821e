import { expect, it } from 'vitest';
import { openTestStore } from '../../support/store/open-test-store.ts';

it('creates a team and finds it by id, and by name in any case', async () => {
  const now = () => new Date('2026-03-10T12:00:00Z');
  const store = await openTestStore({ now });
  const team = await store.teams.create({
    name: 'Acme & Söhne',
    plan: 'pro',
    email: 'o@example.com',
    verified: true,
  });
  expect(team).toEqual({
    id: 1,
    name: 'Acme & Söhne',
    plan: 'pro',
    quota: 15_000,
    quotaFrom: 'plan',
    rateLimit: null,
    email: 'o@example.com',
    verified: true,
    createdAt: now(),
  });
  for (const named of [1, '1', 'Acme & Söhne', 'acme & söhne'])
    expect(await store.teams.get(named)).toEqual(team);
  expect(await store.teams.byId(1)).toEqual(team);
  expect(await store.teams.byId(2)).toBeUndefined();
});

it('an email address is unverified by default', async () => {
  const store = await openTestStore();
  expect(await store.teams.create({ name: 'a', plan: 'basic' })).toMatchObject({
    email: null,
    verified: false,
  });
});

it('changes only the given fields, and null restores the quota of the plan', async () => {
  const store = await openTestStore({ quotas: { pro: 20 } });
  const team = await store.team({ email: 'a@example.com', quota: 5 });
  expect(team).toMatchObject({ quota: 5, quotaFrom: 'team' });
  expect(await store.teams.set(team.name, { plan: 'pro', verified: true })).toEqual({
    ...team,
    plan: 'pro',
    verified: true,
  });
  expect(await store.teams.set(team.id, { quota: null })).toMatchObject({ quota: 20, quotaFrom: 'server' });
  expect(await store.teams.set(team.id, { rateLimit: 600 })).toMatchObject({ rateLimit: 600, quota: 20 });
  expect(await store.teams.set(team.id, { rateLimit: null })).toMatchObject({ rateLimit: null });
  await expect(store.teams.set(team.id, { rateLimit: -1 })).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { rate_limit: [expect.stringContaining('0 for no limit')] },
  });
  expect(await store.teams.set(team.id, { name: 'Renamed', email: null })).toMatchObject({
    name: 'Renamed',
    email: null,
  });
  expect(await store.teams.set('renamed', {})).toMatchObject({ name: 'Renamed', verified: true });
});

it('rejects a taken name in any case; a team may keep its own', async () => {
  const store = await openTestStore();
  await store.teams.create({ name: 'Acme', plan: 'basic' });
  const other = await store.teams.create({ name: 'Other', plan: 'basic' });
  const taken = expect.objectContaining({ code: 'team_exists', message: 'There is a team "Acme" already.' });
  await expect(store.teams.create({ name: 'ACME', plan: 'basic' })).rejects.toThrow(taken);
  await expect(store.teams.set(other.id, { name: 'acme' })).rejects.toThrow(taken);
  expect((await store.teams.set(other.id, { name: 'OTHER' })).name).toBe('OTHER');
  expect((await store.teams.list()).map(({ name }) => name)).toEqual(['Acme', 'OTHER']);
});

it('suggests the team that was probably meant', async () => {
  const store = await openTestStore();
  await store.teams.create({ name: 'default', plan: 'pro' });
  const missing = (message: string) =>
    expect.objectContaining({ code: 'team_not_found', exitCode: 4, message });
  await expect(store.teams.get('defualt')).rejects.toThrow(
    missing('There is no team "defualt". Did you mean "default"?'),
  );
  await expect(store.teams.get('something')).rejects.toThrow(missing('There is no team "something".'));
  await expect(store.teams.set('7', {})).rejects.toThrow(missing('There is no team with the id 7.'));
});

it.each(['', ' ', '12', ' a', 'a\nb', 'a ', 'a  b', '\u202ea', '-a', 'x'.repeat(101)])(
  'rejects the name %j',
  async (name) => {
    const store = await openTestStore();
    await expect(store.teams.create({ name, plan: 'basic' })).rejects.toThrow(
      expect.objectContaining({ code: 'invalid_option', errors: { name: [expect.any(String)] } }),
    );
    expect(await store.teams.list()).toEqual([]);
  },
);

it.each([
  ['quota', { quota: -1 }],
  ['quota', { quota: 1.5 }],
  ['email', { email: 'a@b@c' }],
  ['email', { email: 'a@example.com\nBcc: b@example.com' }],
  ['email', { email: 'nobody' }],
  ['plan', { plan: 'prof' as 'pro' }],
])('rejects an invalid %s: %j', async (field, changes) => {
  const store = await openTestStore();
  const team = await store.team();
  await expect(store.teams.set(team.id, changes)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_option', errors: { [field]: [expect.any(String)] } }),
  );
  expect(await store.teams.byId(team.id)).toEqual(team);
});
