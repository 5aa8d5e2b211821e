/** A server prints a table of thousands of rows in parts, and sends one document. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { ask, startServe } from '../support/running-server.ts';

it('a request with a table of 3,000 rows returns all of them, with page numbers of the whole', async () => {
  const server = await startServe(join(temporaryFolder(), 'data'), ['--timeout', '5m']);
  const response = await ask(server, server.token, '/api/v1/html-to-pdf', {
    html: `<!doctype html><html lang="en"><title>Ledger</title><style>td { font: 5pt/1 sans-serif; padding: 0 }</style>
<h1>Ledger</h1><table><thead><tr><th>No<tbody>{% for k in 1..3000 %}<tr><td>{{ k }}.{% endfor %}</table>`,
    config: { footer: '<span class="pageNumber"></span> of <span class="totalPages"></span>' },
    output: 'binary',
  });
  expect(response.status).toBe(200);
  const { pages } = await readPdf(Buffer.from(await response.arrayBuffer()));
  const rows = pages.join('\n').match(/\d+\./g);
  expect(rows).toEqual(Array.from({ length: 3_000 }, (_, i) => `${i + 1}.`));
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('No');
    expect(page).toContain(`${i + 1} of ${pages.length}`);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('pdfapi_long_tables_total{printed="parts"} 1');
  expect(await server.stop()).toBe(0);
});
