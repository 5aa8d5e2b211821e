/** A table of up to 100,000 rows. */
import { countsFrom } from './figures.ts';
import { measureLengths } from './measure-lengths.ts';

/** Returns a section of RESULTS.md. */
export const measureTables = (): Promise<string> =>
  measureLengths({
    title: 'Tables',
    description: 'One table of five columns, with a head that is repeated on each page and striped rows.',
    units: 'rows',
    each: 'a row',
    counts: countsFrom('ROWS', '1000,10000,100000'),
    documentOf,
  });

const rowOf = (i: number): string =>
  `<tr><td>${i + 1}</td><td>2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}</td><td>Movement ${(i * 7919) % 100_003} of the ${'long '.repeat(i % 5)}ledger</td><td>${((i * 31) % 9000) + 1000}</td><td>${(((i * 7907) % 1_000_000) / 100).toFixed(2)}</td></tr>\n`;

const documentOf = (rows: number): string =>
  `<!doctype html><html lang="en"><head><title>Ledger</title><style>@page { size: A4; margin: 10mm } body { font: 10pt sans-serif } table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #999; padding: 2px 4px } tbody tr:nth-child(even) { background: #eee }</style></head><body><h1>Ledger</h1><table><thead><tr><th>No</th><th>Date</th><th>Text</th><th>Account</th><th>Amount</th></tr></thead><tbody>
${Array.from({ length: rows }, (_, i) => rowOf(i)).join('')}</tbody></table></body></html>`;
