/** The rate limits of teams, counted by several servers of a database together. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { hasPostgres, newDatabase, prepare } from '../support/postgres/new-database.ts';

async function openStores(count: number): Promise<Store[]> {
  const url = await newDatabase();
  const stores: Store[] = [];
  for (let index = 0; index < count; index++) {
    const store = await openPostgresStore({ prepare, url });
    onTestFinished(() => store.close());
    stores.push(store);
  }
  return stores;
}

describe.skipIf(!hasPostgres)('three servers', () => {
  it('count exactly the limit between them, each with its place in the window', async () => {
    const stores = await openStores(3);
    const taken = await Promise.all(
      Array.from({ length: 90 }, (_, index) => stores[index % 3]?.rateWindows?.take('team 1', 40, 60)),
    );
    const counted = taken.filter((window) => window?.isCounted);
    expect(counted.map((window) => Number(window?.used)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const ends = new Set(taken.map((window) => window?.endsAt));
    expect(ends.size).toBe(1);
    const [full] = taken.filter((window) => !window?.isCounted);
    expect(full).toMatchObject({ used: 40 });
    expect(Number(full?.endsAt) - Number(full?.now)).toBeGreaterThan(50_000);
    // Another team has a window of its own.
    expect(await stores[0]?.rateWindows?.take('team 2', 40, 60)).toMatchObject({ isCounted: true, used: 1 });
  });

  it('open the next window after the end of the first, and remove what has ended', async () => {
    const [one, two] = (await openStores(2)).map(({ rateWindows }) => rateWindows);
    expect(await one?.take('team 1', 1, 0.3)).toMatchObject({ isCounted: true });
    expect(await two?.take('team 1', 1, 0.3)).toMatchObject({ isCounted: false, used: 1 });
    await delay(350);
    expect(await two?.take('team 1', 1, 60)).toMatchObject({ isCounted: true, used: 1 });
    expect(await one?.sweep()).toBe(0);
    await one?.take('team 2', 1, 0.01);
    await delay(20);
    expect(await one?.sweep()).toBe(1);
    expect(await one?.take('team 1', 1, 60)).toMatchObject({ isCounted: false });
  });
});
