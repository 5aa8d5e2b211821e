/** Which timers of a page run must not depend on how busy the machine is. */
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import type { Browser } from '../../../src/browser/browser.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { shownTimers, timersPage } from '../../support/browser/timers-page.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, plainJob, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function textOf(pool: Browser, owner?: string): Promise<string> {
  const deadline = new Deadline(60_000);
  try {
    const job = { ...plainJob, html: timersPage, ...(owner === undefined ? {} : { owner }) };
    const { pages } = await readPdf((await pool.print(job, deadline)).pdf);
    return pages.join('\n').replaceAll(/\s+/g, ' ').trim();
  } finally {
    deadline.close();
  }
}

it('the same timers run on a busy machine', async () => {
  const pool = startBrowserPool({ ...browserOptions, workers: 2 });
  onTestFinished(() => pool.close());
  await pool.ready();
  const load = Array.from({ length: 3 }, () => new Worker('for (;;);', { eval: true }));
  onTestFinished(async () => {
    await Promise.all(load.map((each) => each.terminate()));
  });
  const texts: string[] = [];
  // Prints three at a time, some for one owner, whose pages are reused, and then twice in a single-use browser.
  for (let round = 0; round < 6; round++) {
    const printed = ['a', 'a', `b${round}`].map((owner) => textOf(pool, owner));
    texts.push(...(await Promise.all(printed)));
  }
  texts.push(await textOf(browser), await textOf(browser));
  expect(texts).toEqual(Array.from({ length: 20 }, () => shownTimers));
}, 180_000);
