/** Only root can create a small file system to fill. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

it.runIf(isRoot)(
  'a full disk charges nothing and loses nothing, and service resumes once there is room',
  async () => {
    const dataDirectory = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', dataDirectory]);
    onTestFinished(() => void execFileSync('umount', ['-l', dataDirectory]));
    const store = openTestStore({ dataDirectory });
    const team = store.team();
    const { token } = store.tokens.create({ teamId: team.id });
    charge(store, team.id, 1, at);
    const hold = (teamId: number) => {
      const held = store.ledger.hold({ teamId, amount: 1, at });
      return held.kind === 'held' ? held.hold.id : 0;
    };
    const holdId = hold(team.id);
    // A request for the last PDF of its team's quota, which runs into the full disk.
    const small = store.team({ plan: 'discovery', quota: 1 });
    const unlucky = hold(small.id);
    const key = { teamId: small.id, key: 'k', requestHash: 'a', at };
    store.idempotency.begin(key);
    const other = { ...key, key: 'other' };
    store.idempotency.begin(other);

    const ballast = join(dataDirectory, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC');

    const full = expect.objectContaining({
      code: 'database_failed',
      message: expect.stringContaining('disk'),
    });
    // The log file may still have room for a page or two.
    expect(() => {
      for (let index = 0; index < 1_000; index++) charge(store, team.id, 1, at);
    }).toThrow(full);
    expect(() => store.checkWritable()).toThrow(full);
    expect(() => store.ledger.settle(unlucky, { at })).toThrow(full);
    expect(store.ledger.void(unlucky)).toBe(true);
    store.idempotency.release(small.id, 'k');
    const { current } = store.ledger.summary(team.id, at);
    expect(store.tokens.authenticate(token, at)?.team.id).toBe(team.id);

    const id = newDocumentId();
    await expect(store.documents.write(id, Buffer.alloc(100_000))).rejects.toMatchObject({
      code: 'file_unwritable',
    });

    rmSync(ballast);
    store.checkWritable();
    // Releases that failed on the full disk happen now.
    expect(store.idempotency.begin(other)).toEqual({ kind: 'running' });
    expect(store.idempotency.begin(key)).toEqual({ kind: 'new' });
    expect(store.idempotency.begin(key)).toEqual({ kind: 'running' });
    expect(hold(small.id)).toBeGreaterThan(0);
    expect(() => store.ledger.settle(unlucky, { at })).toThrow('is not pending');
    expect(store.ledger.summary(team.id, at).current).toBe(current);
    expect(store.ledger.settle(holdId, { at }).current).toBe(current + 1);
    await store.documents.write(id, Buffer.alloc(100_000));
    expect(readdirSync(join(dataDirectory, 'documents'))).toEqual([id]);
    expect(store.ledger.verify()).toEqual([]);
  },
);
