/** What is on each page, as veraPDF judges it: fixed elements, heads and feet of tables, and their links. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer } from '../../../src/index.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { otherBrowser } from '../../support/real-browser.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const begin = '<!doctype html><html lang="en"><title>Repeated</title><h1>Repeated</h1>';
const link = '<a href="https://example.com/">Example</a>';
const paged = (count: number) =>
  Array.from({ length: count }, (_, i) => `<p style="break-before: page">Text ${i}`).join('');
const rows = Array.from({ length: 150 }, (_, i) => `<tr><td>Row ${i}<td>${i}`).join('');
const documents = {
  fixed: `<div style="position: fixed; bottom: 0; border: 1px solid; background: #eee">${link}</div>${paged(5)}`,
  translucent: `<div style="position: fixed; top: 9cm; opacity: 0.4; transform: rotate(30deg)">${link}</div>${paged(5)}`,
  table: `<table><thead><tr><th>${link}<th>Sum</thead><tfoot><tr><td>Total<td>${link}</tfoot><tbody>${rows}</table>`,
  collapsed: `<table style="border-collapse: collapse" border><thead><tr><th>${link}<th>Sum</thead><tbody>${rows}</table>`,
};

it.skipIf(!findJudges())('holds PDF/A-2a and PDF/UA-1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  const files: string[] = [];
  for (const [name, body] of Object.entries(documents)) {
    const file = join(folder, `${name}.pdf`);
    writeFileSync(file, (await renderer.html(begin + body, { pdfa: '2a', pdfua: true })).pdf);
    files.push(file);
  }
  for (const level of ['2a', 'ua1'] as const) {
    const verdicts = [...(await judgeByVeraPdf(files, level)).values()];
    expect(verdicts.map(({ valid, failures }) => ({ valid, failures }))).toEqual(
      files.map(() => ({ valid: true, failures: [] })),
    );
  }
  rmSync(folder, { recursive: true });
});

it('has a link for each of 150 pages', async () => {
  const { pdf } = await renderer.html(
    `${begin}<div style="position: fixed; bottom: 0">${link}</div>${paged(150)}`,
  );
  const { links, pages } = await readPdf(pdf);
  expect(pages.length).toBeGreaterThanOrEqual(150);
  expect(links).toEqual(pages.map(() => 'https://example.com/'));
});
