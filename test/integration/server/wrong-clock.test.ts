/** A machine whose clock is wrong for one start: nothing is removed, and no month is used up. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { signedUrls } from '../../../src/server/billing/signed-url.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';
import { charge } from '../../support/store/open-test-store.ts';

const day = 24 * 60;

it('keeps documents and the month through a start in forty days and one in ten years', async () => {
  const clock = testClock('2026-11-28T10:00:00Z');
  const dataDir = temporaryFolder();
  const log: string[] = [];
  const settings = {
    browser: false,
    dataDir,
    now: clock.now,
    hasDocumentFiles: true,
    timeouts: { sweep: 100 },
  };
  let databaseUrl: string | undefined;
  const start = async () =>
    await startTestServer({ ...settings, databaseUrl, onLog: (line) => log.push(line) });
  const logged = async (text: string) =>
    await vi.waitFor(() => expect(log.filter((line) => line.includes(text))).toHaveLength(1));

  const first = await start();
  ({ databaseUrl } = first);
  const member = await first.team();
  const { id, path } = await storeDocument(first, member.team.id, clock.now());
  const nextYear = new Date('2027-11-28T10:00:00Z');
  const { token } = await first.store.tokens.create({ teamId: member.team.id, expiresAt: nextYear });
  const key = { 'idempotency-key': 'once' };
  const failed = await member.post('html-to-pdf', { html: '{{ x' }, key);
  expect(failed.status).toBe(422);
  await first.stop();

  clock.advance(40 * day);
  const jumped = await start();
  await logged('nothing that has expired is removed for an hour');
  await delay(500);
  expect(existsSync(join(dataDir, 'documents', id))).toBe(true);
  expect((await jumped.stranger().get(path)).status).toBe(410);
  const repeated = await jumped.stranger(member.token).post('html-to-pdf', { html: '{{ x' }, key);
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([422, 'true']);
  await jumped.stop();

  clock.advance(3_650 * day);
  const wrong = await start();
  await logged('no PDF is charged and nothing is removed');
  const asked = await wrong.stranger(member.token).post('html-to-pdf', { html: '{{ x' }, key);
  expect([asked.status, asked.json.code]).toEqual([503, 'clock_unconfirmed']);
  // Neither the address nor the token has expired: the clock only says so.
  const unsure = [await wrong.stranger().get(path), await wrong.stranger(token).get('usage')];
  expect(unsure.map(({ status, json }) => [status, json.code])).toEqual(
    unsure.map(() => [503, 'clock_unconfirmed']),
  );
  const ready = await wrong.stranger().get('/readyz');
  expect([ready.status, ready.json.checks.clock]).toEqual([
    503,
    '3690 days ahead of the last run, and not confirmed',
  ]);
  await delay(300);
  expect(existsSync(join(dataDir, 'documents', id))).toBe(true);
  await wrong.stop();

  clock.advance(-3_690 * day);
  const right = await start();
  expect((await right.stranger().get(path)).status).toBe(200);
  expect((await right.stranger(token).get('usage')).status).toBe(200);
  const again = await right.stranger(member.token).post('html-to-pdf', { html: '{{ x' }, key);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([422, 'true']);
  expect(await right.store.ledger.teamsAhead(clock.now())).toEqual([]);
  expect(await right.store.ledger.summary(member.team.id, clock.now())).toMatchObject({ current: 1 });
  expect(await right.store.ledger.verify()).toEqual([]);
  await right.stop();
});

it('warns of teams that are charged on a day to come, and removes what expired under a clock that it trusts', async () => {
  const clock = testClock('2026-11-28T10:00:00Z');
  const log: string[] = [];
  const options = { browser: false, now: clock.now, hasDocumentFiles: true, timeouts: { sweep: 100 } };
  const dataDir = temporaryFolder();
  const server = await startTestServer({ ...options, dataDir });
  const { team } = await server.team();
  await charge(server.store, team.id, 1, new Date('2027-01-07T10:00:00Z'));
  const { id } = await storeDocument(server, team.id, clock.now());
  clock.advance(59);
  await delay(300);
  expect(existsSync(join(dataDir, 'documents', id))).toBe(true);
  clock.advance(2);
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'documents', id))).toBe(false));
  await server.stop();
  const again = await startTestServer({
    ...options,
    dataDir,
    databaseUrl: server.databaseUrl,
    onLog: (line) => log.push(line),
  });
  await vi.waitFor(() => expect(log.join('\n')).toContain('pdfapi admin clock repair'));
  await again.stop();
});

/** Stores a document that expires in an hour, as a request does. */
async function storeDocument({ store }: TestServer, teamId: number, at: Date) {
  const id = newDocumentId();
  const bytes = Buffer.from('%PDF-1.7');
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  if (held.kind !== 'held') throw new Error(held.kind);
  const sha256 = await store.documents.write(id, bytes);
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const document = { id, teamId, filename: 'a.pdf', size: bytes.length, createdAt: at, expiresAt, sha256 };
  await store.ledger.settle(held.hold, { at, document });
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  const path = await signedUrls(() => store.signingKeys()).sign(`/documents/${id}/a.pdf`, seconds);
  return { id, path };
}
