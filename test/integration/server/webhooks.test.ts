/** Webhooks through real HTTP: `/manage/v1/webhooks`, and what arrives at a receiver. */
import { expect, it, vi } from 'vitest';
import type { ManageRoute } from '../../../src/contract/manage/manage-route.ts';
import { webhookRoutes } from '../../../src/contract/manage/webhook-routes.ts';
import { type ManageCaller, manageCaller } from '../../support/server/manage-caller.ts';
import type { Receiver } from '../../support/server/receivers.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';
import { openReceiver, verify } from '../../support/server/webhook-receiver.ts';

const clock = testClock('2026-01-10T08:00:00Z');
const server = await startTestServer({
  now: clock.now,
  flags: { rateLimit: '0', allowHosts: '127.0.0.1' },
});

interface Subscriber {
  readonly member: Member;
  readonly manager: ManageCaller;
  readonly receiver: Receiver;
  readonly id: number;
  readonly secret: string;
}

async function subscriber(events?: readonly string[], quota?: number): Promise<Subscriber> {
  const member = await server.team({ quota });
  const manager = await manageCaller(server, member.team, 'webhooks:write');
  const receiver = await openReceiver();
  const { status, json } = await manager.post('webhooks', { url: receiver.url, events });
  expect(status).toBe(200);
  return { member, manager, receiver, id: json.data.id, secret: json.data.secret };
}

const arrived = (receiver: Receiver, count: number) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 15_000 });
const deliveries = async ({ manager, id }: Subscriber, query = '') =>
  (await manager.get(`webhooks/${id}/deliveries${query}`)).json.data.deliveries;
const stored = (subscribed: Subscriber, facts: object) =>
  vi.waitFor(async () => expect((await deliveries(subscribed))[0]).toMatchObject(facts), { timeout: 15_000 });
const verified = ({ receiver, secret }: Subscriber, index = 0) => {
  const received = receiver.received[index];
  if (!received) throw new Error(`There is no delivery ${index}.`);
  return verify(secret, received, clock.now());
};

it('sends a signed event for each document that is charged', async () => {
  const subscribed = await subscriber();
  const { member, receiver } = subscribed;
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const request = { data: { name: 'Ada' }, output: 'url', filename: 'ada.pdf' };
  const { json, headers } = await member.post(`templates/${id}/generate`, request, {
    'Idempotency-Key': 'order 7',
  });
  await arrived(receiver, 1);
  const [received] = receiver.received;
  expect(received).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/^\/hook-\d+\?key=secret$/),
    headers: { 'content-type': 'application/json', 'user-agent': 'pdfapi/0.0.0-test' },
  });
  expect(verified(subscribed)).toEqual({
    type: 'document.finished',
    timestamp: '2026-01-10T08:00:00.000Z',
    data: {
      request_id: headers.get('x-request-id'),
      amount: 1,
      template_id: id,
      idempotency_key: 'order 7',
      output: 'url',
      document_id: expect.stringMatching(/^[\w-]{24}$/),
      filename: 'ada.pdf',
      size: json.size,
      url: json.url,
      expires_at: json.expires_at,
    },
  });
  await stored(subscribed, {
    id: received?.headers['webhook-id'],
    type: 'document.finished',
    state: 'delivered',
    attempts: 1,
    last_status: 204,
    delivered_at: '2026-01-10T08:00:00+00:00',
    next_attempt_at: null,
  });
});

it('sends nothing for a response that is replayed', async () => {
  const { member, receiver } = await subscriber();
  const print = () => member.post('html-to-pdf', { html: 'a' }, { 'Idempotency-Key': 'k' });
  expect((await print()).status).toBe(200);
  expect((await print()).headers.get('idempotency-replayed')).toBe('true');
  expect((await member.post('html-to-pdf', { html: 'b' })).status).toBe(200);
  await arrived(receiver, 2);
  expect(await member.used()).toBe(2);
});

