/**
 * More work than workers: the queue, its fairness, clients that disconnect, and hostile documents beside valid ones.
 */
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '1', queue: '3' } });
await server.server.browser();
/** Keeps a worker busy for about this long. */
const busy = (ms: number) =>
  `<p>busy</p><script>const end = performance.now() + ${ms}; while (performance.now() < end);</script>`;
const entries = async ({ team }: Member) =>
  (await server.store.ledger.entries(team.id)).map(({ kind }) => kind);
const settled = (member: Member) =>
  vi.waitFor(async () => expect(await pendingOf(member)).toBe(0), { timeout: 10_000, interval: 20 });
const pendingOf = async (member: Member) => {
  const kinds = await entries(member);
  return (
    kinds.filter((kind) => kind === 'hold').length -
    kinds.filter((kind) => kind === 'post' || kind === 'void').length
  );
};
const held = (member: Member, count: number) =>
  vi.waitFor(async () => expect(await pendingOf(member)).toBeGreaterThanOrEqual(count), {
    timeout: 10_000,
    interval: 5,
  });

it('returns 503 with Retry-After when the queue is full, charges nothing for it, and serves the others', async () => {
  const member = await server.team();
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => member.post('html-to-pdf', { html: busy(150) })),
  );
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(served.length + refused.length).toBe(9);
  // One prints, one more fills its template, three wait.
  expect(served.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThan(0);
  for (const { json, headers } of refused) {
    expect(json).toEqual({
      message: 'Too many documents are waiting to be rendered.',
      code: 'queue_full',
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  await settled(member);
  expect(await member.used()).toBe(served.length);
});

it('a team with many documents does not delay another team, and gets all of its documents', async () => {
  const [many, one] = [await server.team(), await server.team()];
  const order: string[] = [];
  const crowd = Array.from({ length: 5 }, (_, index) =>
    many.post('html-to-pdf', { html: busy(250) }).then((answer) => {
      order.push(`many ${index}`);
      return answer;
    }),
  );
  await held(many, 5);
  const single = await one.post('html-to-pdf', { html: '<p>one</p>' });
  order.push('one');
  expect(single.status).toBe(200);
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Two documents were running when this one arrived, and the queue serves the teams in turn.
  expect(order.indexOf('one')).toBeLessThanOrEqual(3);
});

it('a merge of many documents takes turns with other requests', async () => {
  const [merging, one] = [await server.team(), await server.team()];
  const id = await server.template(merging.team, busy(60));
  let isMerged = false;
  const merge = merging
    .post('templates/merge', { templates: Array.from({ length: 6 }, () => ({ id })) })
    .then((answer) => {
      isMerged = true;
      return answer;
    });
  await held(merging, 1);
  const single = await one.post('html-to-pdf', { html: '<p>one</p>' });
  expect([single.status, isMerged]).toEqual([200, false]);
  expect((await merge).status).toBe(200);
});

it('does not charge a client that disconnects while its documents wait or render', async () => {
  const member = await server.team();
  const rendering = hangUp(member, busy(1_500));
  await held(member, 1);
  const second = hangUp(member, busy(1_500));
  await held(member, 2);
  const waiting = [hangUp(member, '<p>a</p>'), hangUp(member, '<p>b</p>')];
  await held(member, 4);
  for (const caller of [...waiting, second, rendering]) caller.destroy();
  await settled(member);
  expect((await entries(member)).filter((kind) => kind === 'post')).toEqual([]);
  expect((await member.post('html-to-pdf', { html: 'after' })).status).toBe(200);
  expect(await member.used()).toBe(1);
});

it('rejects template bombs while documents of another team are rendered', async () => {
  const [hostile, sound] = [await server.team(), await server.team()];
  const bombs = [
    '{% for a in 1..9999999 %}{% for b in 1..9999999 %}x{% endfor %}{% endfor %}',
    "{% set a = 'x' %}{% for i in 1..60 %}{% set a = a ~ a %}{% endfor %}{{ a }}",
    "{{ '((a+)+)+$' matches '/^(([a-z])+.)+[A-Z]([a-z])+$/' }}{% for i in 1..999999 %}{{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' matches '/^(a+)+$/' }}{% endfor %}",
  ];
  const attacks = bombs.map((html) => hostile.post('html-to-pdf', { html }));
  for (let time = 0; time < 5; time++) {
    const { status } = await sound.post('html-to-pdf', { html: '<p>{{ name }}</p>', data: { name: time } });
    expect(status).toBe(200);
    expect((await server.stranger().get('/healthz')).status).toBe(200);
  }
  for (const { status, json } of await Promise.all(attacks)) {
    expect([status, json.part]).toEqual([422, 'template']);
  }
  expect([await hostile.used(), await sound.used()]).toEqual([0, 5]);
});

it('leaves the ledger consistent', async () => {
  expect(await server.store.ledger.verify()).toEqual([]);
});

/** A request whose response is not awaited; destroy it to disconnect. */
function hangUp({ token }: Member, html: string) {
  const body = JSON.stringify({ html });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /api/v1/html-to-pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

it('a team whose documents never end does not make another team wait for their deadline', async () => {
  const [endless, other] = [await server.team(), await server.team()];
  const caller = new AbortController();
  const crowd = Array.from({ length: 3 }, () =>
    endless
      .send('html-to-pdf', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: '<script>while (1);</script>' }),
        signal: caller.signal,
      })
      .catch(() => undefined),
  );
  await held(endless, 3);
  let isOver = false;
  void Promise.all(crowd).then(() => {
    isOver = true;
  });
  expect((await other.post('html-to-pdf', { html: '<p>one</p>' })).status).toBe(200);
  expect(isOver).toBe(false);
  caller.abort();
  await Promise.all(crowd);
  await settled(endless);
});

it('accepts an integer with millions of digits', async () => {
  const member = await server.team();
  const body = `{"html":"{{ a > 1 }}","data":{"a":${'9'.repeat(5_000_000)}}}`;
  const headers = { 'content-type': 'application/json' };
  expect((await member.send('html-to-pdf', { method: 'POST', headers, body })).status).toBe(200);
});
