/** Prints tables of up to 100,000 rows with pdfapi as it is installed, and with other programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, measureCommand } from './measure-command.ts';
import { type Program, programs } from './programs.ts';

const counts = (process.env.ROWS ?? '1000,10000,100000').split(',').map(Number);

interface Row extends Measured {
  readonly program: string;
  readonly rows: number;
  /** Of the PDF; undefined if there is none. */
  readonly bytes: number | undefined;
  /** Undefined where poppler is not installed. */
  readonly pages: string | undefined;
}

/** Returns a section of RESULTS.md. */
export async function measureTables(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-tables-'));
  try {
    const results: Row[] = [];
    for (const program of programs(folder)) {
      for (const rows of counts) {
        const row = await measure(folder, program, rows);
        results.push(row);
        console.log(row);
        if (row.bytes === undefined) break;
      }
    }
    return describe(results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowOf = (i: number): string =>
  `<tr><td>${i + 1}</td><td>2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}</td><td>Movement ${(i * 7919) % 100_003} of the ${'long '.repeat(i % 5)}ledger</td><td>${((i * 31) % 9000) + 1000}</td><td>${(((i * 7907) % 1_000_000) / 100).toFixed(2)}</td></tr>\n`;

const documentOf = (rows: number): string =>
  `<!doctype html><html lang="en"><head><title>Ledger</title><style>@page { size: A4; margin: 10mm } body { font: 10pt sans-serif } table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #999; padding: 2px 4px } tbody tr:nth-child(even) { background: #eee }</style></head><body><h1>Ledger</h1><table><thead><tr><th>No</th><th>Date</th><th>Text</th><th>Account</th><th>Amount</th></tr></thead><tbody>
${Array.from({ length: rows }, (_, i) => rowOf(i)).join('')}</tbody></table></body></html>`;

async function measure(folder: string, program: Program, rows: number): Promise<Row> {
  const source = join(folder, 'ledger.html');
  const output = join(folder, 'ledger.pdf');
  writeFileSync(source, documentOf(rows));
  rmSync(output, { force: true });
  const measured = await measureCommand(program.words(source, output), program.limit);
  const isPrinted = measured.code === 0 && existsSync(output);
  const bytes = isPrinted ? statSync(output).size : undefined;
  const pages = isPrinted ? countPages(output) : undefined;
  return { ...measured, program: program.name, rows, bytes, pages };
}

function countPages(file: string): string | undefined {
  const { stdout } = spawnSync('pdfinfo', [file], { encoding: 'utf8' });
  return /^Pages:\s+(\d+)/m.exec(stdout ?? '')?.[1];
}

function describe(results: readonly Row[]): string {
  const lines = results.map(({ program, rows, seconds, cpuSeconds, peakMb, code, bytes, pages = '–' }) => {
    const outcome =
      code === undefined
        ? `stopped after ${Math.round(seconds)} s`
        : bytes === undefined
          ? `failed after ${Math.round(seconds)} s`
          : `${seconds.toFixed(1)} s`;
    const cells = [
      program,
      rows.toLocaleString('en'),
      outcome,
      bytes === undefined ? '–' : `${((seconds * 1000) / rows).toFixed(2)} ms`,
      `${cpuSeconds.toFixed(1)} s`,
      `${Math.round(peakMb).toLocaleString('en')} MB`,
      pages,
      bytes === undefined ? '–' : `${(bytes / 1e6).toFixed(1)} MB`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `## Tables

One table of five columns, with a head that is repeated on each page and striped rows. pdfapi writes tags, the others do not,
apart from Chromium. Memory is the largest sum of all processes.

| program | rows | time | a row | processor | memory | pages | PDF |
| ------- | ---: | ---: | ----: | --------: | -----: | ----: | --: |
${lines.join('\n')}
`;
}
