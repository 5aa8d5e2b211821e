/** The deletion of a team, and what stays of it. */
import { expect, it } from 'vitest';
import type { Failure } from '../../../src/contract/errors.ts';
import { charge, claimKey, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const now = () => at;

async function openWithTeams() {
  const store = await openTestStore({ now });
  const [acme, other] = [
    await store.team({ name: 'acme', email: 'owner@acme.example', verified: true }),
    await store.team(),
  ];
  return { store, acme, other };
}

/** Everything that a team can have. */
async function furnish(store: Awaited<ReturnType<typeof openTestStore>>, teamId: number) {
  const token = await store.tokens.create({ teamId });
  const files = new Map([['template.html', Buffer.from('<p>')]]);
  const template = { type: 'html', hasBasePdf: false, files, publish: true } as const;
  const { id: templateId } = await store.templates.push({ ...template, teamId, name: 'invoice' });
  await store.webhooks.create({ teamId, url: 'https://example.com/hook' });
  const identity = { subject: 'Ada', fingerprint: 'ab', sealed: Buffer.from('x'), expiresAt: at };
  await store.signingIdentities.add({ ...identity, teamId, name: 'key' });
  const session = await store.sessions.open(token.id, { at, endsAt: new Date(at.getTime() + 3_600_000) });
  const job = await store.jobs.create({
    teamId,
    tokenId: token.id,
    kind: 'batch',
    route: 'generate',
    templateId,
    version: 1,
    options: {},
  });
  await store.jobs.append(job.id, { offset: 0, rows: [{ input: Buffer.from('{}') }] });
  await store.jobs.start(job.id);
  await charge(store, teamId, 3, at);
  return { token, templateId, session, job };
}

it('a deleted team is gone with what it had, and its name is free', async () => {
  const { store, acme, other } = await openWithTeams();
  const own = await furnish(store, acme.id);
  const theirs = await furnish(store, other.id);
  const holdings = { tokens: 1, templates: 1, documents: 0, jobs: 1, webhooks: 1, signing_identities: 1 };
  expect(await store.teamRemoval.try('acme')).toEqual({ ...holdings, team: acme });
  expect(await store.tokens.authenticate(own.token.token, at)).toBeDefined();

  expect(await store.teamRemoval.remove('ACME')).toEqual({ ...holdings, team: acme });
  expect(await store.tokens.authenticate(own.token.token, at)).toBeUndefined();
  expect(await store.sessions.find(own.session)).toBeUndefined();
  expect(await store.templates.get(own.templateId)).toBeUndefined();
  expect(await store.webhooks.list(acme.id)).toEqual([]);
  expect(await store.signingIdentities.list(acme.id)).toEqual([]);
  expect(await store.teams.byId(acme.id)).toBeUndefined();
  for (const name of ['acme', String(acme.id), `-${acme.id} acme`]) {
    await expect(store.teams.get(name), name).rejects.toMatchObject({ code: 'team_not_found' });
  }
  await expect(store.tokens.create({ teamId: acme.id })).rejects.toMatchObject({ code: 'team_not_found' });
  // The job of the other team is the only one that is run.
  expect((await store.jobs.claims.next(at))?.job.id).toBe(theirs.job.id);
  expect(await store.jobs.claims.next(at)).toBeUndefined();
  await store.jobs.removal.sweep(at);
  expect(await store.jobs.get(own.job.id)).toBeUndefined();

  expect(await store.tokens.authenticate(theirs.token.token, at)).toBeDefined();
  expect(await store.templates.get(theirs.templateId)).toBeDefined();
  expect(await store.webhooks.list(other.id)).toHaveLength(1);
  expect((await store.teams.list()).map(({ id }) => id)).toEqual([other.id]);
  const again = await store.team({ name: 'Acme' });
  expect(again.id).toBeGreaterThan(other.id);
  expect((await store.ledger.summary(again.id, at)).current).toBe(0);
});

it('the charges of a deleted team stay, and those of a request under way are added', async () => {
  const { store, acme } = await openWithTeams();
  await furnish(store, acme.id);
  const held = await store.ledger.hold({ teamId: acme.id, amount: 1, at });
  await store.teamRemoval.remove(acme.id);
  if (held.kind !== 'held') throw new Error(held.kind);
  await store.ledger.settle(held.hold, { at });
  expect((await store.ledger.summary(acme.id, at)).current).toBe(4);
});

it('a stored response is forgotten, but not the key of a request under way', async () => {
  const { store, acme } = await openWithTeams();
  const request = (key: string) => ({ teamId: acme.id, key, requestHash: 'x', at });
  await store.idempotency.finish(await claimKey(store, request('done')), {
    status: 200,
    body: '{}',
    documentId: null,
  });
  const running = await claimKey(store, request('running'));
  await store.teamRemoval.remove(acme.id);
  expect((await store.idempotency.begin(request('done'))).kind).toBe('new');
  await store.idempotency.finish(running, { status: 200, body: '{}', documentId: null });
});

it('refuses an unknown team, one that was deleted, and the only one', async () => {
  const { store, acme, other } = await openWithTeams();
  const code = async (name: string | number) =>
    await store.teamRemoval.remove(name).catch(({ code }: Failure) => code);
  expect(await code('acmee')).toBe('team_not_found');
  await store.teamRemoval.remove('acme');
  expect(await code(acme.id)).toBe('team_not_found');
  expect(await code(other.id)).toBe('invalid_option');
  expect(await store.teams.list()).toHaveLength(1);
});
