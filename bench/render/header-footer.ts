/**
 * Compares headers and footers that are laid over with those that Chromium prints, in turns. Both are tagged, because
 * rendering does that as well. Prints milliseconds per PDF: the tenth, the quarter and the middle of all rounds.
 */
import { startBrowserPool } from '../../src/core/browser/browser-pool.ts';
import { defaultCacheDirectory } from '../../src/core/browser/install/cache-directory.ts';
import { Deadline } from '../../src/core/deadline.ts';
import { plainHeaderFooter } from '../../src/core/paged/overlay/plain-header-footer.ts';
import { printLayers } from '../../src/core/paged/print-layers.ts';
import { layOverPages, tagPrinted } from '../../src/core/pdf/index.ts';
import { pdfWorkInThisThread } from '../../src/core/pdf-work.ts';
import { jobOf } from './ways.ts';
import { workloads } from './workloads.ts';

const rounds = Number(process.env.ROUNDS ?? 60);
const text = `<p>${'Text that fills the lines of a page. '.repeat(25)}</p>`;
const [receipt, invoice] = workloads;
if (!receipt || !invoice) throw new Error('There are no workloads.');

const documents = {
  'w2: an invoice, one page with a web font': { html: invoice.html, rounds },
  'w1 with the header and footer of w2': { html: receipt.html, rounds },
  'a text of 30 pages': { html: `<h1>Text</h1>${text.repeat(140)}`, rounds: Math.ceil(rounds / 4) },
};

const browser = startBrowserPool({
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
  workers: 1,
});

for (const [name, { html, rounds: count }] of Object.entries(documents)) {
  const { header, footer, ...job } = jobOf({ ...invoice, html }, 'owner');
  const ways = [
    {
      times: [] as number[],
      async print(deadline: Deadline) {
        const content = plainHeaderFooter({ header, footer });
        const work = pdfWorkInThisThread;
        const { printed, layers } = await printLayers(job, content, { browser, deadline, work });
        let pdf: Uint8Array = await tagPrinted({ pdf: printed.pdf });
        for (const { pdf: overlay, places } of layers) pdf = layOverPages(pdf, overlay, places);
      },
    },
    {
      times: [] as number[],
      async print(deadline: Deadline) {
        const { pdf } = await browser.print({ ...job, header, footer }, deadline);
        await tagPrinted({ pdf });
      },
    },
  ] as const;
  for (let round = -2; round < count; round++) {
    for (const { print, times } of round % 2 ? ways : ways.toReversed()) {
      const deadline = new Deadline(60_000);
      const start = performance.now();
      await print(deadline);
      if (round >= 0) times.push(performance.now() - start);
      deadline.close();
    }
  }
  const shares = [0.1, 0.25, 0.5].map((share) => {
    const [over = 0, own = 0] = ways.map(
      ({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)],
    );
    return `${over.toFixed(1)} / ${own.toFixed(1)} = ${(over / own).toFixed(2)}`;
  });
  console.log(`${name}: laid over / Chromium: ${shares.join(', ')}`);
}
await browser.close();