it('reports a document that failed after it was accepted, and none that was rejected', async () => {
  const subscribed = await subscriber();
  const { member, receiver } = subscribed;
  expect((await member.post('html-to-pdf', {})).status).toBe(422);
  const { status, json, headers } = await member.post('html-to-pdf', { html: '{{ 1 / 0 }}' });
  expect(status).toBe(422);
  await arrived(receiver, 1);
  expect(verified(subscribed)).toMatchObject({
    type: 'document.failed',
    data: {
      request_id: headers.get('x-request-id'),
      template_id: null,
      code: json.code,
      message: json.message,
    },
  });
  expect(await member.used()).toBe(0);
});

it('reports a quota that is nearly used up', async () => {
  const subscribed = await subscriber(['quota.reached'], 1);
  await subscribed.member.post('html-to-pdf', { html: 'a' });
  await arrived(subscribed.receiver, 2);
  const events = [verified(subscribed, 0), verified(subscribed, 1)];
  expect(events.map(({ type }) => type)).toEqual(['quota.reached', 'quota.reached']);
  expect(new Set(events.map(({ data }) => data.threshold))).toEqual(new Set([80, 95]));
  expect(events[0]?.data).toMatchObject({ kind: 'quota', used: 1, allowance: 1, month: '2026-01' });
});

it('signs with the old secret too for a day after a rotation', async () => {
  const subscribed = await subscriber();
  const { manager, receiver, id, secret: old } = subscribed;
  const { json } = await manager.post(`webhooks/${id}/rotate-secret`);
  const { secret, previous_secret_until } = json.data;
  expect(secret).not.toBe(old);
  expect(Date.parse(previous_secret_until)).toBe(clock.now().getTime() + 24 * 3_600_000);
  expect((await manager.get(`webhooks/${id}/secret`)).json.data).toEqual(json.data);
  await manager.post(`webhooks/${id}/test`);
  await arrived(receiver, 1);
  for (const each of [old, secret])
    expect(verified({ ...subscribed, secret: each }).type).toBe('webhook.test');
  clock.advance(24 * 60);
  await manager.post(`webhooks/${id}/test`);
  await arrived(receiver, 2);
  expect(verified({ ...subscribed, secret }, 1).data).toEqual({ webhook_id: id });
  expect(() => verified(subscribed, 1)).toThrow('No matching signature found');
});

it('tries again after a failure, with the same id', async () => {
  const subscribed = await subscriber();
  const { manager, receiver, id } = subscribed;
  receiver.answer = 500;
  await manager.post(`webhooks/${id}/test`);
  await stored(subscribed, {
    state: 'pending',
    attempts: 1,
    last_status: 500,
    last_error: 'The receiver responded with 500.',
  });
  receiver.answer = 204;
  clock.advance(1);
  await stored(subscribed, { state: 'delivered', attempts: 2, last_status: 204, last_error: null });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(verified(subscribed, 1).type).toBe('webhook.test');
});

it('counts attempts in the metrics', async () => {
  const count = async (outcome: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const found = new RegExp(`pdfapi_webhook_attempts_total{outcome="${outcome}"} (\\d+)`).exec(text);
    return Number(found?.[1] ?? 0);
  };
  const [delivered, failed] = [await count('delivered'), await count('failed')];
  const subscribed = await subscriber();
  subscribed.receiver.answer = 500;
  await subscribed.manager.post(`webhooks/${subscribed.id}/test`);
  await stored(subscribed, { attempts: 1 });
  expect([await count('delivered'), await count('failed')]).toEqual([delivered, failed + 1]);
});

it('follows no redirect', async () => {
  const subscribed = await subscriber();
  subscribed.receiver.answer = 302;
  await subscribed.manager.post(`webhooks/${subscribed.id}/test`);
  await stored(subscribed, { state: 'pending', attempts: 1, last_status: 302 });
  expect(subscribed.receiver.received).toHaveLength(1);
});

