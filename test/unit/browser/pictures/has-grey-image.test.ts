import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { hasGreyImage } from '../../../../src/browser/page/pictures/has-grey-image.ts';

function pdfWith(pixels: Buffer, { width = 64, height = 64, filter = 'FlateDecode' } = {}): Buffer {
  const data = filter === 'FlateDecode' ? deflateSync(pixels) : pixels;
  const dict = `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} /Filter /${filter} /Length ${data.length}>>`;
  return Buffer.concat([
    Buffer.from(`5 0 obj\n${dict} stream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

it('finds a grey image that a browser drew pixel by pixel', () => {
  expect(hasGreyImage(pdfWith(Buffer.alloc(64 * 64 * 3, 128)), 'secret-')).toBe(true);
  // A colour profile may change it a little.
  expect(hasGreyImage(pdfWith(Buffer.alloc(64 * 64 * 3, 133)), 'secret-')).toBe(true);
});

it.each([
  ['noise', pdfWith(Buffer.from(Array.from({ length: 12_288 }, (_, i) => (i * i * 37) & 255)))],
  ['white', pdfWith(Buffer.alloc(64 * 64 * 3, 255))],
  ['a few pixels', pdfWith(Buffer.alloc(27, 128), { width: 3, height: 3 })],
  ['a JPEG', pdfWith(Buffer.alloc(20, 128), { filter: 'DCTDecode' })],
  ['no image', Buffer.from('%PDF-1.4')],
])('is not misled by %s', (_, pdf) => {
  expect(hasGreyImage(pdf, 'secret-')).toBe(false);
});

it('takes what stands for a stored picture for no plain image', () => {
  const pdf = pdfWith(Buffer.from('secret-0000001;'), { width: 840, height: 830 });
  const placed = Buffer.from(
    pdf.toString('latin1').replace(/stream\n[\s\S]*?\nend/, 'stream\nsecret-0000001;\nend'),
  );
  expect(hasGreyImage(placed, 'secret-')).toBe(false);
});
