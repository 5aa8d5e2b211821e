/** Several processes on one database, some of which are killed. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const inChild = fileURLToPath(new URL('charge-in-child.ts', import.meta.url));

async function startCharging(dataDirectory: string, teamId: number) {
  const child = execa(process.execPath, [inChild, dataDirectory, String(teamId), at.toISOString()], {
    reject: false,
  });
  await once(child.stdout, 'data');
  // Wrapped, because the child is also a promise of its own end.
  return { child };
}

it('processes that open a new directory concurrently all get the same database', async () => {
  const dataDirectory = join(temporaryFolder(), 'data');
  const script = fileURLToPath(new URL('open-in-child.ts', import.meta.url));
  const ends = await Promise.all([1, 2, 3, 4].map(() => execa(process.execPath, [script, dataDirectory])));
  expect(ends.map(({ stdout }) => stdout)).toEqual(['[]', '[]', '[]', '[]']);
  expect(await (await openTestStore({ dataDirectory })).teams.list()).toEqual([]);
});

const acknowledged = (stdout: string) => stdout.split('\n').filter((line) => line === 'posted').length;

it('processes that race for the last credits use all of them, and none twice', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 20 });
  await store.ledger.addCredits(team.id, 21);
  const children = await Promise.all([1, 2, 3].map(() => startCharging(store.dataDirectory, team.id)));
  for (const { child } of children) child.stdin.write('go\n');
  const ends = await Promise.all(children.map(({ child }) => child));
  expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const posted = ends.map(({ stdout }) => acknowledged(stdout));
  // A pending hold keeps others from the last credit until it is posted, so every credit is used.
  expect(posted.reduce((sum, count) => sum + count, 0)).toBe(41);
  expect(await store.ledger.summary(team.id, at)).toMatchObject({ current: 41, pack_credits: 0 });
  expect(await store.ledger.verify()).toEqual([]);
});

it('a process killed at any moment has charged every PDF that it acknowledged, and at most one more', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 30 });
  let current = 0;
  for (const delay of [3, 20, 60, 110]) {
    const { child } = await startCharging(store.dataDirectory, team.id);
    child.stdin.write('go\n');
    await wait(delay);
    child.kill('SIGKILL');
    const { stdout } = await child;
    const restarted = await store.again();
    expect(await restarted.ledger.voidPending()).toBeLessThanOrEqual(1);
    const charged = (await restarted.ledger.summary(team.id, at)).current - current;
    expect(charged - acknowledged(stdout)).toBeGreaterThanOrEqual(0);
    expect(charged - acknowledged(stdout)).toBeLessThanOrEqual(1);
    expect(await restarted.ledger.verify()).toEqual([]);
    current += charged;
  }
});
