/** Pictures that become JPEG, seen by poppler. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressImages } from '../../../../src/pdf/images/compress-images.ts';
import { encodeJpeg } from '../../../../src/pdf/images/encode-jpeg.ts';
import { buildPdf } from '../../../support/pdf/build-pdf.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';

/** A soft gradient with some noise, as photos have: lossless compression helps little. */
function photo(width: number, height: number, components: 1 | 3): Buffer {
  let seed = 7;
  const noise = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % 13;
  };
  return Buffer.from(
    Array.from({ length: width * height * components }, (_, i) => {
      const at = Math.floor(i / components);
      const [x, y] = [at % width, Math.floor(at / width)];
      return (([x * 2, y * 2, x + y][i % components] ?? 0) % 240) + noise();
    }),
  );
}

const width = 101;
const height = 77;

function withPicture(samples: Buffer, entries: string): Buffer {
  const data = deflateSync(samples).toString('latin1');
  const stream = (dict: string, body: string) =>
    `<<${dict}/Length ${body.length}>>stream\n${body}\nendstream`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 202 154]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    4: stream('', 'q 202 0 0 154 0 0 cm /I Do Q'),
    5: stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/FlateDecode${entries}`,
      data,
    ),
  });
}

/** The mean difference of two drawings, from 0 to 255. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [pixels(one), pixels(other)];
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

describe('a photo', () => {
  it.skipIf(!hasPoppler).each([
    ['RGB', 3, '/DeviceRGB', 95, 3],
    ['RGB with colours of half resolution', 3, '/DeviceRGB', 80, 6],
    ['RGB of the lowest quality', 3, '/DeviceRGB', 1, 60],
    ['grey', 1, '/DeviceGray', 80, 6],
  ] as const)('in %s becomes smaller, and looks alike', (_, components, space, quality, most) => {
    const pdf = withPicture(photo(width, height, components), `/ColorSpace${space}`);
    const small = compressImages(pdf, quality);
    expect(small.length).toBeLessThan(pdf.length * 0.7);
    expect(Buffer.from(small).includes('/DCTDecode')).toBe(true);
    expect(difference(pdf, small)).toBeLessThan(most);
    if (hasQpdf) run('qpdf', ['--check', '{}'], small);
  });

  it('stays if it is a mask, has other colours, or would be larger', () => {
    for (const pdf of [
      withPicture(photo(width, height, 1), '/ColorSpace/DeviceGray/Mask[1 2]'),
      withPicture(photo(width, height, 1), '/ColorSpace[/Indexed/DeviceGray 255<00>]'),
      withPicture(Buffer.alloc(width * height), '/ColorSpace/DeviceGray'),
      withPicture(photo(3, 3, 1), '/ColorSpace/DeviceGray'),
    ]) {
      expect(compressImages(pdf, 80)).toBe(pdf);
    }
  });
});

it('makes a JPEG that poppler reads without a complaint', () => {
  const jpeg = encodeJpeg({ width, height, components: 3, samples: photo(width, height, 3) }, 50);
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
});
