import { expect, it } from 'vitest';
import { marksWithoutText } from '../../../../src/pdf/tagging/decoration.ts';

const area = '0 0 9 9 re\nf\n';
const text = 'BT\n/F4 10 Tf\n<01> Tj\nET\n';

it.each([
  ['an area', `/Table <</MCID 0 >>BDC\n${area}EMC\n`, [0]],
  ['a text', `/NonStruct <</MCID 0 >>BDC\n${text}EMC\n`, []],
  ['an area and a text', `/NonStruct <</MCID 0 >>BDC\n${area}${text}EMC\n`, []],
  ['a picture', '/NonStruct <</MCID 3 >>BDC\n/X6 Do\nEMC\n', [3]],
  ['a form with elements of its own', '/NonStruct <</MCID 3 >>BDC\n/X7 Do\nEMC\n', []],
  [
    'a text with a replacement in it',
    `/P <</MCID 1 >>BDC\n/Span <</ActualText (a)>>BDC\n${text}EMC\nEMC\n`,
    [],
  ],
  ['an artifact', `/Artifact BMC\n${area}EMC\n`, []],
])('of the marked contents, %s', (_, content, expected) => {
  const options = { isTagged: (name: string) => name === 'X7', isMarker: () => false };
  expect(marksWithoutText(content, options)).toEqual({ drawn: expected, controls: [] });
});

it('the marked contents that hold the marker of a control', () => {
  const content = [
    `/NonStruct <</MCID 0 >>BDC\n${area}EMC\n`,
    `/NonStruct <</MCID 1 >>BDC\n/G9 gs\n${area}/G3 gs\nEMC\n`,
    `/Form <</MCID 2 >>BDC\n${area}/G9 gs\nEMC\n`,
    // The state goes on.
    `/Form <</MCID 3 >>BDC\n${area}EMC\n`,
  ].join('');
  const options = { isTagged: () => false, isMarker: (name: string) => name === 'G9' };
  expect(marksWithoutText(content, options)).toEqual({ drawn: [0, 1], controls: [1, 2, 3] });
});
