/** The command prints a table of thousands of rows in parts, and says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run } from '../../support/run.ts';

const table = (rows: number, css = ''): string =>
  `<!doctype html><html lang="en"><title>Ledger</title><style>${css}</style><h1>Ledger</h1><table><thead><tr><th>No<th>Text</thead><tbody>${Array.from({ length: rows }, (_, i) => `<tr><td>${i}<td>Movement ${i}.`).join('')}</table></html>`;

const print = async (html: string) => {
  const cwd = temporaryFolder({
    'ledger.html': html,
    'footer.html': '<span class="pageNumber"></span> of <span class="totalPages"></span>',
  });
  const args = ['html', 'ledger.html', '--footer', 'footer.html', '--report', 'report.json'];
  const { exitCode, stderr } = await run([...args, '--timeout', '3m'], { cwd });
  expect(stderr).not.toContain('error');
  expect(exitCode).toBe(0);
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  return { report, pdf: await readPdf(readFileSync(join(cwd, 'ledger.pdf'))) };
};

describe('pdfapi html', () => {
  it('prints a long table in parts, with page numbers of the whole', { timeout: 240_000 }, async () => {
    const { report, pdf } = await print(table(3_200));
    expect(report.longTable).toEqual({ rows: 3_200, parts: 2 });
    expect(report.pages).toBe(pdf.pages.length);
    const rows = pdf.pages.join('\n').match(/Movement \d+\./g);
    expect(rows).toEqual(Array.from({ length: 3_200 }, (_, i) => `Movement ${i}.`));
    for (const [i, page] of pdf.pages.entries()) {
      expect(page).toContain('No');
      expect(page).toContain(`${i + 1} of ${pdf.pages.length}`);
    }
  });

  it('reports why it printed a long table whole', { timeout: 240_000 }, async () => {
    const { report } = await print(table(3_000, 'tr ~ tr { color: #111 }'));
    expect(report.longTable).toEqual({ parts: 1, reason: 'its styles look for siblings (~)' });
  });
});

const rowsIn = async (file: string) => {
  const { pages } = await readPdf(readFileSync(file));
  return pages.join('\n').match(/Movement \d+\./g);
};

const movements = Array.from({ length: 3_200 }, (_, i) => `Movement ${i}.`);

describe.each([
  ['batch', ['batch', './ledger', 'rows.csv', '-o', 'out/{{ name }}.pdf'], 'out/a.pdf'],
  ['merge', ['merge', './ledger', './cover', '-o', 'merged.pdf'], 'merged.pdf'],
])('pdfapi %s', (_, args, file) => {
  it('prints a long table in parts', { timeout: 240_000 }, async () => {
    const cwd = temporaryFolder({
      'ledger/template.html': table(3_200),
      'cover/template.html': '<title>Cover</title><p>Cover</p>',
      'rows.csv': 'name\na\n',
    });
    const { exitCode, stderr } = await run([...args, '--timeout', '3m'], { cwd });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('error') });
    expect(await rowsIn(join(cwd, file))).toEqual(movements);
  });
});

describe('a long table that takes more time than it has', () => {
  it.each([
    ['html', ['html', 'ledger/template.html', '-o', 'a.pdf']],
    ['generate', ['generate', './ledger', '-o', 'a.pdf']],
    ['batch', ['batch', './ledger', 'rows.csv', '-o', 'out/{{ name }}.pdf']],
    ['merge', ['merge', './ledger', './ledger', '-o', 'a.pdf']],
  ])('%s says what is slow and what helps', { timeout: 120_000 }, async (_, args) => {
    const cwd = temporaryFolder({ 'ledger/template.html': table(60_000), 'rows.csv': 'name\na\n' });
    const { exitCode, stderr } = await run([...args, '--timeout', '8s'], { cwd });
    expect(exitCode).not.toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /the time ran out while printing the rows of a table\..* with 60,001 table rows\..*--no-tags.*--timeout 2m/,
    );
  });
});