it('disables a webhook whose receiver is gone, until it is enabled again', async () => {
  const subscribed = await subscriber();
  const { manager, receiver, id, member } = subscribed;
  receiver.answer = 410;
  await manager.post(`webhooks/${id}/test`);
  await stored(subscribed, { state: 'failed', attempts: 1, last_status: 410 });
  await vi.waitFor(async () =>
    expect((await manager.get(`webhooks/${id}`)).json.data.disabled_at).not.toBeNull(),
  );
  await member.post('html-to-pdf', { html: 'a' });
  const [delivery, ...more] = await deliveries(subscribed);
  expect(more).toEqual([]);
  const again = () => manager.post(`webhooks/${id}/deliveries/${delivery.id}/redeliver`);
  expect(await again()).toMatchObject({ status: 409, json: { code: 'webhook_disabled' } });
  expect(await manager.post(`webhooks/${id}/test`)).toMatchObject({ status: 409 });
  receiver.answer = 200;
  expect((await manager.patch(`webhooks/${id}`, { disabled: false })).json.data.disabled_at).toBeNull();
  expect((await again()).json.data).toMatchObject({ id: delivery.id, state: 'pending', attempts: 0 });
  await stored(subscribed, { state: 'delivered', attempts: 1, last_status: 200 });
});

it('delivers to others while the receivers of one team hang', async () => {
  const hanging = await subscriber();
  hanging.receiver.answer = 'hang';
  for (let count = 0; count < 80; count++) await hanging.manager.post(`webhooks/${hanging.id}/test`);
  const other = await subscriber();
  await other.member.post('html-to-pdf', { html: 'a' });
  await stored(other, { state: 'delivered' });
  // The two places of that webhook.
  expect(hanging.receiver.received).toHaveLength(2);
  await hanging.manager.delete(`webhooks/${hanging.id}`);
});

it.each([
  ['http://10.0.0.1/hook', 'The url cannot be used: 10.0.0.1 is not a public address of another machine.'],
  [
    'http://169.254.169.254/',
    'The url cannot be used: 169.254.169.254 is not a public address of another machine.',
  ],
  ['http://[::1]/', 'The url cannot be used: ::1 is not a public address of another machine.'],
  [
    'https://93.184.215.14:22/',
    'The url cannot be used: Port 22 is not one that may be reached; only 80 and 443 are.',
  ],
  ['http://user:secret@127.0.0.1/', 'The url must not contain a user or a password.'],
  ['ftp://127.0.0.1/', 'The url must be an http or https address.'],
  ['/hook', 'The url must be an http or https address.'],
])('rejects the address %s', async (url, message) => {
  const { manager, id } = await subscriber();
  for (const answer of [
    await manager.post('webhooks', { url }),
    await manager.patch(`webhooks/${id}`, { url }),
  ]) {
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'invalid_request', errors: { url: [message] } },
    });
  }
  expect((await manager.get('webhooks')).json.data).toHaveLength(1);
});

it('names what is wrong with a request', async () => {
  const { manager } = await subscriber();
  const url = 'http://127.0.0.1/';
  expect((await manager.post('webhooks', {})).json.errors).toEqual({ url: ['The url field is required.'] });
  expect((await manager.post('webhooks', { url, events: [] })).json.errors).toEqual({
    events: ['The events field must name at least one type, or *.'],
  });
  expect((await manager.post('webhooks', { url, events: ['document.made'] })).json.errors).toEqual({
    'events.0': [
      'The events.0 must be one of: document.finished, document.failed, quota.reached, job.finished, *.',
    ],
  });
  expect((await manager.post('webhooks', { url, evnts: ['*'] })).json.errors).toEqual({
    evnts: ['The evnts field is unknown. Did you mean "events"?'],
  });
});

