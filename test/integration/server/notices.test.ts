/** Emails at 80 % and 95 % of the quota and 90 % and 95 % of the credits, sent to a real SMTP server. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { startNoticeSender } from '../../../src/server/operations/notices.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
}

const mails: Mail[] = [];
let refusing = false;
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusing ? new Error('try later') : null),
  onData(stream, session, done) {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text });
      done();
    });
  },
});
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<void>((resolve) => mailServer.close(resolve)));
const { port } = mailServer.server.address() as AddressInfo;

const clock = testClock('2026-01-10T08:00:00Z');
const smtpUrl = `smtp://127.0.0.1:${port}`;
const server = await startTestServer({
  now: clock.now,
  flags: { rateLimit: '0', smtpUrl, mailFrom: 'pdf@example.com' },
});
const owner = (quota: number) => server.team({ plan: 'discovery', quota, email: 'owner@example.com' });
const print = async (member: Member, times = 1) => {
  for (let time = 0; time < times; time++) {
    expect((await member.post('html-to-pdf', { html: 'a' })).status).toBe(200);
  }
};
const subjects = () => mails.map(({ text }) => decode(/^Subject: ((?:.|\r\n )*)/m.exec(text)?.[1] ?? ''));
const settled = (count: number) => vi.waitFor(() => expect(mails).toHaveLength(count), { timeout: 10_000 });

beforeEach(() => {
  mails.length = 0;
});

it('mails the owner at 80 % and at 95 % of the monthly quota, once each per month', async () => {
  const member = await owner(5);
  await print(member, 3);
  await print(member);
  await settled(1);
  expect(mails[0]?.to).toBe('owner@example.com');
  expect(subjects()).toEqual([`${member.team.name}: 80 % of the monthly quota (2026-01) used`]);
  expect(mails[0]?.text).toContain('4 of 5 PDFs');
  expect(mails[0]?.text).toContain('/billing/');
  await print(member);
  await settled(2);
  expect(subjects()[1]).toBe(`${member.team.name}: 95 % of the monthly quota (2026-01) used`);
  await server.store.ledger.addCredits(member.team.id, 100);
  await print(member, 2);
  clock.set('2026-02-01T00:00:00Z');
  await print(member, 4);
  await settled(3);
  expect(subjects()[2]).toContain('80 % of the monthly quota (2026-02)');
});

it('mails at 90 % and at 95 % of the prepaid credits, once each per top-up', async () => {
  const member = await owner(0);
  const { ledger } = server.store;
  await ledger.addCredits(member.team.id, 20);
  await print(member, 17);
  await print(member);
  await settled(1);
  expect(subjects()).toEqual([`${member.team.name}: 90 % of the prepaid credits used`]);
  await print(member);
  await settled(2);
  expect(subjects()[1]).toContain('95 % of the prepaid credits');
  await ledger.addCredits(member.team.id, 9);
  await print(member, 9);
  await settled(3);
});

it('retries when the mail server rejects a mail, and sends it once', async () => {
  refusing = true;
  const member = await owner(5);
  await print(member, 4);
  const { notices } = server.store;
  await vi.waitFor(async () => expect((await notices.list(member.team.id))[0]?.attempts).toBe(1), {
    timeout: 10_000,
  });
  expect((await notices.list(member.team.id))[0]).toMatchObject({
    sentAt: null,
    lastError: expect.any(String),
  });
  refusing = false;
  clock.advance(2);
  const other = await owner(100);
  await print(other);
  await settled(1);
  // It is marked once the mail server has accepted it.
  await vi.waitFor(async () => expect((await notices.list(member.team.id))[0]?.sentAt).not.toBeNull());
});

it('logs a notice and marks it as sent if no mail server is configured', async () => {
  const lines: string[] = [];
  const member = await owner(5);
  const log = { warn: (_facts: object, text: string) => lines.push(text), info() {}, error() {} };
  const held = await server.store.ledger.hold({ teamId: member.team.id, amount: 4, at: clock.now() });
  if (held.kind !== 'held') throw new Error();
  await server.store.ledger.settle(held.hold, { at: clock.now() });
  const sender = startNoticeSender({
    store: server.store,
    smtpUrl: undefined,
    from: 'a@example.com',
    billingUrl: async () => 'http://billing',
    now: clock.now,
    log: log as never,
  });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await sender.close();
  expect(lines[0]).toBe(`${member.team.name}: 80 % of the monthly quota (2026-02) used`);
  expect((await server.store.notices.list(member.team.id))[0]?.sentAt).toEqual(clock.now());
});

/** Decodes the quoted-printable words of a header (RFC 2047). */
function decode(header: string): string {
  return header
    .replace(/\r\n /g, ' ')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_all, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .trim();
}
