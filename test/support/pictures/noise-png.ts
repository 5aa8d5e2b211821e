/** Makes a PNG of random noise, of which nothing can be compressed. */
import { crc32, deflateSync } from 'node:zlib';
import { randomBits } from './random-bits.ts';

export interface NoisePng {
  readonly width: number;
  readonly height: number;
  /** Default: `rgb`. */
  readonly kind?: keyof typeof kinds;
  /** Of a grey or indexed one. Default: 8. */
  readonly bits?: 1 | 2 | 4 | 8;
  readonly seed?: number;
  /** Chunks before the pixels, by name. */
  readonly chunks?: Readonly<Record<string, Buffer>>;
  /** Bytes of each chunk of pixels. Default: one chunk. */
  readonly chunkBytes?: number;
}

const kinds = { grey: [0, 1], rgb: [2, 3], indexed: [3, 1], greyAlpha: [4, 2], rgba: [6, 4] } as const;
const filters = 5;

export function noisePng({
  width,
  height,
  kind = 'rgb',
  bits = 8,
  seed = 1,
  chunks = {},
  chunkBytes,
}: NoisePng): Buffer {
  const [type, channels] = kinds[kind];
  const random = randomBits(seed);
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let at = 0; at < rows.length; at++) {
    const column = at % (rowBytes + 1);
    rows[at] = column === 0 ? Math.floor(at / (rowBytes + 1)) % filters : random(8);
  }
  // Filters would lead to indexes beyond the palette, which has all of 8 bits.
  const palette = Buffer.alloc(3 * 2 ** bits);
  for (let at = 0; at < palette.length; at++) palette[at] = random(8);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, type, 0, 0, 0], 8);
  const pixels = deflateSync(rows, { level: 1 });
  const step = chunkBytes ?? pixels.length;
  const parts = Array.from({ length: Math.ceil(pixels.length / step) }, (_, i) =>
    chunk('IDAT', pixels.subarray(i * step, (i + 1) * step)),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...Object.entries(chunks).map(([name, content]) => chunk(name, content)),
    ...(kind === 'indexed' ? [chunk('PLTE', palette)] : []),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
