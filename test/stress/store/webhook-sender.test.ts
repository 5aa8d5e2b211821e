/** Several senders on one database, each with its own connections: every delivery arrives once. */
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startMetrics } from '../../../src/server/operations/metrics.ts';
import { type Outbound, startOutbound } from '../../../src/server/outbound/outbound.ts';
import { startWebhookSender, type WebhookSender } from '../../../src/server/webhooks/webhook-sender.ts';
import type { Store } from '../../../src/store/store.ts';
import { openReceiver, verify } from '../../support/server/webhook-receiver.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const allowed = { allowHosts: ['127.0.0.1'] };

function startSender(
  store: Store,
  { outbound = startOutbound(allowed), timeoutMs }: { outbound?: Outbound; timeoutMs?: number } = {},
): WebhookSender {
  const log = pino({ level: 'silent' });
  const sender = startWebhookSender({
    store,
    outbound,
    metrics: startMetrics(),
    version: '1.0.0',
    now: () => at,
    log,
    timeoutMs,
  });
  onTestFinished(async () => {
    await sender.close();
    outbound.close();
  });
  return sender;
}

async function newWebhook(store: Awaited<ReturnType<typeof openTestStore>>) {
  const team = await store.team();
  const receiver = await openReceiver();
  const webhook = await store.webhooks.create({ teamId: team.id, url: receiver.url });
  const queue = () =>
    store.deliveries.send(team.id, webhook.id, { type: 'webhook.test', data: { team: team.id }, at });
  const list = () => store.deliveries.list(webhook.id, { limit: 100 });
  return { team, receiver, webhook, queue, list };
}

it('two nodes deliver each event once', async () => {
  const store = await openTestStore();
  const { receiver, webhook, queue, list } = await newWebhook(store);
  const nodes = [startSender(store), startSender(await store.again())];
  const queued: string[] = [];
  for (let count = 0; count < 40; count++) {
    queued.push((await queue()).id);
    for (const node of nodes) node.poke();
  }
  await vi.waitFor(
    async () => expect((await list()).every(({ state }) => state === 'delivered')).toBe(true),
    { timeout: 30_000, interval: 200 },
  );
  const received = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect(received.sort()).toEqual(queued.sort());
  for (const each of receiver.received) expect(verify(webhook.secret, each, at).type).toBe('webhook.test');
});

it('gives up a receiver that does not respond, and schedules another attempt', async () => {
  const store = await openTestStore();
  const { receiver, queue, list } = await newWebhook(store);
  receiver.answer = 'hang';
  await queue();
  startSender(store, { timeoutMs: 100 });
  await vi.waitFor(async () => expect((await list())[0]?.attempts).toBe(1), { timeout: 10_000 });
  expect(await list()).toMatchObject([
    { state: 'pending', lastStatus: null, lastError: 'No response within 0.1 s.' },
  ]);
  expect(receiver.received).toHaveLength(1);
});

it('sends nothing to a name that has come to have a private address, and tries again later', async () => {
  const store = await openTestStore();
  const { receiver, webhook, team, queue, list } = await newWebhook(store);
  await store.webhooks.update(team.id, webhook.id, { url: 'http://hooks.example.com/' });
  await queue();
  startSender(store, { outbound: startOutbound({ allowHosts: [], resolve: async () => ['127.0.0.1'] }) });
  await vi.waitFor(async () => expect((await list())[0]?.attempts).toBe(1), { timeout: 10_000 });
  expect(await list()).toMatchObject([
    {
      state: 'pending',
      lastError: 'hooks.example.com has an address that is not a public address of another machine.',
    },
  ]);
  expect(receiver.received).toEqual([]);
});

it('serves every team although one of them is owed far more', async () => {
  const store = await openTestStore();
  const [busy, other] = [await newWebhook(store), await newWebhook(store)];
  for (let count = 0; count < 60; count++) await busy.queue();
  await other.queue();
  busy.receiver.answer = 'hang';
  startSender(store);
  await vi.waitFor(async () => expect((await other.list())[0]?.state).toBe('delivered'), { timeout: 10_000 });
  // The second request may still be on its way when the other team has its delivery.
  await vi.waitFor(() => expect(busy.receiver.received).toHaveLength(2), { timeout: 10_000 });
});

it('gives back what it is sending when it closes', async () => {
  const store = await openTestStore();
  const { receiver, queue, list } = await newWebhook(store);
  receiver.answer = 'hang';
  await queue();
  const sender = startSender(store);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 });
  await sender.close();
  expect(await list()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  receiver.answer = 200;
  startSender(store);
  await vi.waitFor(async () => expect((await list())[0]?.state).toBe('delivered'), { timeout: 10_000 });
});
