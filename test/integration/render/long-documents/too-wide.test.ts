import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

const table = (columns: number): string => {
  const row = `<tr>${'<td style="min-width: 20mm; padding: 0">cell</td>'.repeat(columns)}</tr>`;
  return `<!doctype html><title>Ledger</title><style>body { margin: 0 }</style>
    <table class="ledger" style="border-spacing: 0">${row.repeat(400)}</table>`;
};

it.each([
  [8, []],
  [
    12,
    [
      'table.ledger is 50 mm wider than the page, so that the whole document is shrunk to 79 %: make it narrower, turn the page (--landscape), or let its long words break (overflow-wrap: anywhere)',
    ],
  ],
])('a table of %i columns that is printed in parts is measured', async (columns, problems) => {
  const deadline = new Deadline();
  const longDocuments = { minRows: 50, maxRows: 150 };
  const { report } = await render(
    { template: templateOf(table(columns)), data: {} },
    { browser, deadline, longDocuments },
  );
  deadline.close();
  expect(report.longTable?.parts).toBeGreaterThan(1);
  expect(report.problems).toEqual(problems);
});
