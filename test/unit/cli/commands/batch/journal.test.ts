/** The state of a batch that survives killed runs. */
import { existsSync, readdirSync, readFileSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentHash, hasJournal, openJournal } from '../../../../../src/cli/commands/batch/journal.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

const a = contentHash('a');
const b = contentHash('b');
const identity = ['here', 'template', 'rows.csv', 'out'];

it('writes its id before anything else, and gives a resumed batch the keys of the first run', async () => {
  const folder = join(temporaryFolder(), 'made/with it');
  const first = await openJournal({ folder, identity, resume: false });
  expect(existsSync(folder)).toBe(false);
  first.begin();
  expect(JSON.parse(readFileSync(first.path, 'utf8'))).toEqual({ batch: expect.any(String) });
  const keys = [first.createKey(1, a), first.createKey(2, a), first.createKey(1, b)];
  expect(new Set(keys).size).toBe(3);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(255);
  // Never closed, like the journal of a killed run.
  const second = await openJournal({ folder, identity, resume: true });
  expect([second.createKey(1, a), second.createKey(2, a), second.createKey(1, b)]).toEqual(keys);
  first.close();
  second.close();
});

it('knows which rows are done, and with which content', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  first.done(5000, a);
  first.done(1, b);
  first.close();
  const second = await openJournal({ folder, identity, resume: true });
  expect([second.isDone(5000, a), second.isDone(5000, b), second.isDone(1, b), second.isDone(2, b)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([second.wasDone(5000), second.wasDone(4999)]).toEqual([true, false]);
  second.close();
});

it('a batch that is not resumed is a new one, and so is one with another identity', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  first.done(1, a);
  expect(hasJournal({ folder, identity })).toBe(true);
  expect(hasJournal({ folder, identity: [...identity, 'x'] })).toBe(false);
  const again = await openJournal({ folder, identity, resume: false });
  expect(again.isDone(1, a)).toBe(false);
  expect(again.createKey(1, a)).not.toBe(first.createKey(1, a));
  const other = await openJournal({ folder, identity: [...identity, 'x'], resume: true });
  expect(other.createKey(1, a)).not.toBe(again.createKey(1, a));
  other.begin();
  expect(readdirSync(folder)).toHaveLength(2);
  for (const journal of [first, again, other]) journal.close();
});

it('ignores a line that a kill has cut off, and keeps the lines after it intact', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  first.done(1, a);
  first.done(2, a);
  first.close();
  const text = readFileSync(first.path, 'utf8');
  truncateSync(first.path, text.length - 5);
  const second = await openJournal({ folder, identity, resume: true });
  expect([second.isDone(1, a), second.isDone(2, a)]).toEqual([true, false]);
  second.done(3, a);
  second.close();
  const third = await openJournal({ folder, identity, resume: true });
  expect([1, 2, 3].map((row) => third.isDone(row, a))).toEqual([true, false, true]);
  expect(third.createKey(9, a)).toBe(first.createKey(9, a));
  third.close();
});

it('a journal whose first line was cut off starts over', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  first.begin();
  truncateSync(first.path, 10);
  const second = await openJournal({ folder, identity, resume: true });
  second.done(1, a);
  second.close();
  const third = await openJournal({ folder, identity, resume: true });
  expect(third.isDone(1, a)).toBe(true);
  expect(third.createKey(1, a)).toBe(second.createKey(1, a));
  third.close();
  first.close();
});

it('a resumed batch sends a permanently rejected row under another key', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  const key = first.createKey(1, a);
  first.recordRejection(1, a);
  first.close();
  const second = await openJournal({ folder, identity, resume: true });
  expect(second.createKey(1, a)).not.toBe(key);
  expect(second.createKey(1, b)).toBe(first.createKey(1, b));
  expect(second.isDone(1, a)).toBe(false);
  second.close();
});

it('reports when the server may have forgotten its keys', async () => {
  const folder = temporaryFolder();
  const first = await openJournal({ folder, identity, resume: false });
  first.begin();
  first.close();
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  utimesSync(first.path, hours(23), hours(23));
  const fresh = await openJournal({ folder, identity, resume: true });
  fresh.close();
  utimesSync(first.path, hours(25), hours(25));
  const stale = await openJournal({ folder, identity, resume: true });
  stale.close();
  expect([fresh.isStale, stale.isStale]).toEqual([false, true]);
});
