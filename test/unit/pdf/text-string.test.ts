import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PdfString } from '../../../src/pdf/object.ts';
import { decodeTextString, encodeText } from '../../../src/pdf/text-string.ts';

it('keeps ASCII as ASCII', () => {
  expect(encodeText('Invoice (1)\n').bytes).toBe('Invoice (1)\n');
});

it('writes other text as UTF-16 with a byte order mark', () => {
  expect(encodeText('é').bytes).toBe('\xfe\xff\x00\xe9');
  expect(encodeText('🎉').bytes).toBe('\xfe\xff\xd8\x3c\xdf\x89');
});

it('preserves any text', () => {
  const survives = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    expect(decodeTextString(encodeText(text))).toBe(text);
  });
  fc.assert(survives);
});

it('replaces a lone surrogate with the replacement character', () => {
  expect(decodeTextString(encodeText('a\ud800b'))).toBe('a\ufffdb');
});

it.each([
  ['caf\xe9', 'café'],
  ['\x80 \x8d\x8e \xa0 \x1f', '• “” € ˜'],
  ['\xef\xbb\xbfcaf\xc3\xa9', 'café'],
  ['\xff\xfee\x00', 'e'],
  ['\xfe\xff\x00e\x00\x1b\x00d\x00e\x00\x1b\x00f', 'ef'],
  ['\xfe\xff\x00e\x00', 'e'],
])('reads %j as %j', (bytes, text) => {
  expect(decodeTextString(new PdfString(bytes))).toBe(text);
});
