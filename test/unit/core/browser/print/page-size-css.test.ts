import { describe, expect, it } from 'vitest';
import { findUnknownPageSizes } from '../../../../../src/core/browser/print/page-size-css.ts';

describe('a page size that browsers ignore is found', () => {
  it.each([
    ['@page { size: A6 }', ['A6']],
    ['@page{size:a6 landscape;margin:0}', ['a6 landscape']],
    ['@page :first { margin: 0; SIZE: Tabloid !important }', ['Tabloid']],
    ['@media print { @page wide { size: B6 } } @page { size: A4 }', ['B6']],
    ['<style>@page { size: A6 }</style><style>@page { size: A6 } @page { size: DL }</style>', ['A6', 'DL']],
    ['@page { size: A5 A6 }', ['A5 A6']],
  ])('%s', (text, found) => expect(findUnknownPageSizes(text)).toEqual(found));
});

describe('no ignored page size is found', () => {
  it.each([
    'p { color: red }',
    '@page { size: A4 } @page { size: 105mm 148mm } @page { size: 4in; } @page { size: LETTER landscape }',
    '@page { size: auto } @page { size: JIS-B5 } @page { size: 10.5cm .5in }',
    '@page { size: A6; size: 105mm 148mm }',
    '@page { size: var(--size) } @page { size: calc(1cm + 2cm) }',
    '/* @page { size: A6 } */ @page { margin: 0 }',
    '@page { /* size: A6 */ margin: 0 }',
    '@page { page-size: A6 }',
    '<p>Write <code>@page { size: A6 }</code></p>',
    '<style>p { }</style><pre>@page { size: A6 }</pre>',
    '@page',
    '@page {',
  ])('%s', (text) => expect(findUnknownPageSizes(text)).toEqual([]));

  it('in an adversarial text, which takes linear time', () => {
    const text = '<style>@page{size:A4;/*'.repeat(100_000);
    expect(findUnknownPageSizes(text)).toEqual([]);
  });
});
