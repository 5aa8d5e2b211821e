/**
 * Makes a JPEG of random noise (ITU-T T.81): baseline, without subsampling. It is as large as asked for, unlike a drawing,
 * and needs no encoder: the coefficients are random, not those of a picture.
 */
import { randomBits } from './random-bits.ts';

export interface NoiseJpeg {
  readonly width: number;
  readonly height: number;
  /** Default: 3. */
  readonly components?: 1 | 3;
  /** Coefficients of a block of 8 × 8 that are not 0, up to 63: what decides how large the file is. Default: 20. */
  readonly detail?: number;
  readonly seed?: number;
  /** Segments with their markers, such as Exif or a colour profile. Default: JFIF. */
  readonly applicationSegments?: Buffer;
}

const jfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');
/** All values of a block are multiples of this. */
const quantizer = 16;

export function noiseJpeg({
  width,
  height,
  components = 3,
  detail = 20,
  seed = 1,
  applicationSegments = jfif,
}: NoiseJpeg): Buffer {
  const numbers = Array.from({ length: components }, (_, i) => i + 1);
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, components];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    applicationSegments,
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => quantizer)]),
    segment(0xc0, [...frame, ...numbers.flatMap((number) => [number, 0x11, 0])]),
    // Codes of two bits: differences of no bits, of one and of two.
    segment(0xc4, [0x00, 0, 3, ...zeros(14), 0, 1, 2]),
    // Codes of two bits: the end of a block, and values of one and of two bits.
    segment(0xc4, [0x10, 0, 3, ...zeros(14), 0x00, 0x01, 0x02]),
    segment(0xda, [components, ...numbers.flatMap((number) => [number, 0]), 0, 63, 0]),
    stuffed(scan(blocks, components, detail, seed)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

function scan(blocks: number, components: number, detail: number, seed: number): Buffer {
  const random = randomBits(seed);
  const bytes = Buffer.alloc(Math.ceil((blocks * components * (8 + detail * 4)) / 8) + 1);
  let at = 0;
  let pending = 0;
  let count = 0;
  const put = (value: number, length: number) => {
    pending = (pending << length) | value;
    count += length;
    while (count >= 8) {
      count -= 8;
      bytes[at++] = (pending >> count) & 255;
    }
    pending &= (1 << count) - 1;
  };
  const averages = new Array<number>(components).fill(0);
  for (let block = 0; block < blocks; block++) {
    for (let component = 0; component < components; component++) {
      // The difference leads back to the middle, so that the noise stays grey.
      const up = (averages[component] ?? 0) < 0;
      const difference = random(1) + 2;
      averages[component] = (averages[component] ?? 0) + (up ? difference : -difference);
      put(2, 2);
      put(up ? difference : difference ^ 3, 2);
      for (let i = 0; i < detail; i++) {
        put(2, 2);
        put(random(2), 2);
      }
      if (detail < 63) put(0, 2);
    }
  }
  if (count > 0) put((1 << (8 - count)) - 1, 8 - count);
  return bytes.subarray(0, at);
}

/** A byte of 255 in a scan is followed by 0, so that it is no marker. */
function stuffed(bytes: Buffer): Buffer {
  const result = Buffer.alloc(bytes.length * 2);
  let at = 0;
  for (const byte of bytes) {
    result[at++] = byte;
    if (byte === 255) result[at++] = 0;
  }
  return result.subarray(0, at);
}
