/** The time that servers with different clocks agree on. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseClock } from '../../src/store/database/database-clock.ts';
import { PostgresDatabase } from '../../src/store/database/postgres-database.ts';
import { hasPostgres, newDatabase, prepare } from '../support/postgres/new-database.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.skipIf(!hasPostgres)('the clock of a database', () => {
  it.each([
    ['ten minutes ahead', 10 * minute],
    ['ten minutes behind', -10 * minute],
    ['a day ahead', day],
    ['right', 0],
  ])('corrects that of a machine which is %s', async (_, ahead) => {
    const database = new PostgresDatabase({ prepare, url: await newDatabase() });
    onTestFinished(() => database.close());
    const clock = new DatabaseClock(database, () => new Date(Date.now() + ahead));
    // The database runs on this machine, so their clocks are the same.
    expect(Math.abs(clock.now().getTime() - Date.now() - ahead)).toBeLessThan(1_000);
    await clock.measure();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
    expect(Math.abs(clock.offsetMs + ahead)).toBeLessThan(1_000);
  });

  it('is off by no more than half the time of an answer', async () => {
    let own = 1_000;
    const slow = {
      checkWritable: async () => {
        own += 40;
        return { now: 1_500 };
      },
    };
    const clock = new DatabaseClock(slow, () => new Date(own));
    await clock.measure();
    expect(clock.offsetMs).toBe(480);
  });
});
