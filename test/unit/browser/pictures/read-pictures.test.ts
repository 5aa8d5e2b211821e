import { expect, it } from 'vitest';
import { readJpeg } from '../../../../src/browser/page/pictures/read-jpeg.ts';
import { readPng } from '../../../../src/browser/page/pictures/read-png.ts';
import { standInJpeg } from '../../../../src/browser/page/pictures/stand-in-jpeg.ts';
import { noiseJpeg } from '../../../support/pictures/noise-jpeg.ts';
import { noisePng } from '../../../support/pictures/noise-png.ts';

it('reads size, components and application segments of a JPEG', () => {
  const exif = Buffer.from('ffe10008457869660000', 'hex');
  const photo = noiseJpeg({ width: 300, height: 200, applicationSegments: exif });
  expect(readJpeg(photo)).toEqual({ width: 300, height: 200, components: 3, applicationSegments: exif });
  expect(readJpeg(noiseJpeg({ width: 7, height: 9, components: 1 }))).toMatchObject({ components: 1 });
  // Cameras add padding.
  expect(readJpeg(Buffer.concat([photo, Buffer.alloc(5000)]))).toMatchObject({ width: 300 });
});

it.each([
  ['no JPEG', () => Buffer.from('GIF89a')],
  ['an empty file', () => Buffer.alloc(0)],
  ['a file that is cut off', (photo: Buffer) => photo.subarray(0, photo.length / 2)],
  ['a file that ends in its frame', (photo: Buffer) => photo.subarray(0, 100)],
  ['arithmetic codes', (photo: Buffer) => changed(photo, 0xc0, (at) => photo.writeUInt8(0xc9, at + 1))],
  ['12 bits', (photo: Buffer) => changed(photo, 0xc0, (at) => photo.writeUInt8(12, at + 4))],
  ['four components', (photo: Buffer) => changed(photo, 0xc0, (at) => photo.writeUInt8(4, at + 9))],
  ['RGB by its names', (photo: Buffer) => changed(photo, 0xc0, (at) => photo.writeUInt8(0x52, at + 10))],
  ['no height', (photo: Buffer) => changed(photo, 0xc0, (at) => photo.writeUInt16BE(0, at + 5))],
])('leaves a JPEG with %s to the browser', (_, change) => {
  expect(readJpeg(change(noiseJpeg({ width: 64, height: 64 })))).toBeUndefined();
});

function changed(file: Buffer, marker: number, change: (at: number) => void): Buffer {
  change(file.indexOf(Buffer.from([0xff, marker])));
  return file;
}

it('reads the format of a PNG and where its pixels are', () => {
  const file = noisePng({ width: 40, height: 30, chunkBytes: 1000 });
  const read = readPng(file);
  expect(read?.format).toEqual({ width: 40, height: 30, bitsPerComponent: 8, components: 3 });
  expect(read?.ranges.length).toBeGreaterThan(3);
  const [first] = read?.ranges ?? [];
  expect(file.toString('latin1', (first?.start ?? 0) - 4, first?.start)).toBe('IDAT');
  const indexed = readPng(noisePng({ width: 40, height: 30, kind: 'indexed', bits: 4 }));
  expect(indexed?.format).toMatchObject({ bitsPerComponent: 4, components: 1 });
  expect(indexed?.format.palette).toHaveLength(48);
});

const png = (more: Partial<Parameters<typeof noisePng>[0]> = {}) =>
  noisePng({ width: 40, height: 30, ...more });
const chunk = (name: string) => png({ chunks: { [name]: Buffer.from([0, 0, 0, 1]) } });

it.each([
  ['a JPEG', () => noiseJpeg({ width: 8, height: 8 })],
  ['an empty file', () => Buffer.alloc(0)],
  ['transparency', () => png({ kind: 'rgba' })],
  ['grey transparency', () => png({ kind: 'greyAlpha' })],
  ['a transparent colour', () => chunk('tRNS')],
  ['a colour profile', () => chunk('iCCP')],
  ['another gamma', () => chunk('gAMA')],
  ['movement', () => chunk('acTL')],
  ['an orientation', () => chunk('eXIf')],
  ['a palette that is missing', () => withoutChunk(png({ kind: 'indexed' }), 'PLTE')],
  ['no pixels', () => withoutChunk(png(), 'IDAT')],
  ['no end', () => withoutChunk(png(), 'IEND')],
  ['a part that is cut off', () => png().subarray(0, 900)],
  ['a wrong checksum', () => changedByte(png(), 60)],
])('leaves a PNG with %s to the browser', (_, make) => {
  expect(readPng(make())).toBeUndefined();
});

function withoutChunk(file: Buffer, name: string): Buffer {
  const at = file.indexOf(name) - 4;
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 12 + file.readUInt32BE(at))]);
}

function changedByte(file: Buffer, at: number): Buffer {
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  return file;
}

it('makes a small JPEG of any size with a comment, which reads like the picture', () => {
  const picture = noiseJpeg({ width: 4000, height: 3000, components: 1, detail: 1 });
  const facts = readJpeg(picture);
  const standIn = standInJpeg({ width: 4000, height: 3000, components: 1, ...facts, comment: 'mark;' });
  expect(readJpeg(standIn)).toEqual(facts);
  expect(standIn.includes('mark;')).toBe(true);
  expect(standIn.length).toBeLessThan(50_000);
});
