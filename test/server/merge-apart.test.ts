/** Merging beside the main thread. */
import { expect, it } from 'vitest';
import { Deadline } from '../../src/core/deadline.ts';
import { mergeApart } from '../../src/server/merge-apart.ts';
import { readPdf } from '../read-pdf.ts';
import { plainJob, realBrowser } from '../real-browser.ts';

const browser = realBrowser();
const print = async (text: string) =>
  (await browser.print({ ...plainJob, html: `<p>${text}</p>` }, new Deadline())).pdf;

it('merges in order, and the main thread goes on meanwhile', async () => {
  const [one, two] = [await print('one'), await print('two')];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const merged = await mergeApart([one, two, ...Array.from({ length: 40 }, () => one)], new Deadline());
  clearInterval(timer);
  const { pages } = await readPdf(merged);
  expect([pages.length, pages[0], pages[1]]).toEqual([42, 'one', 'two']);
  expect(ticks).toBeGreaterThan(1);
});

it('ends with its deadline, and says what is wrong with a document', async () => {
  const pdf = await print('one');
  const caller = new AbortController();
  const cancelled = mergeApart([pdf], new Deadline(10_000, caller.signal));
  caller.abort(new Error('gone'));
  await expect(cancelled).rejects.toThrow('gone');
  await expect(mergeApart([pdf, new Uint8Array([1, 2])], new Deadline())).rejects.toThrow('Document 2');
});
