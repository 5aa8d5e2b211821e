/** PDF processing in worker threads. */
import { expect, it } from 'vitest';
import { getThreads } from '../../../src/browser/process/process-tree.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { runPdfTask } from '../../../src/server/rendering/pdf-thread.ts';
import { threadedPdfWork } from '../../../src/server/rendering/pdf-work.ts';
import { startStandardsChecker } from '../../../src/server/rendering/standards-check/standards-checker.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();
/** It starts no thread without a check. */
const work = threadedPdfWork(startStandardsChecker(1));
const print = async (text: string) =>
  (await browser.print({ ...plainJob, html: `<p>${text}</p>` }, new Deadline())).pdf;

const mergeInThread = (documents: readonly Uint8Array[], deadline: Deadline) =>
  runPdfTask({ kind: 'merge', documents }, deadline);

it('merges in order without blocking the main thread', async () => {
  const [one, two] = [await print('one'), await print('two')];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const merged = await mergeInThread([one, two, ...Array.from({ length: 40 }, () => one)], new Deadline());
  clearInterval(timer);
  const { pages } = await readPdf(merged);
  expect([pages.length, pages[0], pages[1]]).toEqual([42, 'one', 'two']);
  expect(ticks).toBeGreaterThan(1);
});

it('ends when its caller aborts, and names a document that is not a PDF', async () => {
  const pdf = await print('one');
  const caller = new AbortController();
  const cancelled = mergeInThread([pdf], new Deadline(10_000, caller.signal));
  caller.abort(new Error('gone'));
  await expect(cancelled).rejects.toThrow('gone');
  await expect(mergeInThread([pdf, new Uint8Array([1, 2])], new Deadline())).rejects.toThrow('Document 2');
});

it('compacts a document to less than half, and keeps its text', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => `<tr><td>${row}<td>row ${row}`).join('');
  const pdf = await print(`<table>${rows}</table>`);
  const properties = { metadata: { title: 'Rows' }, date: new Date(0) };
  const small = await runPdfTask({ kind: 'compact', pdf, properties }, new Deadline());
  expect(small.length).toBeLessThan(pdf.length / 2);
  expect((await readPdf(small)).info.Title).toBe('Rows');
  expect((await readPdf(small)).pages).toEqual((await readPdf(pdf)).pages);
});

/** Of this process. */
const threads = () => new Set(getThreads(process.pid));

it.runIf(process.platform === 'linux')('starts no thread for a document if one is free', async () => {
  const pdf = await print('one');
  const task = { kind: 'compact', pdf, properties: { metadata: {}, date: new Date(0) } } as const;
  await runPdfTask(task, new Deadline());
  const before = threads();
  for (let time = 0; time < 3; time++) await runPdfTask(task, new Deadline());
  expect([...threads()].filter((thread) => !before.has(thread))).toEqual([]);
  await Promise.all([runPdfTask(task, new Deadline()), runPdfTask(task, new Deadline())]);
  expect([...threads()].some((thread) => !before.has(thread))).toBe(true);
});

it('applies a base PDF repeatedly, and rejects one that is not a PDF', async () => {
  const [document, base] = [await print('above'), await print('below')];
  for (let time = 0; time < 3; time++) {
    const laid = await work.layUnder({ pdf: document, base }, new Deadline());
    expect((await readPdf(laid)).pages.join()).toMatch(/below.*above|above.*below/s);
  }
  const wrong = work.layUnder({ pdf: document, base: new Uint8Array([1, 2, 3]) }, new Deadline());
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_template' });
});

it('lays a base PDF of 60,000 pages without blocking the main thread', async () => {
  const document = await print('above');
  const base = manyPages(60_000);
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await work.layUnder({ pdf: document, base }, new Deadline(60_000));
  clearInterval(timer);
  // In the main thread, where the work takes as long, the timer has at most a few turns.
  expect(ticks).toBeGreaterThan(20);
});

function manyPages(count: number): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/MediaBox[0 0 595 842]/Kids[${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R>>'),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
  );
}
