/** A document that was printed in parts holds PDF/A-3a and PDF/UA-1. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { printBothWays, templateOf } from '../../support/long-tables/print-both-ways.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

const rows = Array.from(
  { length: 500 },
  (_, i) =>
    `<tr id="r${i}"><th scope="row">${i}</th><td rowspan="1">Movement ${(i * 7919) % 9973}</td><td>${i % 50 === 0 ? `<a href="#r${499 - i}">see also</a>` : i % 7 === 0 ? '' : 'text'}</td></tr>`,
).join('');
const html = `<!doctype html><html lang="en"><head><title>Ledger</title><style>table{width:100%;border-collapse:collapse}td,th{border:1px solid}tbody tr:nth-child(even){background:#eee}</style></head><body><h1>Ledger</h1><table><thead><tr><th>No</th><th>Text</th><th>More</th></tr></thead><tbody>${rows}</tbody></table><h2>End</h2></body></html>`;

describe.skipIf(!findJudges())('a document that was printed in parts', () => {
  it('holds PDF/A-3a and PDF/UA-1', { timeout: 300_000 }, async () => {
    const request = { standards: { pdfa: '3a', pdfua: true } } as const;
    const page = { footer: '<span class="pageNumber"></span>' };
    const { parts, outcome } = await printBothWays(browser, templateOf(html, { page }), { request });
    expect(outcome?.parts).toBeGreaterThan(2);
    const folder = mkdtempSync(join(tmpdir(), 'pdfapi-long-'));
    try {
      const file = join(folder, 'ledger.pdf');
      writeFileSync(file, parts);
      for (const flavour of ['3a', 'ua1'] as const) {
        const verdict = (await judgeByVeraPdf([file], flavour)).get(file);
        expect(verdict, flavour).toMatchObject({ valid: true, failures: [] });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
