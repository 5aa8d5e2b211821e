import { describe, expect, it } from 'vitest';
import { readPageRules, toPageSize } from '../../../../../src/browser/paper/page-size-css.ts';

describe('a page size that browsers ignore is found', () => {
  it.each([
    ['@page { size: folio }', ['folio']],
    ['@page{size:quarto landscape;margin:0}', ['quarto landscape']],
    ['@page :first { margin: 0; SIZE: Folio !important }', ['Folio']],
    ['@media print { @page wide { size: D6 } } @page { size: A4 }', ['D6']],
    ['<style>@page { size: D6 }</style><style>@page { size: D6 } @page { size: DX }</style>', ['D6', 'DX']],
    ['@page { size: A5 A6 }', ['A5 A6']],
    ['@page { size: A4 auto } @page :first { size: 80mm auto }', ['A4 auto', '80mm auto']],
  ])('%s', (text, found) => expect(readPageRules(text).ignoredSizes).toEqual(found));
});

describe('no ignored page size is found', () => {
  it.each([
    'p { color: red }',
    '@page { size: A4 } @page { size: 105mm 148mm } @page { size: 4in; } @page { size: LETTER landscape }',
    '@page { size: auto } @page { size: JIS-B5 } @page { size: 10.5cm .5in }',
    '@page { size: A6 } @page { size: b6 landscape } @page { size: portrait Tabloid }',
    '@page { size: folio; size: 105mm 148mm }',
    '@page { size: var(--size) } @page { size: calc(1cm + 2cm) }',
    '/* @page { size: folio } */ @page { margin: 0 }',
    '@page { /* size: folio */ margin: 0 }',
    '@page { page-size: folio }',
    '<p>Write <code>@page { size: folio }</code></p>',
    '<style>p { }</style><pre>@page { size: folio }</pre>',
    '@page',
    '@page {',
  ])('%s', (text) => expect(readPageRules(text).ignoredSizes).toEqual([]));

  it('in an adversarial text, which takes linear time', () => {
    const text = '<style>@page{size:A4;/*'.repeat(100_000);
    expect(readPageRules(text).ignoredSizes).toEqual([]);
  });
});

it('rules without a selector are read with their size and margins, the last one first', () => {
  const css = `@page { size: A4; margin: 1cm 2cm } @page :first { size: A3; margin: 0 }
    @page { margin-left: .5in; margin-right: 2em; @top-left { content: 'x'; margin-top: 9mm } }`;
  expect(readPageRules(css)).toEqual({
    size: 'A4',
    margins: { top: 10, right: 20, bottom: 10, left: 12.7 },
    ignoredSizes: [],
  });
});

it.each([
  ['A5', { width: 148, height: 210 }],
  ['landscape a5', { width: 210, height: 148 }],
  ['landscape', { width: 297, height: 210 }],
  ['portrait', { width: 210, height: 297 }],
  ['ledger', { width: 279.4, height: 431.8 }],
  ['A6 landscape', { width: 148, height: 105 }],
  ['b3', { width: 353, height: 500 }],
  ['10cm', { width: 100, height: 100 }],
  ['4in 600px', { width: 101.6, height: 158.75 }],
  ['auto', undefined],
  ['20em 30em', undefined],
  ['0 0', undefined],
])('the size %s', (value, size) => {
  expect(toPageSize(value, { width: 210, height: 297 })).toEqual(size);
});
