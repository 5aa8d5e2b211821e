import { getPriority } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { niceValues } from '../../../../src/browser/process/process-priority.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { processesBelow } from '../../../support/browser/process-list.ts';
import { browserOptions, plainJob } from '../../../support/real-browser.ts';

const pool = startBrowserPool({ ...browserOptions, workers: 1 });
afterAll(() => pool.close());

const print = async (isLong: boolean) => {
  const deadline = new Deadline(60_000);
  try {
    await pool.print({ ...plainJob, html: '<p>Text</p>', owner: 'team', isLong }, deadline);
  } finally {
    deadline.close();
  }
};

/** The renderers with a priority. */
const renderers = (niceValue: number) =>
  processesBelow(pool.status().pid ?? 0)
    .filter(({ pid, command }) => command.includes('--type=renderer') && priorityOf(pid) === niceValue)
    .map(({ pid }) => pid);

/** Undefined for a process that has ended. */
function priorityOf(pid: number): number | undefined {
  try {
    return getPriority(pid);
  } catch {
    return undefined;
  }
}

it.runIf(process.platform === 'linux')(
  'long documents of an owner share a page of their own, and leave the one of its short documents',
  async () => {
    await pool.ready();
    await print(false);
    const short = renderers(niceValues.browser);
    await print(true);
    const [long, ...others] = renderers(niceValues.longRunning);
    expect([long, others]).toEqual([expect.any(Number), []]);
    await print(true);
    expect(renderers(niceValues.longRunning)).toEqual([long]);
    await print(false);
    expect(renderers(niceValues.browser)).toEqual(expect.arrayContaining(short.slice(0, 1)));
  },
);
