/** The limit of 60 requests per minute and team. */
import { expect, it } from 'vitest';
import { startRateLimiter } from '../../../src/server/http/rate-limiter.ts';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ browser: false });
const limitOf = (headers: Headers) => Number(headers.get('x-ratelimit-limit'));
const remainingOf = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));
const resetOf = (headers: Headers) => Number(headers.get('x-ratelimit-reset'));

it('accepts exactly 60 of 61 parallel requests, across all endpoints and tokens of the team', async () => {
  const member = await server.team();
  const second = server.stranger((await server.store.tokens.create({ teamId: member.team.id })).token);
  const asks = [
    () => member.get('usage'),
    () => second.get('templates'),
    () => member.get('templates/999999'),
    () => second.post('html-to-pdf', {}),
    () => second.get('no/such/route'),
  ];
  const answers = await Promise.all(Array.from({ length: 61 }, (_, index) => asks[index % asks.length]?.()));
  const refused = answers.filter((answer) => answer?.status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.json).toEqual({ message: 'Too Many Requests.', code: 'rate_limited' });
  const remaining = answers
    .filter((answer) => answer?.status !== 429)
    .map((answer) => remainingOf(answer?.headers as Headers));
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
});

it('sends the limit, the remainder and the end of the window with every response, including errors', async () => {
  const member = await server.team();
  const first = await member.get('usage');
  const now = Date.now() / 1000;
  expect([limitOf(first.headers), remainingOf(first.headers)]).toEqual([60, 59]);
  expect(resetOf(first.headers)).toBeGreaterThan(now);
  expect(resetOf(first.headers)).toBeLessThanOrEqual(Math.ceil(now) + 61);
  const notFound = await member.get('nothing');
  expect([notFound.status, remainingOf(notFound.headers)]).toEqual([404, 58]);
  // A path that cannot be decoded never reaches a route.
  const bad = await rawRequest(
    server.url,
    `GET /api/v1/templates/%zz HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nConnection: close\r\n\r\n`,
  );
  expect(bad).toMatch(/^HTTP\/1.1 404 /);
  expect(bad).toMatch(/x-ratelimit-remaining: 57\r\n/i);
  expect(bad).toMatch(/x-request-id: \S+\r\n/i);
  const wrongMethod = await member.send('usage', { method: 'DELETE' });
  expect([wrongMethod.status, remainingOf(wrongMethod.headers)]).toEqual([405, 56]);
  expect(resetOf(wrongMethod.headers)).toBe(resetOf(first.headers));
});

it('counts requests without a valid token by IP address, with the same limit', async () => {
  const strangers = await startTestServer({ browser: false });
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, index) =>
      strangers.stranger(index % 2 ? 'guess' : undefined).get('usage'),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  // A team behind the same address is not affected.
  expect((await (await strangers.team()).get('usage')).status).toBe(200);
  // A forged header does not change the address.
  const forwarded = await strangers.stranger().get('usage', { 'x-forwarded-for': '203.0.113.9' });
  expect(forwarded.status).toBe(429);
  await strangers.stop();
});

it('reads the address that the trusted proxy added, not those before it', async () => {
  const behind = await startTestServer({ browser: false, flags: { trustProxy: '1', rateLimit: '2' } });
  const ask = async (forwarded: string) =>
    remainingOf((await behind.stranger().get('usage', { 'x-forwarded-for': forwarded })).headers);
  expect(await ask('203.0.113.1')).toBe(1);
  expect(await ask('203.0.113.2')).toBe(1);
  // The client sent the first part, the proxy added the last one.
  expect(await ask('198.51.100.7, 203.0.113.1')).toBe(0);
  await behind.stop();
});

it('has no limit and no headers if the operator disables it', async () => {
  const free = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
  const member = await free.team();
  const answers = await Promise.all(Array.from({ length: 70 }, () => member.get('usage')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers[0]?.headers.has('x-ratelimit-limit')).toBe(false);
  await free.stop();
});

it('prefers the limit of a team to that of the server, at once', async () => {
  const limited = await startTestServer({ browser: false, flags: { rateLimit: '2' } });
  const member = await limited.team({ rateLimit: 3 });
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => member.get('usage')));
    return answers.map(({ status }) => status).sort();
  };
  expect(await statuses()).toEqual([200, 200, 200, 429, 429]);
  await limited.store.teams.set(member.team.id, { rateLimit: 4 });
  expect(await statuses()).toEqual([200, 429, 429, 429, 429]);
  await limited.store.teams.set(member.team.id, { rateLimit: null });
  const lowered = await member.get('usage');
  expect([lowered.status, limitOf(lowered.headers), remainingOf(lowered.headers)]).toEqual([429, 2, 0]);
  await limited.store.teams.set(member.team.id, { rateLimit: 0 });
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await limited.stop();
});

it('opens the window with the first request, and does not count rejected ones', () => {
  let time = 0;
  const limiter = startRateLimiter({ now: () => time, wallClock: () => 1_000_000 + time });
  const take = () => {
    const { allowed, remaining, retryAfter, resetAt } = limiter.take('a', 2);
    return [allowed, remaining, retryAfter, resetAt];
  };
  time = 500;
  expect(take()).toEqual([true, 1, 60, 1061]);
  time = 30_600;
  expect(take()).toEqual([true, 0, 30, 1061]);
  expect(take()).toEqual([false, 0, 30, 1061]);
  time = 60_499;
  expect(take()).toEqual([false, 0, 1, 1061]);
  time = 60_500;
  expect(take()).toEqual([true, 1, 60, 1121]);
});

it('gives each address a window of its own, which opens again after a minute', () => {
  let time = 0;
  const limiter = startRateLimiter({ now: () => time });
  for (let i = 0; i < 1000; i++) {
    time += 100;
    expect(limiter.take(`address ${i}`, 1).allowed).toBe(true);
    expect(limiter.take(`address ${i}`, 1).allowed).toBe(false);
  }
  // A window that opens again moves to the end of the list.
  time += 60_000;
  expect(limiter.take('address 999', 1).allowed).toBe(true);
  expect(limiter.take('address 999', 1).allowed).toBe(false);
});
