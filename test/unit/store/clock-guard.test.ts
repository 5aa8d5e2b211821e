import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ClockGuard } from '../../../src/store/clock-guard.ts';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { SqliteDatabase } from '../../../src/store/database/sqlite-database.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-03-10T12:00:00Z');

/** A database that was last used at `start`. A restart reads what it has. */
async function usedDatabase() {
  const { dataDirectory, close } = await openTestStore({ now: () => new Date(start) });
  await close();
  const connection = new DatabaseConnection(join(dataDirectory, 'database.sqlite'));
  onTestFinished(() => connection.close());
  const database = new SqliteDatabase(connection);
  return async (time: number) => {
    const clock = { time, monotonic: 5_000 };
    const guard = new ClockGuard(
      database,
      () => new Date(clock.time),
      () => clock.monotonic,
    );
    await guard.open();
    return {
      guard,
      run: (ms: number) => {
        clock.time += ms;
        clock.monotonic += ms;
      },
      jump: (ms: number) => {
        clock.time += ms;
      },
    };
  };
}

it.each([
  ['at once', 0, 'trusted'],
  ['after an hour', hour, 'trusted'],
  ['after two hours', 2 * hour, 'settling'],
  ['after forty days', 40 * day, 'settling'],
  ['after a year', 366 * day, 'settling'],
  ['ten years ahead', 3_650 * day, 'ahead'],
  ['two hours before', -2 * hour, 'behind'],
  ['in 1970', -start, 'behind'],
])('a start %s finds the clock %s', async (_, ms, state) => {
  const open = await usedDatabase();
  const { guard } = await open(start + ms);
  expect(guard.state).toBe(state);
  if (state === 'ahead')
    expect(() => guard.assertTrusted()).toThrow(expect.objectContaining({ code: 'clock_unconfirmed' }));
  else guard.assertTrusted();
});

it('trusts a clock that was forty days ahead when it has run for an hour, also after restarts only then', async () => {
  const open = await usedDatabase();
  for (let restart = 0; restart < 3; restart++) {
    const { guard, run } = await open(start + 40 * day + restart * 0.9 * hour);
    run(0.9 * hour);
    expect(await guard.note()).toBe('settling');
  }
  const { guard, run } = await open(start + 41 * day);
  expect(guard.state).toBe('settling');
  run(hour);
  expect(await guard.note()).toBe('trusted');
  expect((await open(start + 41 * day + hour)).guard.state).toBe('trusted');
});

it('starts the hour again when the clock jumps again, and ends it when the clock is set back', async () => {
  const open = await usedDatabase();
  const { guard, run, jump } = await open(start);
  jump(40 * day);
  expect(guard.state).toBe('settling');
  run(0.9 * hour);
  jump(3 * day);
  expect(guard.state).toBe('settling');
  run(0.5 * hour);
  expect(guard.state).toBe('settling');
  jump(-43 * day);
  expect(guard.state).toBe('trusted');
});

it('never trusts a clock that is years ahead by itself, and goes on when it is set right', async () => {
  const open = await usedDatabase();
  const { guard, run, jump } = await open(start);
  jump(3_650 * day);
  for (let days = 0; days < 30; days++) {
    run(day);
    expect(await guard.note()).toBe('ahead');
  }
  jump(-3_650 * day);
  expect(await guard.note()).toBe('trusted');
  guard.assertTrusted();
});

it('trusts a clock that an operator confirms in another process', async () => {
  const open = await usedDatabase();
  const { guard } = await open(start + 3_650 * day);
  expect(await guard.note()).toBe('ahead');
  await (await open(start + 3_650 * day + 30_000)).guard.confirm();
  expect(await guard.note()).toBe('trusted');
});

it('does not take a slow drift or a daylight saving for a jump', async () => {
  const open = await usedDatabase();
  const { guard, run, jump } = await open(start);
  for (let count = 0; count < 50; count++) {
    run(hour);
    jump(count % 2 === 0 ? 0.9 * hour : -0.9 * hour);
    expect(await guard.note()).toBe('trusted');
  }
});
