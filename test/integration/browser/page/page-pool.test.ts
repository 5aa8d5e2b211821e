import { afterAll, expect, it } from 'vitest';
import { openPagePool } from '../../../../src/browser/page/page-pool.ts';
import { startBrowserProcess } from '../../../../src/browser/process/browser-process.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { browserOptions } from '../../../support/real-browser.ts';

const process = await startBrowserProcess(browserOptions);
afterAll(() => process.kill());

/** Owners who have used much processor time, as a watchdog would say. */
const busy = new Set<string | undefined>();
const watch = {
  enter: () => ({ leave: () => {}, isSlowed: false, takeReason: () => undefined }),
  enterOpening: () => () => {},
  hasUsedMuch: (owner: string | undefined) => busy.has(owner),
};
const pool = openPagePool({ ...process, watch }, 4);

async function take(owner: string, { isLong = false } = {}) {
  const deadline = new Deadline();
  const pooled = await pool.take({ owner, isLong, scripts: false }, deadline);
  deadline.close();
  return pooled;
}

it('an owner keeps its page without priority as long as it has used much processor time', async () => {
  busy.add('a');
  const first = await take('a');
  pool.give(first, { isLarge: false, isSlowed: true });
  expect((await take('other')).page).not.toBe(first.page);
  const second = await take('a');
  expect(second.page).toBe(first.page);
  // What a page has lost, it does not regain with a document that is not slowed itself.
  pool.give(second, { isLarge: false, isSlowed: false });
  busy.delete('a');
  const third = await take('a');
  expect(third.page).not.toBe(first.page);
  pool.give(third, { isLarge: false, isSlowed: false });
  expect((await take('a')).page).toBe(third.page);
});

it('a long document neither gets the page of short ones nor leaves them its own', async () => {
  busy.add('b');
  const short = await take('b');
  pool.give(short, { isLarge: false, isSlowed: true });
  const long = await take('b', { isLong: true });
  expect(long.page).not.toBe(short.page);
  pool.give(long, { isLarge: false, isSlowed: true });
  expect((await take('b')).page).toBe(short.page);
  expect((await take('b', { isLong: true })).page).toBe(long.page);
});
