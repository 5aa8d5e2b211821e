import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { type PageLabel, writePageLabels } from '../../../../src/pdf/index.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf } from '../../../support/pdf/build-pdf.ts';

const decimal = (...numbers: number[]): PageLabel[] =>
  numbers.map((number) => ({ number, style: 'decimal' }));
const styled = (style: string, ...numbers: number[]): PageLabel[] =>
  numbers.map((number) => ({ number, style }));

function pdfOf(pages: number, catalog = ''): Buffer {
  const numbers = Array.from({ length: pages }, (_, i) => i + 3);
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${pages}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    ...Object.fromEntries(
      numbers.map((number) => [number, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>']),
    ),
  });
}

/** As a viewer shows them: null for a file without labels. */
async function shown(labels: readonly PageLabel[], catalog = ''): Promise<string[] | null> {
  const pdf = writePageLabels(pdfOf(labels.length, catalog), labels);
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return await file.getPageLabels();
}

test.each<[string, PageLabel[], string[]]>([
  [
    'a front in roman numerals',
    [...styled('lower-roman', 1, 2, 3), ...decimal(1, 2)],
    ['i', 'ii', 'iii', '1', '2'],
  ],
  ['upper roman numerals', styled('UPPER-ROMAN', 4, 5), ['IV', 'V']],
  ['sections that start again', decimal(1, 2, 1, 2, 3), ['1', '2', '1', '2', '3']],
  ['a document that starts later', decimal(12, 13), ['12', '13']],
  ['letters as long as there are some', styled('lower-alpha', 25, 26, 27, 28), ['y', 'z', '27', '28']],
  ['numbers below 1', decimal(-1, 0, 1, 2), ['-1', '0', '1', '2']],
  ['a style that PDF does not know', styled('lower-greek', 3), ['3']],
  ['numbers that stay', decimal(2, 2, 3), ['2', '2', '3']],
])('%s are labels', async (_, labels, expected) => {
  expect(await shown(labels)).toEqual(expected);
});

test('many ranges are a tree that viewers read', async () => {
  const labels = Array.from({ length: 300 }, (_, i) => ({ number: (i % 2) + 1, style: 'lower-roman' }));
  expect((await shown(labels))?.slice(296)).toEqual(['i', 'ii', 'i', 'ii']);
});

test('pages that are numbered by their position need no labels', () => {
  const pdf = pdfOf(3);
  expect(writePageLabels(pdf, decimal(1, 2, 3))).toBe(pdf);
  expect(writePageLabels(pdf, [])).toBe(pdf);
});

test('labels replace those that the file has', async () => {
  const labels = styled('lower-roman', 1, 2);
  expect(await shown(labels, '/PageLabels<</Nums[0<</P(X)>>]>>')).toEqual(['i', 'ii']);
  const twice = writePageLabels(writePageLabels(pdfOf(2), labels), decimal(7, 8));
  const { catalog } = new PdfReader(twice);
  expect([...catalog.keys()].filter((key) => key === 'PageLabels')).toHaveLength(1);
  expect(
    await (await getDocument({ data: new Uint8Array(twice), verbosity: 0 }).promise).getPageLabels(),
  ).toEqual(['7', '8']);
});
