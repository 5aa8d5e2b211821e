/** A list of up to 100,000 items. */
import { countsFrom } from './figures.ts';
import { measureLengths } from './measure-lengths.ts';

/** Returns a section of RESULTS.md. */
export const measureLists = (): Promise<string> =>
  measureLengths({
    title: 'Lists',
    description: 'One numbered list.',
    units: 'items',
    each: 'an item',
    counts: countsFrom('ITEMS', '1000,10000,30000,100000'),
    documentOf,
  });

const itemOf = (i: number): string =>
  `<li>Movement ${(i * 7919) % 100_003} of the ${'long '.repeat(i % 5)}ledger, <b>${(((i * 7907) % 1_000_000) / 100).toFixed(2)}</b></li>\n`;

const documentOf = (items: number): string =>
  `<!doctype html><html lang="en"><head><title>Ledger</title><style>@page { size: A4; margin: 10mm } body { font: 10pt sans-serif } ol { padding-left: 4em }</style></head><body><h1>Ledger</h1><ol>
${Array.from({ length: items }, (_, i) => itemOf(i)).join('')}</ol></body></html>`;
