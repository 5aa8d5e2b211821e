import { expect, it } from 'vitest';
import { printBothWays, templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

it('a document whose parts are larger than allowed together fails', async () => {
  const html = `<!doctype html><title>Ledger</title><table>${'<tr><td>Movement</td></tr>'.repeat(400)}</table>`;
  const printing = printBothWays(browser, templateOf(html), { tools: { maxBytes: 10_000 } });
  await expect(printing).rejects.toMatchObject({
    code: 'memory_limit',
    message: 'The PDF has more than 0 MiB.',
  });
});