it('changes, lists and deletes the webhooks of the own team only', async () => {
  const { manager, id, receiver } = await subscriber(['document.failed', 'document.failed']);
  const other = await subscriber();
  const first = await manager.get(`webhooks/${id}`);
  expect(first.json.data).toEqual({
    id,
    url: receiver.url,
    events: ['document.failed'],
    description: null,
    created_at: expect.any(String),
    disabled_at: null,
    previous_secret_until: null,
  });
  const changed = await manager.patch(`webhooks/${id}`, { description: 'orders', events: ['*'] });
  expect(changed.json.data).toEqual({ ...first.json.data, description: 'orders', events: ['*'] });
  expect((await manager.get('webhooks')).json.data).toEqual([changed.json.data]);
  const missing = { status: 404, json: { code: 'webhook_not_found' } };
  for (const path of ['', '/secret', '/deliveries']) {
    expect(await other.manager.get(`webhooks/${id}${path}`)).toMatchObject(missing);
  }
  for (const path of ['rotate-secret', 'test', 'deliveries/msg_1/redeliver']) {
    expect(await other.manager.post(`webhooks/${id}/${path}`)).toMatchObject(missing);
  }
  expect(await other.manager.patch(`webhooks/${id}`, {})).toMatchObject(missing);
  expect(await other.manager.delete(`webhooks/${id}`)).toMatchObject(missing);
  expect((await manager.delete(`webhooks/${id}`)).json.data).toEqual({ id, deleted: true });
  expect(await manager.get(`webhooks/${id}`)).toMatchObject(missing);
  expect(await manager.get('webhooks/one')).toMatchObject(missing);
});

it.each(Object.values<ManageRoute>(webhookRoutes).map(({ method, path }) => [method, path] as const))(
  '%s %s needs the scope webhooks:write',
  async (method, path) => {
    const { member, id } = await subscriber();
    const templates = await manageCaller(server, member.team);
    const call = { GET: templates.get, POST: templates.post, PUT: templates.put };
    const send = { ...call, PATCH: templates.patch, DELETE: templates.delete }[method];
    const named = path.replace('{webhook_id}', String(id)).replace('{delivery_id}', 'msg_1').slice(1);
    expect(await send(named)).toMatchObject({
      status: 403,
      json: {
        code: 'scope_required',
        message: 'Managing webhooks requires a token with the scope webhooks:write.',
        required_scope: 'webhooks:write',
      },
    });
  },
);

it('a token that may manage webhooks may not manage templates', async () => {
  const { manager } = await subscriber();
  expect(await manager.get('templates')).toMatchObject({
    status: 403,
    json: { code: 'scope_required', required_scope: 'templates:write' },
  });
});

it('lists deliveries in pages', async () => {
  const subscribed = await subscriber();
  const { manager, id } = subscribed;
  for (let count = 0; count < 3; count++) await manager.post(`webhooks/${id}/test`);
  const all = (await deliveries(subscribed)).map((each: { id: string }) => each.id);
  expect(all).toHaveLength(3);
  const first = (await manager.get(`webhooks/${id}/deliveries?limit=2`)).json.data;
  expect(first.deliveries.map((each: { id: string }) => each.id)).toEqual(all.slice(0, 2));
  expect(first.next).toBe(all[1]);
  const second = (await manager.get(`webhooks/${id}/deliveries?limit=2&before=${first.next}`)).json.data;
  expect(second).toMatchObject({ deliveries: [{ id: all[2] }], next: null });
  expect(await manager.get(`webhooks/${id}/deliveries?limit=0`)).toMatchObject({
    status: 422,
    json: { errors: { limit: ['The limit must be a whole number from 1 to 100.'] } },
  });
  expect(await manager.get(`webhooks/${id}/deliveries?before=x`)).toMatchObject({
    status: 404,
    json: { code: 'delivery_not_found' },
  });
});

it('gives back what it was sending when it stops, and the next server sends it', async () => {
  const subscribed = await subscriber();
  const { receiver, manager, id } = subscribed;
  receiver.answer = 'hang';
  await manager.post(`webhooks/${id}/test`);
  await arrived(receiver, 1);
  await server.stop();
  receiver.answer = 200;
  const next = await startTestServer({
    dataDir: server.dataDir,
    databaseUrl: server.databaseUrl,
    now: clock.now,
    flags: { allowHosts: '127.0.0.1' },
  });
  await arrived(receiver, 2);
  const team = subscribed.member.team.id;
  await vi.waitFor(async () => {
    expect(await next.store.deliveries.list(id, { limit: 1 })).toMatchObject([
      { state: 'delivered', attempts: 1 },
    ]);
  });
  expect(await next.store.webhooks.list(team)).toHaveLength(1);
});
