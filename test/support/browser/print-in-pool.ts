/** Prints in a pool of browsers, and waits for what happens to them. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import type { BrowserPool } from '../../../src/browser/browser-pool.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { readPdf } from '../read-pdf.ts';
import { plainJob } from '../real-browser.ts';

/** Returns the text of the first page. */
export async function print(
  pool: BrowserPool,
  job: Partial<PrintJob> = {},
  timeoutMs = 30_000,
  signal?: AbortSignal,
) {
  const deadline = new Deadline(timeoutMs, signal);
  try {
    const { pdf } = await pool.print({ ...plainJob, owner: 'team', ...job }, deadline);
    return (await readPdf(pdf)).pages[0];
  } finally {
    deadline.close();
  }
}

/** Fails if the condition is still false after 20 s. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition() && tries < 1_000; tries++) await delay(20);
  expect(condition()).toBe(true);
}
