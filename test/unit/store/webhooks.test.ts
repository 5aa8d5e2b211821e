/** Webhooks and what is owed to them: queued with what they report, and claimed by one node at a time. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import type { WebhookEvent } from '../../../src/store/webhooks/delivery-rows.ts';
import { charge, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const url = 'https://example.com/hook';
const finished: WebhookEvent = { type: 'document.finished', data: { filename: 'a.pdf' }, at };
const failed: WebhookEvent = { type: 'document.failed', data: { code: 'timeout' }, at };

async function settle(store: Store, teamId: number, event: WebhookEvent | undefined) {
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  if (held.kind !== 'held') throw new Error('exhausted');
  await store.ledger.settle(held.hold, { at, event });
}

const owed = async (store: Store, webhookId: number) =>
  await store.deliveries.list(webhookId, { limit: 100 });

async function withWebhook(store: TestStore) {
  const team = await store.team({ plan: 'pro' });
  return { team, webhook: await store.webhooks.create({ teamId: team.id, url }) };
}

it('queues an event with the charge that it reports, for each webhook that subscribes to its type', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro' });
  const other = await withWebhook(store);
  const create = (events?: WebhookEvent['type'][]) =>
    store.webhooks.create({ teamId: team.id, url, events: events as never });
  const [all, quotas, both] = [
    await create(),
    await create(['quota.reached']),
    await create(['quota.reached', 'document.finished']),
  ];
  await settle(store, team.id, finished);
  expect(store.deliveries.wasQueued(finished)).toBe(true);
  const [delivery, ...more] = await owed(store, all.id);
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({
    webhookId: all.id,
    type: 'document.finished',
    createdAt: at,
    state: 'pending',
    attempts: 0,
    lastStatus: null,
  });
  expect(delivery?.id).toMatch(/^msg_[0-9a-f]{24}_\d+$/);
  expect(JSON.parse(delivery?.payload ?? '')).toEqual({
    type: 'document.finished',
    timestamp: '2026-03-10T12:00:00.000Z',
    data: { filename: 'a.pdf' },
  });
  expect(await owed(store, both.id)).toHaveLength(1);
  expect(await owed(store, quotas.id)).toEqual([]);
  expect(await owed(store, other.webhook.id)).toEqual([]);
});

it('knows that a team without webhooks gets no event', async () => {
  const store = await openTestStore();
  const event = { ...finished };
  await settle(store, (await store.team()).id, event);
  expect(store.deliveries.wasQueued(event)).toBe(false);
});

it('queues nothing if the charge is rolled back', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  const held = await store.ledger.hold({ teamId: team.id, amount: 1, at });
  if (held.kind !== 'held') throw new Error();
  const claim = { teamId: team.id, key: 'a key that another request has taken over', id: 'x' };
  const toResponse = () => ({ status: 200, body: '{}', documentId: null });
  const idempotency = { claim, toResponse };
  await expect(store.ledger.settle(held.hold, { at, event: finished, idempotency })).rejects.toMatchObject({
    code: 'lease_expired',
  });
  expect(await owed(store, webhook.id)).toEqual([]);
});

it('reports a failure with the release of its hold, and only once', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  const held = await store.ledger.hold({ teamId: team.id, amount: 1, at });
  if (held.kind !== 'held') throw new Error();
  expect(await store.ledger.void(held.hold, failed)).toBe(true);
  expect(await store.ledger.void(held.hold, failed)).toBe(false);
  expect((await owed(store, webhook.id)).map(({ type }) => type)).toEqual(['document.failed']);
});

it('reports each threshold of quota and credits once', async () => {
  const store = await openTestStore();
  const team = await store.team({ quota: 10 });
  const { id } = await store.webhooks.create({ teamId: team.id, url, events: ['quota.reached'] });
  await charge(store, team.id, 8, at);
  await charge(store, team.id, 1, at);
  const [delivery, ...more] = await owed(store, id);
  expect(more).toEqual([]);
  expect(JSON.parse(delivery?.payload ?? '').data).toEqual({
    kind: 'quota',
    threshold: 80,
    used: 8,
    allowance: 10,
    month: '2026-03',
  });
});

it('sends nothing to a webhook that is disabled, and counts what was owed as failed', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  await settle(store, team.id, finished);
  await store.webhooks.update(team.id, webhook.id, { disabled: true });
  expect(await store.deliveries.due(at)).toEqual([]);
  const [delivery] = await owed(store, webhook.id);
  expect(delivery).toMatchObject({ state: 'failed', lastError: 'The webhook was disabled.' });
  await settle(store, team.id, finished);
  expect(await owed(store, webhook.id)).toHaveLength(1);
  const again = () => store.deliveries.redeliver(team.id, webhook.id, delivery?.id ?? '', at);
  await expect(again()).rejects.toMatchObject({ code: 'webhook_disabled' });
  await store.webhooks.update(team.id, webhook.id, { disabled: false });
  expect(await again()).toMatchObject({ id: delivery?.id, state: 'pending', attempts: 0 });
  expect(await store.deliveries.due(at)).toEqual([{ id: webhook.id, teamId: team.id }]);
});

it('tries again for three days with growing pauses, and then gives up', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  await settle(store, team.id, finished);
  let now = at;
  const minutes: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    const claimed = await store.deliveries.claim(webhook.id, now);
    expect(claimed?.attempts).toBe(attempt - 1);
    await store.deliveries.markFailed(claimed?.id ?? '', { status: 500, error: 'no', at: now });
    const [delivery] = await owed(store, webhook.id);
    expect(delivery?.state).toBe(attempt < 10 ? 'pending' : 'failed');
    const next = delivery?.nextAttemptAt ?? at;
    minutes.push((next.getTime() - now.getTime()) / 60_000);
    if (attempt < 10) {
      expect(await store.deliveries.due(new Date(next.getTime() - 1))).toEqual([]);
      expect(await store.deliveries.due(next)).toHaveLength(1);
    }
    now = next;
  }
  const standard = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440, 0];
  for (const [index, pause] of standard.entries()) {
    expect(minutes[index]).toBeGreaterThanOrEqual(0.79 * pause);
    expect(minutes[index]).toBeLessThanOrEqual(1.21 * pause);
  }
  expect(await store.deliveries.claim(webhook.id, later(100_000))).toBeUndefined();
  expect(await owed(store, webhook.id)).toMatchObject([
    { state: 'failed', attempts: 10, lastStatus: 500, lastError: 'no', deliveredAt: null },
  ]);
});

it('gives each delivery to one of two nodes, and to another one if it is released', async () => {
  const store = await openTestStore();
  const nodes = [store, await store.again()];
  const { team, webhook } = await withWebhook(store);
  for (let count = 0; count < 5; count++) await settle(store, team.id, finished);
  const ids: string[] = [];
  // A node that loses against the other one asks again.
  for (let round = 0; round < 5; round++) {
    const claimed = await Promise.all(nodes.map((node) => node.deliveries.claim(webhook.id, at)));
    ids.push(...claimed.flatMap((delivery) => delivery?.id ?? []));
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(5);
  expect(await store.deliveries.due(at)).toEqual([]);
  await store.deliveries.release(ids[0] ?? '');
  expect((await store.deliveries.claim(webhook.id, at))?.id).toBe(ids[0]);
  await store.deliveries.markDelivered(ids[0] ?? '', 204, later(1));
  await store.sql('UPDATE webhook_deliveries SET claimed_until = 1');
  expect((await store.deliveries.claim(webhook.id, at))?.id).toBe([...ids.slice(1)].sort()[0]);
  const [delivered] = (await owed(store, webhook.id)).filter(({ id }) => id === ids[0]);
  expect(delivered).toMatchObject({ state: 'delivered', lastStatus: 204, deliveredAt: later(1) });
});

it('lists the webhooks that are owed something, each once', async () => {
  const store = await openTestStore();
  const [one, two, three] = [await withWebhook(store), await withWebhook(store), await withWebhook(store)];
  for (let count = 0; count < 3; count++) await settle(store, three.team.id, finished);
  await settle(store, one.team.id, finished);
  expect(await store.deliveries.due(at)).toEqual([
    { id: one.webhook.id, teamId: one.team.id },
    { id: three.webhook.id, teamId: three.team.id },
  ]);
  expect(await owed(store, two.webhook.id)).toEqual([]);
});

it('lists deliveries newest first, in pages', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  for (let count = 0; count < 5; count++)
    await settle(store, team.id, { ...finished, at: later(count >> 1) });
  const all = await owed(store, webhook.id);
  expect(all.map(({ createdAt }) => createdAt)).toEqual([2, 1, 1, 0, 0].map(later));
  const ids = all.map(({ id }) => id);
  const page = async (before: string | undefined) =>
    (await store.deliveries.list(webhook.id, { before, limit: 2 })).map(({ id }) => id);
  expect(await page(undefined)).toEqual(ids.slice(0, 2));
  expect(await page(ids[1])).toEqual(ids.slice(2, 4));
  expect(await page(ids[3])).toEqual(ids.slice(4));
  await expect(page('msg_x')).rejects.toMatchObject({ code: 'delivery_not_found' });
});

it('belongs to its team, of which each has twenty at most', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  const other = await store.team();
  const missing = { code: 'webhook_not_found' };
  await expect(store.webhooks.get(other.id, webhook.id)).rejects.toMatchObject(missing);
  await expect(store.webhooks.update(other.id, webhook.id, {})).rejects.toMatchObject(missing);
  await expect(store.webhooks.rotateSecret(other.id, webhook.id)).rejects.toMatchObject(missing);
  await expect(store.webhooks.delete(other.id, webhook.id)).rejects.toMatchObject(missing);
  await expect(store.deliveries.send(other.id, webhook.id, finished)).rejects.toMatchObject(missing);
  for (let count = 1; count < 20; count++) await store.webhooks.create({ teamId: team.id, url });
  await expect(store.webhooks.create({ teamId: team.id, url })).rejects.toMatchObject({
    code: 'too_many_webhooks',
  });
});

it('changes what is given and keeps the rest', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const { id } = await store.webhooks.create({ teamId: team.id, url, description: 'orders' });
  await store.webhooks.update(team.id, id, { events: ['job.finished'] });
  expect(await store.webhooks.get(team.id, id)).toMatchObject({
    url,
    description: 'orders',
    events: ['job.finished'],
    disabledAt: null,
  });
  await store.webhooks.update(team.id, id, { url: `${url}/2`, description: null, events: '*' });
  expect(await store.webhooks.list(team.id)).toMatchObject([
    { id, url: `${url}/2`, description: null, events: '*' },
  ]);
});

it('keeps the secret before a rotation for a day', async () => {
  const store = await openTestStore({ now: () => at });
  const { team, webhook } = await withWebhook(store);
  expect(Buffer.from(webhook.secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  const rotated = await store.webhooks.rotateSecret(team.id, webhook.id);
  expect(rotated.secret).not.toBe(webhook.secret);
  expect(rotated).toMatchObject({ previousSecret: webhook.secret, previousUntil: later(24 * 60) });
});

it('removes a webhook with its deliveries, and never uses its id again', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  await settle(store, team.id, finished);
  await store.webhooks.delete(team.id, webhook.id);
  expect(await store.webhooks.byId(webhook.id)).toBeUndefined();
  expect(await store.sql('SELECT id FROM webhook_deliveries')).toEqual([]);
  expect((await store.webhooks.create({ teamId: team.id, url })).id).toBeGreaterThan(webhook.id);
});

it('removes deliveries after thirty days', async () => {
  const store = await openTestStore();
  const { team, webhook } = await withWebhook(store);
  await settle(store, team.id, finished);
  const day = 24 * 60;
  expect(await store.deliveries.sweep(later(30 * day - 1))).toBe(0);
  expect(await store.deliveries.sweep(later(30 * day))).toBe(1);
  expect(await owed(store, webhook.id)).toEqual([]);
});
