/** Only root can create a small file system to fill. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { charge, claimKey, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

it.runIf(isRoot)(
  'a full disk charges nothing and loses nothing, and service resumes once there is room',
  async () => {
    const dataDirectory = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', dataDirectory]);
    onTestFinished(() => void execFileSync('umount', ['-l', dataDirectory]));
    const store = await openTestStore({ dataDirectory });
    const team = await store.team();
    const { token } = await store.tokens.create({ teamId: team.id });
    await charge(store, team.id, 1, at);
    const hold = async (teamId: number) => {
      const held = await store.ledger.hold({ teamId, amount: 1, at });
      if (held.kind !== 'held') throw new Error(held.kind);
      return held.hold;
    };
    const first = await hold(team.id);
    // A request for the last PDF of its team's quota, which runs into the full disk.
    const small = await store.team({ plan: 'discovery', quota: 1 });
    const unlucky = await hold(small.id);
    const key = { teamId: small.id, key: 'k', requestHash: 'a', at };
    const claim = await claimKey(store, key);
    const other = { ...key, key: 'other' };
    await store.idempotency.begin(other);

    const ballast = join(dataDirectory, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC');

    const full = expect.objectContaining({
      code: 'database_failed',
      message: expect.stringContaining('disk'),
    });
    // The log file may still have room for a page or two.
    const fill = async () => {
      for (let index = 0; index < 1_000; index++) await charge(store, team.id, 1, at);
    };
    await expect(fill()).rejects.toThrow(full);
    await expect(store.checkWritable()).rejects.toThrow(full);
    await expect(store.ledger.settle(unlucky, { at })).rejects.toThrow(full);
    expect(await store.ledger.void(unlucky)).toBe(true);
    await store.idempotency.release(claim);
    const { current } = await store.ledger.summary(team.id, at);
    expect((await store.tokens.authenticate(token, at))?.team.id).toBe(team.id);

    const id = newDocumentId();
    await expect(store.documents.write(id, Buffer.alloc(100_000))).rejects.toMatchObject({
      code: 'documents_unavailable',
      message: expect.stringContaining('the disk is full'),
    });

    rmSync(ballast);
    await store.checkWritable();
    // Releases that failed on the full disk happen now.
    expect(await store.idempotency.begin(other)).toEqual({ kind: 'running' });
    expect(await store.idempotency.begin(key)).toEqual({ kind: 'new', claim });
    expect(await store.idempotency.begin(key)).toEqual({ kind: 'running' });
    expect((await hold(small.id)).id).toBeGreaterThan(0);
    await expect(store.ledger.settle(unlucky, { at })).rejects.toMatchObject({ code: 'lease_expired' });
    expect((await store.ledger.summary(team.id, at)).current).toBe(current);
    expect((await store.ledger.settle(first, { at })).current).toBe(current + 1);
    await store.documents.write(id, Buffer.alloc(100_000));
    expect(readdirSync(join(dataDirectory, 'documents'))).toEqual([id]);
    expect(await store.ledger.verify()).toEqual([]);
  },
);
