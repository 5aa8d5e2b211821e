/** Work on PDFs beside the main thread. */
import { expect, it } from 'vitest';
import { Deadline } from '../../src/core/deadline.ts';
import { runPdfTask } from '../../src/server/pdf-thread.ts';
import { readPdf } from '../read-pdf.ts';
import { plainJob, realBrowser } from '../real-browser.ts';

const browser = realBrowser();
const print = async (text: string) =>
  (await browser.print({ ...plainJob, html: `<p>${text}</p>` }, new Deadline())).pdf;

const mergeInThread = (documents: readonly Uint8Array[], deadline: Deadline) =>
  runPdfTask({ kind: 'merge', documents }, deadline);

it('merges in order, and the main thread goes on meanwhile', async () => {
  const [one, two] = [await print('one'), await print('two')];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const merged = await mergeInThread([one, two, ...Array.from({ length: 40 }, () => one)], new Deadline());
  clearInterval(timer);
  const { pages } = await readPdf(merged);
  expect([pages.length, pages[0], pages[1]]).toEqual([42, 'one', 'two']);
  expect(ticks).toBeGreaterThan(1);
});

it('ends with its deadline, and says what is wrong with a document', async () => {
  const pdf = await print('one');
  const caller = new AbortController();
  const cancelled = mergeInThread([pdf], new Deadline(10_000, caller.signal));
  caller.abort(new Error('gone'));
  await expect(cancelled).rejects.toThrow('gone');
  await expect(mergeInThread([pdf, new Uint8Array([1, 2])], new Deadline())).rejects.toThrow('Document 2');
});

it('makes a document smaller, with all its text', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => `<tr><td>${row}<td>row ${row}`).join('');
  const pdf = await print(`<table>${rows}</table>`);
  const properties = { metadata: { title: 'Rows' }, date: new Date(0) };
  const small = await runPdfTask({ kind: 'compact', pdf, properties }, new Deadline());
  expect(small.length).toBeLessThan(pdf.length / 2);
  expect((await readPdf(small)).info.Title).toBe('Rows');
  expect((await readPdf(small)).pages).toEqual((await readPdf(pdf)).pages);
});
