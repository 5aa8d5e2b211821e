/** Documents that were printed in parts hold PDF/A-3a and PDF/UA-1. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { printBothWays, templateOf } from '../../support/long-documents/print-both-ways.ts';
import { noiseJpeg } from '../../support/pictures/noise-jpeg.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

const last = 499;
const row = (i: number): string =>
  `<tr id="r${i}"><th scope="row">${i}</th><td rowspan="1">Movement ${(i * 7919) % 9973}</td><td>${i % 50 === 0 ? `<a href="#r${last - i}">see also</a>` : i % 7 === 0 ? '' : 'text'}</td></tr>`;
const rowsFrom = (start: number, count: number): string =>
  Array.from({ length: count }, (_, i) => row(start + i)).join('');

const style =
  'table{width:100%;border-collapse:collapse}td,th{border:1px solid}tbody tr:nth-child(even){background:#eee}';
const ledger = (bodies: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>Ledger</title><style>${style}${more}</style></head><body><h1>Ledger</h1><table><thead><tr><th>No</th><th>Text</th><th>More</th></tr></thead>${bodies}<tfoot><tr><td colspan="3">carried forward</td></tr></tfoot></table><h2>End</h2></body></html>`;

const groups = Array.from(
  { length: 25 },
  (_, i) => `<tbody><tr><th colspan="3">Group ${i}</th></tr>${rowsFrom(i * 20, 20)}</tbody>`,
).join('');
const numbers =
  'tbody tr{counter-increment:row}tbody th::before{content:counter(row) ". "}h2::after{content:" of " counter(row)}';
const picture = noiseJpeg({ width: 320, height: 200 });
const pictured = Array.from(
  { length: 120 },
  (_, i) =>
    `<tr><th scope="row">${i}</th><td>Item<ul><li>one</li><li>two</li></ul></td><td><img src="a.jpg" alt="Picture ${i}" style="height:${8 + (i % 5) * 4}mm"></td></tr>`,
).join('');

const documents: readonly (readonly [name: string, html: string, maxRows?: number])[] = [
  ['plain', ledger(`<tbody>${rowsFrom(0, 500)}</tbody>`)],
  ['groups', ledger(groups)],
  ['numbers', ledger(`<tbody>${rowsFrom(0, 500)}</tbody>`, numbers)],
  ['pictures', ledger(`<tbody>${pictured}</tbody>`), 60],
];

describe.skipIf(!findJudges())('documents that were printed in parts', () => {
  it('hold PDF/A-3a and PDF/UA-1', { timeout: 300_000 }, async () => {
    const request = { standards: { pdfa: '3a', pdfua: true } } as const;
    const page = { footer: '<span class="pageNumber"></span>' };
    const assets = assetsOf({ 'a.jpg': { type: 'image/jpeg', bytes: picture } });
    const files: string[] = [];
    for (const [name, html, maxRows] of documents) {
      const template = templateOf(html, { page, assets, scripts: false });
      const tools = maxRows === undefined ? {} : { maxRows };
      const { parts, outcome } = await printBothWays(browser, template, { request, tools });
      expect(outcome?.parts, name).toBeGreaterThan(1);
      const file = join(folder, `${name}.pdf`);
      writeFileSync(file, parts);
      files.push(file);
    }
    for (const flavour of ['3a', 'ua1'] as const) {
      const verdicts = await judgeByVeraPdf(files, flavour);
      const failures = files.map((file) => verdicts.get(file)?.failures);
      expect(failures, flavour).toEqual(files.map(() => []));
      expect([...verdicts.values()].every(({ valid }) => valid)).toBe(true);
    }
  });
});
