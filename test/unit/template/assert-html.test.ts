import { describe, expect, it } from 'vitest';
import { assertHtml } from '../../../src/template/load/assert-html.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

describe('is not HTML', () => {
  it.each([
    ['%PDF-1.7', 'x.html is a PDF, not HTML.', 'To combine PDFs: pdfapi merge'],
    ['PK\x03\x04abc', 'x.html is a ZIP archive or an office document, not HTML.', undefined],
    ['\x89PNG\r\n', 'x.html is a PNG image, not HTML.', undefined],
    ['a\x01\x02\x03\x04b', 'x.html is a binary file, not HTML.', undefined],
    [
      '<\0p\0>\0a\0b\0',
      'x.html is a binary file, not HTML.',
      'If it is UTF-16, add a byte order mark, or save it as UTF-8.',
    ],
  ])('%j', (text, message, hint) => {
    const check = () => assertHtml('x.html', bytesOf(text));
    expect(check).toThrow(expect.objectContaining({ code: 'invalid_template', message, hint }));
  });
});

describe('may be HTML', () => {
  it.each([
    '',
    '<p>a',
    '\t<p>\r\n\fa',
    'a\0b',
    '\xff\xfe<\0p\0>\0',
    '\xfe\xff\0<\0p\0>',
    '\xef\xbb\xbf<p>',
    'Gr\xfc\xdfe',
    '\x93\xfa\x96\x7b',
  ])('%j', (text) => expect(() => assertHtml('x.html', bytesOf(text))).not.toThrow());
});
