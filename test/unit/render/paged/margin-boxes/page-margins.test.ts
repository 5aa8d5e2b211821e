import { expect, test } from 'vitest';
import { pageMargins } from '../../../../../src/render/paged/margin-boxes/page-margins.ts';

const a5 = { width: 148, height: 210 };
const declared = (text: string) =>
  text.split(';').map((each) => {
    const [property = '', value = ''] = each.split(':');
    return { property: property.trim(), value: value.trim(), important: false };
  });
const margins = (text: string) => {
  const { top, right, bottom, left } = pageMargins(declared(text), a5, { margins: {} });
  return `${top} ${right} ${bottom} ${left}`;
};

test.each([
  ['margin: 1cm', '1cm 1cm 1cm 1cm'],
  ['margin: 1cm 2cm', '1cm 2cm 1cm 2cm'],
  ['margin: 1cm 2cm 3cm', '1cm 2cm 3cm 2cm'],
  ['margin: 1in 2pt 3em 0', '1in 2pt 3em 0mm'],
  ['margin: 1cm; margin-left: 4cm', '1cm 1cm 1cm 4cm'],
  ['margin-left: 4cm; margin: 1cm', '1cm 1cm 1cm 1cm'],
  ['margin: 10% 50%', '21mm 74mm 21mm 74mm'],
  ['margin: calc(1cm + 10%) auto', 'calc(1cm + 21mm) 0mm calc(1cm + 21mm) 0mm'],
  ['margin: 1cm 2cm 3cm 4cm 5cm', '10mm 10mm 10mm 10mm'],
  ['margin: -1cm', '10mm 10mm 10mm 10mm'],
  ['margin: 1cm "x"', '10mm 10mm 10mm 10mm'],
  ['color: red', '10mm 10mm 10mm 10mm'],
])('%s makes margins of %s', (text, expected) => {
  expect(margins(text)).toBe(expected);
});

test('settings win over the document, and defaults lose', () => {
  const settings = { margins: { top: 5 }, defaultMargins: { left: 7, bottom: 8 } };
  expect(pageMargins(declared('margin-top: 2cm; margin-left: 3cm'), a5, settings)).toEqual({
    top: '5mm',
    right: '10mm',
    bottom: '8mm',
    left: '3cm',
  });
});
