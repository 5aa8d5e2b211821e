import { expect, it } from 'vitest';
import { readStandards, withPdfuaPart } from '../../../../src/cli/options/standards.ts';

it.each([
  ['html --pdfua page.html', 'html --pdfua=1 page.html'],
  ['html page.html --pdfua', 'html page.html --pdfua=1'],
  ['html --pdfua 2 page.html', 'html --pdfua 2 page.html'],
  ['html --pdfua PDF/UA-2 page.html', 'html --pdfua PDF/UA-2 page.html'],
  ['html --pdfua=2 page.html', 'html --pdfua=2 page.html'],
  ['html page.html -- --pdfua', 'html page.html -- --pdfua'],
])('the part after --pdfua may be missing: %s', (words, expected) => {
  expect(withPdfuaPart(words.split(' '))).toEqual(expected.split(' '));
});

it('--pdfua is a part that exists', () => {
  expect(readStandards({ pdfa: 'PDF/A-4f', pdfua: 'ua2' })).toEqual({ pdfa: '4f', pdfua: 2 });
  expect(() => readStandards({ pdfua: '3' })).toThrow('--pdfua "3" is unknown.');
});
